import { kobo } from "@kontor/books/money";
import { describe, expect, test } from "vitest";

import {
  formatAmount,
  formatBalance,
  formatDate,
  formatDateTime,
  formatDay,
  formatMoney,
  initialsOf,
} from "./format.ts";

describe("money", () => {
  test.each([
    [0n, "₦0.00"],
    [5n, "₦0.05"],
    [125_000n, "₦1,250.00"],
    [-125_005n, "-₦1,250.05"],
    [99n, "₦0.99"],
    // Beyond what a float holds exactly: every kobo must still be there.
    [9_007_199_254_740_993n, "₦90,071,992,547,409.93"],
    [922_337_203_685_477_581n, "₦9,223,372,036,854,775.81"],
  ])("%d kobo read %s", (amount, text) => {
    expect(formatMoney(kobo(amount))).toBe(text);
  });

  test("inputs and columns show the amount alone", () => {
    expect(formatAmount(kobo(123_456_789n))).toBe("1,234,567.89");
  });

  test("a balance names its side, and zero has none", () => {
    expect(formatBalance(kobo(125_000n), "CR")).toBe("₦1,250.00 CR");
    expect(formatBalance(kobo(0n), "DR")).toBe("₦0.00");
  });
});

describe("dates", () => {
  test.each([
    ["2026-03-05", "05 Mar 2026"],
    ["2026-09-30", "30 Sep 2026"],
    ["2024-02-29", "29 Feb 2024"],
    ["1999-12-31", "31 Dec 1999"],
  ])("the business date %s reads %s", (date, text) => {
    expect(formatDate(date)).toBe(text);
  });

  test("a moment is told in the time of Lagos, an hour ahead of UTC", () => {
    const moment = new Date("2026-09-30T23:30:00Z");
    expect(formatDay(moment)).toBe("01 Oct 2026");
    expect(formatDateTime(moment)).toBe("01 Oct 2026, 00:30");
  });
});

test.each([
  ["Ada Obi", "AO"],
  ["ada ngozi obi", "AO"],
  ["Kontor", "K"],
  ["  Ọlá  ", "Ọ"],
  ["", ""],
])("the initials of '%s' are '%s'", (name, initials) => {
  expect(initialsOf(name)).toBe(initials);
});
