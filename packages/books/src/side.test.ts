import * as fc from "fast-check";
import { describe, expect, test } from "vitest";

import { kobo } from "./money.ts";
import { fromSigned, isSide, signed, SIDES } from "./side.ts";

test("there are two sides, debit first", () => {
  expect(SIDES).toEqual(["DR", "CR"]);
});

test.each([
  ["DR", true],
  ["CR", true],
  ["dr", false],
  ["", false],
  ["DEBIT", false],
])("isSide(%j) is %s", (text, expected) => {
  expect(isSide(text)).toBe(expected);
});

describe("signed and fromSigned", () => {
  test.each([
    ["DR", 500n, 500n],
    ["CR", 500n, -500n],
    ["DR", 0n, 0n],
  ] as const)("%s %s counts as %s", (side, amount, net) => {
    expect(signed(side, kobo(amount))).toBe(net);
    expect(fromSigned(net)).toEqual({ amount, side });
  });

  test("zero on CR comes back as zero on DR", () => {
    expect(fromSigned(signed("CR", kobo(0n)))).toEqual({ amount: 0n, side: "DR" });
  });

  test("every signed amount is restored from its side and its amount, which is never negative", () => {
    fc.assert(
      fc.property(fc.bigInt({ min: -(2n ** 63n) + 1n, max: 2n ** 63n - 1n }), (net) => {
        const { amount, side } = fromSigned(net);
        expect(amount).toBeGreaterThanOrEqual(0n);
        expect(signed(side, amount)).toBe(net);
      }),
    );
  });
});
