import * as fc from "fast-check";
import { describe, expect, test } from "vitest";

import {
  abs,
  compareAmounts,
  kobo,
  larger,
  MAX_AMOUNT,
  mulDivHalfUp,
  parseMoney,
  parseTotal,
  printMoney,
  displayKobo,
  simpleInterest,
  smaller,
  sum,
  ZERO,
} from "./money.ts";

/** Every amount that can be written on the wire: up to 15 digits of naira and two of kobo. */
const writable = fc.bigInt({ min: 0n, max: 10n ** 17n - 1n }).map(kobo);

describe("kobo", () => {
  test.each([0n, 1n, -1n, 2n ** 63n - 1n, -(2n ** 63n)])("accepts %s", (amount) => {
    expect(kobo(amount)).toBe(amount);
  });

  test.each([2n ** 63n, -(2n ** 63n) - 1n, 10n ** 30n])("refuses %s", (amount) => {
    expect(() => kobo(amount)).toThrow(RangeError);
  });

  test("a sum that does not fit a bigint column is refused and never wraps around", () => {
    expect(() => sum([kobo(2n ** 63n - 1n), kobo(1n)])).toThrow(RangeError);
    expect(() => mulDivHalfUp(MAX_AMOUNT, 10n ** 9n, 1n)).toThrow(RangeError);
  });
});

describe("parseMoney", () => {
  test.each([
    ["0", 0n],
    ["0.00", 0n],
    ["0.01", 1n],
    ["7.5", 750n],
    ["1250", 125_000n],
    ["1250.00", 125_000n],
    ["007.00", 700n],
    ["999999999999999.99", 99_999_999_999_999_999n],
  ])("reads %j", (text, expected) => {
    expect(parseMoney(text)).toBe(expected);
  });

  test.each([
    ["", "empty"],
    ["-1.00", "signed"],
    ["+1.00", "signed"],
    ["-1.234e5", "signed"],
    [" ", "malformed"],
    [" 1250.00", "malformed"],
    ["1250.00\n", "malformed"],
    ["1,250.00", "malformed"],
    ["₦1250", "malformed"],
    ["1e3", "malformed"],
    ["0x10", "malformed"],
    ["1_000", "malformed"],
    [".5", "malformed"],
    ["5.", "malformed"],
    ["1.2.3", "malformed"],
    ["١٢", "malformed"],
    ["NaN", "malformed"],
    ["Infinity", "malformed"],
    ["1.000", "too_many_decimals"],
    ["1000000000000000.000", "too_many_decimals"],
    ["1000000000000000", "too_many_digits"],
    ["0000000000000001", "too_many_digits"],
  ])("refuses %j as %s", (text, problem) => {
    expect(parseMoney(text)).toBe(problem);
  });

  test("parses every amount that printMoney writes", () => {
    fc.assert(
      fc.property(writable, (amount) => {
        expect(parseMoney(printMoney(amount))).toBe(amount);
      }),
    );
  });
});

describe("parseTotal", () => {
  test("parses every sum that printMoney writes", () => {
    fc.assert(
      fc.property(fc.bigInt({ min: 0n, max: 10n ** 30n }), (net) => {
        expect(parseTotal(printMoney(displayKobo(net)))).toBe(net);
      }),
    );
  });

  test.each([
    ["1234567890123456", 123_456_789_012_345_600n],
    ["1234567890123456.5", 123_456_789_012_345_650n],
  ])("parses %s without decimals or with one as %s kobo", (text, total) => {
    expect(parseTotal(text)).toBe(total);
  });

  test.each([
    ["", "empty"],
    ["-1.00", "signed"],
    ["1e20", "malformed"],
    ["12345678901234567890.001", "too_many_decimals"],
    ["9".repeat(41), "too_many_digits"],
  ])("refuses %j as %s", (text, problem) => {
    expect(parseTotal(text)).toBe(problem);
  });
});

describe("printMoney", () => {
  test.each([
    [0n, "0.00"],
    [1n, "0.01"],
    [99n, "0.99"],
    [100n, "1.00"],
    [125_000n, "1250.00"],
    [-5n, "-0.05"],
    [-125_000n, "-1250.00"],
    [MAX_AMOUNT, "10000000000000.00"],
  ])("writes %s kobo as %s", (amount, text) => {
    expect(printMoney(kobo(amount))).toBe(text);
  });
});

