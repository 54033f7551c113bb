import { kobo } from "@kontor/books/money";
import { expect, test } from "vitest";

import { readableMoment, readableMoney } from "./readable.ts";

test("money has its sign, groups and both decimals, to the kobo at any size", () => {
  expect(readableMoney(kobo(0n))).toBe("₦0.00");
  expect(readableMoney(kobo(5n))).toBe("₦0.05");
  expect(readableMoney(kobo(10_098_630n))).toBe("₦100,986.30");
  expect(readableMoney(kobo(999_999_999_999_999n))).toBe("₦9,999,999,999,999.99");
  expect(readableMoney(kobo(9_007_199_254_740_993n))).toBe("₦90,071,992,547,409.93");
  expect(readableMoney(kobo(-5n))).toBe("-₦0.05");
});

test("a moment is told in Lagos, an hour ahead of UTC", () => {
  expect(readableMoment(new Date("2026-09-18T09:24:59Z"))).toBe("18 September 2026, 10:24");
  expect(readableMoment(new Date("2026-12-31T23:05:00Z"))).toBe("1 January 2027, 00:05");
});
