import * as fc from "fast-check";
import { describe, expect, test } from "vitest";

import {
  ACCOUNT_CLASSES,
  ASSETS,
  classLabel,
  classOf,
  compareAccountCodes,
  EQUITY,
  EXPENSES,
  formatGroupCode,
  formatLedgerCode,
  INCOMES,
  isAccountClass,
  LIABILITIES,
  nextGroupCode,
  nextLedgerCode,
  normalSide,
  parseGroupCode,
  parseLedgerCode,
} from "./account-code.ts";

const classes = fc.constantFrom(...ACCOUNT_CLASSES);
const sequences = fc.integer({ min: 1, max: 1_000_000 });

describe("classes", () => {
  test.each([
    ["01", ASSETS, "ASSETS", "DR"],
    ["02", LIABILITIES, "LIABILITIES", "CR"],
    ["03", INCOMES, "INCOMES", "CR"],
    ["04", EXPENSES, "EXPENSES", "DR"],
    ["05", EQUITY, "EQUITY", "CR"],
  ] as const)("%s is %s, %s, and grows on %s", (text, constant, label, side) => {
    expect(constant).toBe(text);
    expect(isAccountClass(text)).toBe(true);
    expect(classLabel(constant)).toBe(label);
    expect(normalSide(constant)).toBe(side);
  });

  test("are five, in the order of their codes", () => {
    expect(ACCOUNT_CLASSES).toEqual(["01", "02", "03", "04", "05"]);
  });

  test.each(["00", "06", "1", "001", "", "toString"])("%j is no class", (text) => {
    expect(isAccountClass(text)).toBe(false);
  });

  test.each([
    ["01", "01"],
    ["03-12", "03"],
    ["05-02-0007", "05"],
  ])("the class of %s is %s", (code, expected) => {
    expect(classOf(code)).toBe(expected);
  });

  test.each(["", "0", "06-01", "1-01", "A1-01"])("classOf refuses %j", (code) => {
    expect(() => classOf(code)).toThrow(RangeError);
  });
});

describe("group codes", () => {
  test.each([
    ["01-02", { accountClass: "01", sequence: 2 }],
    ["05-99", { accountClass: "05", sequence: 99 }],
    ["04-100", { accountClass: "04", sequence: 100 }],
  ])("%s is read", (text, expected) => {
    expect(parseGroupCode(text)).toEqual(expected);
  });

  test.each([
    "",
    "01",
    "01-",
    "01-2",
    "01-00",
    "01-002",
    "00-01",
    "06-01",
    "1-01",
    "01-02-0007",
    " 01-02",
    "01-02\n",
    "01-0a",
    "01-99999999999999999999",
  ])("%j is none", (text) => {
    expect(parseGroupCode(text)).toBeNull();
  });

  test("every code that is written is read back", () => {
    fc.assert(
      fc.property(classes, sequences, (accountClass, sequence) => {
        const code = formatGroupCode(accountClass, sequence);
        expect(parseGroupCode(code)).toEqual({ accountClass, sequence });
        expect(classOf(code)).toBe(accountClass);
      }),
    );
  });

  test.each([
    ["01", 0, "01-01"],
    ["02", 8, "02-09"],
    ["03", 99, "03-100"],
  ] as const)("in class %s, after %s comes %s", (accountClass, last, expected) => {
    expect(nextGroupCode(accountClass, last)).toBe(expected);
  });

  test.each([-1, 0.5, Number.NaN, 2 ** 53 - 1])("nothing comes after the sequence %s", (last) => {
    expect(() => nextGroupCode("01", last)).toThrow(RangeError);
  });
});

describe("ledger codes", () => {
  test.each([
    ["01-02-0007", { accountClass: "01", groupSequence: 2, groupCode: "01-02", sequence: 7 }],
    [
      "05-100-9999",
      { accountClass: "05", groupSequence: 100, groupCode: "05-100", sequence: 9999 },
    ],
    ["04-01-10000", { accountClass: "04", groupSequence: 1, groupCode: "04-01", sequence: 10_000 }],
  ])("%s is read", (text, expected) => {
    expect(parseLedgerCode(text)).toEqual(expected);
  });

  test.each([
    "",
    "01-02",
    "01-02-",
    "01-02-007",
    "01-02-0000",
    "01-02-00007",
    "01-002-0007",
    "01-00-0007",
    "06-02-0007",
    "01-02-0007-1",
    " 01-02-0007",
    "01-02-0007 ",
  ])("%j is none", (text) => {
    expect(parseLedgerCode(text)).toBeNull();
  });

  test("every code that is written is read back", () => {
    fc.assert(
      fc.property(classes, sequences, sequences, (accountClass, groupSequence, sequence) => {
        const groupCode = formatGroupCode(accountClass, groupSequence);
        const code = formatLedgerCode(groupCode, sequence);
        expect(parseLedgerCode(code)).toEqual({ accountClass, groupSequence, groupCode, sequence });
      }),
    );
  });

  test.each([
    ["01-02", 0, "01-02-0001"],
    ["01-02", 6, "01-02-0007"],
    ["05-100", 9999, "05-100-10000"],
  ])("in group %s, after %s comes %s", (groupCode, last, expected) => {
    expect(nextLedgerCode(groupCode, last)).toBe(expected);
  });

  test.each([
    ["01-2", 0],
    ["06-01", 0],
    ["01-02-0007", 0],
    ["01-02", -1],
    ["01-02", 1.5],
  ])("group %j with the last sequence %s gives none", (groupCode, last) => {
    expect(() => nextLedgerCode(groupCode, last)).toThrow(RangeError);
  });
});

describe("compareAccountCodes", () => {
  test("puts each group before its ledgers and counts sequences as numbers", () => {
    const ordered = [
      "01-01",
      "01-01-0001",
      "01-01-9999",
      "01-01-10000",
      "01-02",
      "01-99",
      "01-100",
      "01-100-0001",
      "02-01",
    ];
    expect(ordered.toReversed().toSorted(compareAccountCodes)).toEqual(ordered);
    for (const [index, code] of ordered.entries()) {
      for (const [otherIndex, other] of ordered.entries()) {
        expect(Math.sign(compareAccountCodes(code, other))).toBe(Math.sign(index - otherIndex));
      }
    }
  });
});