describe("sum, compare and abs", () => {
  test("sum is exact to the kobo where floating point is not", () => {
    expect(sum([])).toBe(ZERO);
    expect(sum([kobo(10n), kobo(20n), kobo(-30n)])).toBe(0n);
    expect(sum([MAX_AMOUNT, MAX_AMOUNT, kobo(1n)])).toBe(2_000_000_000_000_001n);
  });

  test("compare sorts as numbers", () => {
    expect(compareAmounts(kobo(9n), kobo(10n))).toBe(-1);
    expect(compareAmounts(kobo(10n), kobo(9n))).toBe(1);
    expect(compareAmounts(kobo(9n), kobo(9n))).toBe(0);
    const sorted = [kobo(900n), kobo(-1n), kobo(1000n), kobo(900n)].toSorted(compareAmounts);
    expect(sorted).toEqual([-1n, 900n, 900n, 1000n]);
  });

  test("the smaller and the larger of two amounts, in either order", () => {
    expect([smaller(9n, 10n), smaller(10n, 9n), smaller(9n, 9n)]).toEqual([9n, 9n, 9n]);
    expect([larger(9n, 10n), larger(10n, 9n), larger(9n, 9n)]).toEqual([10n, 10n, 9n]);
  });

  test("abs drops the sign only", () => {
    expect([kobo(-7n), kobo(0n), kobo(7n)].map(abs)).toEqual([7n, 0n, 7n]);
  });

  test("exactly 9,223 postings of the largest amount fit into 64 bits", () => {
    expect(MAX_AMOUNT * 9223n).toBeLessThanOrEqual(2n ** 63n - 1n);
    expect(MAX_AMOUNT * 9224n).toBeGreaterThan(2n ** 63n - 1n);
  });
});

describe("mulDivHalfUp", () => {
  test.each([
    [10n, 1n, 4n, 3n], // 2.5 goes up
    [10n, 1n, 3n, 3n], // 3.33 goes down
    [11n, 1n, 3n, 4n], // 3.67 goes up
    [1n, 1n, 2n, 1n], // 0.5 goes up
    [1n, 49n, 100n, 0n], // 0.49 goes down
    [-10n, 1n, 4n, -3n], // a refund mirrors its charge
    [-10n, 1n, 3n, -3n],
    [10n, -1n, 4n, -3n],
    [0n, 5n, 7n, 0n],
  ])("%s × %s ÷ %s = %s", (amount, numerator, denominator, expected) => {
    expect(mulDivHalfUp(kobo(amount), numerator, denominator)).toBe(expected);
  });

  test("is never further than half a kobo from the exact value", () => {
    fc.assert(
      fc.property(
        fc.bigInt({ min: 0n, max: 10n ** 12n }).map(kobo),
        fc.bigInt({ min: 0n, max: 10n ** 6n }),
        fc.bigInt({ min: 1n, max: 10n ** 6n }),
        (amount, numerator, denominator) => {
          const twiceError =
            2n * (mulDivHalfUp(amount, numerator, denominator) * denominator - amount * numerator);
          expect(twiceError).toBeGreaterThan(-denominator);
          expect(twiceError).toBeLessThanOrEqual(denominator);
        },
      ),
    );
  });

  test.each([0n, -1n])("refuses the denominator %s", (denominator) => {
    expect(() => mulDivHalfUp(kobo(1n), 1n, denominator)).toThrow(RangeError);
  });
});

describe("simpleInterest", () => {
  test.each([
    // amount, basis points, days, interest
    ["100000.00", 1200n, 30, "986.30"],
    ["100000.00", 1200n, 365, "12000.00"],
    ["100000.00", 0n, 30, "0.00"],
    ["100000.00", 1200n, 0, "0.00"],
    ["0.00", 1200n, 30, "0.00"],
    ["365.00", 1n, 1, "0.00"], // 0.01 kobo goes down
    ["36500.00", 50n, 1, "0.50"],
    ["182.50", 100n, 1, "0.01"], // exactly half a kobo goes up
    ["182.49", 100n, 1, "0.00"],
    ["50000.00", 1250n, 61, "1044.52"],
  ])("₦%s at %s basis points for %s days is ₦%s", (amount, basisPoints, days, interest) => {
    const lent = parseMoney(amount);
    if (typeof lent !== "bigint") throw new Error(lent);
    expect(printMoney(simpleInterest(lent, basisPoints, days))).toBe(interest);
  });

  test("repaying ₦100,000.00 lent at 12% for 30 days takes ₦100,986.30", () => {
    const lent = kobo(10_000_000n);
    expect(printMoney(sum([lent, simpleInterest(lent, 1200n, 30)]))).toBe("100986.30");
  });

  test.each([
    [-1n, 30],
    [1200n, -1],
    [1200n, 1.5],
    [1200n, Number.NaN],
    [1200n, Number.POSITIVE_INFINITY],
  ])("refuses %s basis points for %s days", (basisPoints, days) => {
    expect(() => simpleInterest(kobo(1n), basisPoints, days)).toThrow(RangeError);
  });
});
