import * as fc from "fast-check";
import { describe, expect, test } from "vitest";

import {
  ENTRY_TYPE,
  ENTRY_TYPES,
  entryTypeById,
  formatEntryNumber,
  parseEntryNumber,
} from "./entry-number.ts";

describe("entry types", () => {
  test.each([
    [1, "receipt", "RCT", false, "Receipt"],
    [2, "payment", "PMT", false, "Payment"],
    [3, "contra", "CTR", false, "Contra"],
    [4, "journal", "JRN", false, "Journal"],
    [10, "deposit", "DEP", true, "Deposit"],
    [11, "withdrawal", "WDR", true, "Withdrawal"],
    [12, "advance", "ADV", true, "Advance"],
    [13, "payroll", "PAY", true, "Payroll"],
  ] as const)("%s is the %s, %s", (id, name, prefix, system, label) => {
    expect(ENTRY_TYPE[name]).toEqual({ id, name, prefix, system, label });
    expect(entryTypeById(id)).toBe(ENTRY_TYPE[name]);
  });

  test("are listed once each, by id, with no prefix twice", () => {
    expect(ENTRY_TYPES.map((type) => type.id)).toEqual([1, 2, 3, 4, 10, 11, 12, 13]);
    expect(new Set(ENTRY_TYPES.map((type) => type.prefix)).size).toBe(ENTRY_TYPES.length);
  });

  test.each([0, 5, 9, 14, 1.5])("%s is the id of none", (id) => {
    expect(entryTypeById(id)).toBeUndefined();
  });
});

describe("formatEntryNumber", () => {
  test.each([
    ["RCT", 1, "RCT-000001"],
    ["RCT", 123, "RCT-000123"],
    ["PAY", 999_999n, "PAY-999999"],
    ["DEP", 1_000_000, "DEP-1000000"],
    ["JRN", 12_345_678_901_234_567n, "JRN-12345678901234567"],
  ] as const)("%s %s is %s", (prefix, number, text) => {
    expect(formatEntryNumber(prefix, number)).toBe(text);
  });

  test.each([0, -1, 1.5, Number.NaN, 2 ** 53, 0n, -1n])("refuses the number %s", (number) => {
    expect(() => formatEntryNumber("RCT", number)).toThrow(RangeError);
  });
});

describe("parseEntryNumber", () => {
  test.each([
    ["RCT-000123", ENTRY_TYPE.receipt, 123n],
    ["  wdr-7 ", ENTRY_TYPE.withdrawal, 7n],
    ["JRN-1000000", ENTRY_TYPE.journal, 1_000_000n],
  ])("reads %j", (text, type, number) => {
    expect(parseEntryNumber(text)).toEqual({ type, number });
  });

  test.each(["", "RCT", "RCT-", "RCT-000000", "XYZ-000001", "RCT 1", "RCT-1.5", "RCT--1", "123"])(
    "%j is no entry number",
    (text) => {
      expect(parseEntryNumber(text)).toBeNull();
    },
  );

  test("reads back every number that formatEntryNumber writes", () => {
    fc.assert(
      fc.property(
        fc.constantFrom(...ENTRY_TYPES),
        fc.bigInt({ min: 1n, max: 10n ** 18n - 1n }),
        (type, number) => {
          expect(parseEntryNumber(formatEntryNumber(type.prefix, number))).toEqual({
            type,
            number,
          });
        },
      ),
    );
  });
});
