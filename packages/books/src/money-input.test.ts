import * as fc from "fast-check";
import { describe, expect, test } from "vitest";

import { parseMoneyInput, parseMoneySum } from "./money-input.ts";
import { kobo, printMoney, sum } from "./money.ts";

/** Every amount that can be written on the wire: up to 15 digits of naira and two of kobo. */
const writable = fc.bigInt({ min: 0n, max: 10n ** 17n - 1n }).map(kobo);

describe("parseMoneyInput", () => {
  test.each([
    ["1,250.5", 125_050n],
    ["₦1,250", 125_000n],
    ["  1250  ", 125_000n],
    ["\u00a0₦ 1,250.00\u00a0", 125_000n],
    ["NGN\u00a01,250.00", 125_000n],
    ["ngn 20", 2000n],
    [".5", 50n],
    ["20.", 2000n],
    ["1,000,000", 100_000_000n],
    ["999,999,999,999,999.99", 99_999_999_999_999_999n],
  ])("reads %j", (text, expected) => {
    expect(parseMoneyInput(text)).toBe(expected);
  });

  test.each([
    ["", "empty"],
    ["   ", "empty"],
    ["₦", "empty"],
    ["-5", "signed"],
    ["−5", "signed"],
    ["₦-5", "signed"],
    ["-₦5", "signed"],
    [".", "malformed"],
    [",", "malformed"],
    ["12,50", "malformed"],
    ["1,2500", "malformed"],
    [",250", "malformed"],
    ["1,,250", "malformed"],
    ["1250,000", "malformed"],
    ["1.250,00", "malformed"],
    ["1 250", "malformed"],
    ["$5", "malformed"],
    ["1e3", "malformed"],
    ["1.2.3", "malformed"],
    ["five", "malformed"],
    ["1,250.005", "too_many_decimals"],
    ["1,000,000,000,000,000", "too_many_digits"],
  ])("refuses %j as %s", (text, problem) => {
    expect(parseMoneyInput(text)).toBe(problem);
  });

  test("reads the wire form and the grouped form to the same amount", () => {
    fc.assert(
      fc.property(writable, (amount) => {
        const [naira = "", decimals = ""] = printMoney(amount).split(".");
        const grouped = naira.replace(/\B(?=(?:\d{3})+$)/g, ",");
        expect(parseMoneyInput(printMoney(amount))).toBe(amount);
        expect(parseMoneyInput(` ₦${grouped}.${decimals} `)).toBe(amount);
      }),
    );
  });
});

describe("parseMoneySum", () => {
  test.each([
    ["100+50.25", 15_025n],
    ["100 + 50.25 - 0.25", 15_000n],
    ["₦1,250.50 − 250.50", 100_000n],
    ["1.5m", 150_000_000n],
    ["1.5 M", 150_000_000n],
    ["2k", 200_000n],
    ["₦2.5k+100", 260_000n],
    ["1.2345678m", 123_456_780n],
    ["12k - 2k", 1_000_000n],
    ["5-5", 0n],
    ["20.+5", 2_500n],
    ["1,250.5", 125_050n],
    ["1,500k", 150_000_000n],
    [".5k", 50_000n],
    ["999,999,999,999,999 + 0.99", 99_999_999_999_999_999n],
  ])("reads %j", (text, expected) => {
    expect(parseMoneySum(text)).toBe(expected);
  });

  test.each([
    ["", "empty"],
    ["-5", "signed"],
    ["5-6", "signed"],
    ["5+", "malformed"],
    ["5++5", "malformed"],
    ["+5", "signed"],
    ["5*5", "malformed"],
    ["m", "malformed"],
    ["1.5b", "malformed"],
    ["1.5mm", "malformed"],
    ["1,5m", "malformed"],
    ["1,2,3k", "malformed"],
    ["1.5.2k", "malformed"],
    ["1.5.2 + 5", "malformed"],
    ["1.005 - 1", "too_many_decimals"],
    ["1.234567k", "too_many_decimals"],
    ["999999999999999 + 1", "too_many_digits"],
    ["1000000000m", "too_many_digits"],
  ])("refuses %j as %s", (text, problem) => {
    expect(parseMoneySum(text)).toBe(problem);
  });

  test("is the sum of any amounts", () => {
    const amounts = fc.array(fc.bigInt({ min: 0n, max: 10n ** 15n }).map(kobo), { minLength: 1 });
    fc.assert(
      fc.property(amounts, (list) => {
        expect(parseMoneySum(list.map(printMoney).join(" + "))).toBe(sum(list));
      }),
    );
  });
});
