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
    [14, "closing", "CLS", true, "Closing"],
  ] as const)("%s is the %s, %s", (id, name, prefix, system, label) => {
    expect(ENTRY_TYPE[name]).toEqual({ id, name, prefix, system, label });
    expect(entryTypeById(id)).toBe(ENTRY_TYPE[name]);
  });

  test("are listed once each, by id, with no prefix twice", () => {
    expect(ENTRY_TYPES.map((type) => type.id)).toEqual([1, 2, 3, 4, 10, 11, 12, 13, 14]);
    expect(new Set(ENTRY_TYPES.map((type) => type.prefix)).size).toBe(ENTRY_TYPES.length);
  });

  test.each([0, 5, 9, 15, 1.5])("%s is not the id of an entry type", (id) => {
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
    ["RCT-000061", [1], 61n],
    [" rct 61 ", [1], 61n],
    ["PMT7", [2], 7n],
    ["DEP-1234567", [10], 1_234_567n],
  ])("reads %s", (text, typeIds, number) => {
    expect(parseEntryNumber(text)).toEqual({ typeIds, number });
  });

  test("reads a bare number as one of every type", () => {
    expect(parseEntryNumber("000061")).toEqual({
      typeIds: ENTRY_TYPES.map(({ id }) => id),
      number: 61n,
    });
  });

  test.each(["", "Sales", "RCT", "XYZ-1", "RCT-0", "61 Sales", "-1"])(
    "finds no number in %j",
    (text) => {
      expect(parseEntryNumber(text)).toBeNull();
    },
  );
});
