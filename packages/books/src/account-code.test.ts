import * as fc from "fast-check";
import { describe, expect, test } from "vitest";

import {
  ACCOUNT_CLASSES,
  ASSETS,
  cashFlowsOf,
  classLabel,
  classOf,
  EQUITY,
  EXPENSES,
  formatGroupCode,
  formatLedgerCode,
  INCOMES,
  isAccountClass,
  LIABILITIES,
  parseGroupCode,
  suggestedCashFlow,
  normalSide,
} from "./account-code.ts";

const classes = fc.constantFrom(...ACCOUNT_CLASSES);
const sequences = fc.integer({ min: 1, max: 1_000_000 });

describe("what a group probably is in the cash flow", () => {
  test.each([
    [ASSETS, "Property, Plant and Equipment", "investing"],
    [ASSETS, "Motor vehicles", "investing"],
    [ASSETS, "Accumulated depreciation", "investing"],
    [ASSETS, "Non-current assets", "investing"],
    [ASSETS, "Fixed deposits", "investing"],
    [ASSETS, "Cash and bank", "cash"],
    [ASSETS, "PETTY CASH", "cash"],
    [ASSETS, "Salary bank accounts", "cash"],
    [ASSETS, "Cash advances", "operating"],
    [ASSETS, "Staff advances", "operating"],
    [ASSETS, "Trade receivables", "operating"],
    [ASSETS, "Inventories", "operating"],
    [ASSETS, "Bankers", "operating"],
    [LIABILITIES, "Long-term loans", "financing"],
    [LIABILITIES, "Bank overdraft", "financing"],
    [LIABILITIES, "Lease liabilities", "financing"],
    [LIABILITIES, "Finance leases", "financing"],
    [LIABILITIES, "Equipment suppliers", "operating"],
    [LIABILITIES, "Payroll", "operating"],
    [INCOMES, "Gain on disposal of assets", "investing"],
    [INCOMES, "Revenue", "operating"],
    [EXPENSES, "Loss on disposals", "investing"],
    [EXPENSES, "Interest on loans", "operating"],
    [EQUITY, "Capital", "financing"],
    [EQUITY, "Equipment grants", "financing"],
    [ASSETS, "", "operating"],
  ] as const)("class %s, %s: %s", (accountClass, name, cashFlow) => {
    expect(suggestedCashFlow(accountClass, name)).toBe(cashFlow);
    expect(cashFlowsOf(accountClass)).toContain(cashFlow);
  });
});

describe("classes", () => {
  test.each([
    ["01", ASSETS, "ASSETS"],
    ["02", LIABILITIES, "LIABILITIES"],
    ["03", INCOMES, "INCOMES"],
    ["04", EXPENSES, "EXPENSES"],
    ["05", EQUITY, "EQUITY"],
  ] as const)("%s is %s, called %s", (text, constant, label) => {
    expect(constant).toBe(text);
    expect(isAccountClass(text)).toBe(true);
    expect(classLabel(constant)).toBe(label);
  });

  test("are five, in the order of their codes", () => {
    expect(ACCOUNT_CLASSES).toEqual(["01", "02", "03", "04", "05"]);
  });

  test.each(["00", "06", "1", "001", "", "toString"])("%j is not a class", (text) => {
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

test.each([
  [ASSETS, ["operating", "investing", "financing", "cash"]],
  [LIABILITIES, ["operating", "investing", "financing", "cash"]],
  [INCOMES, ["operating", "investing", "financing"]],
  [EXPENSES, ["operating", "investing", "financing"]],
  [EQUITY, ["financing", "operating", "investing"]],
] as const)(
  "only assets and liabilities are cash; class %s is usually the first of %j",
  (of, all) => {
    expect(cashFlowsOf(of)).toEqual(all);
  },
);

test("assets and expenses usually have debit balances, the other classes credit balances", () => {
  expect(ACCOUNT_CLASSES.map(normalSide)).toEqual(["DR", "CR", "CR", "DR", "CR"]);
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
    "01-9007199254740992",
    "01-99999999999999999999",
  ])("%j is not a group code", (text) => {
    expect(parseGroupCode(text)).toBeNull();
  });

  test("every formatted code is parsed back", () => {
    fc.assert(
      fc.property(classes, sequences, (accountClass, sequence) => {
        const code = formatGroupCode(accountClass, sequence);
        expect(parseGroupCode(code)).toEqual({ accountClass, sequence });
        expect(classOf(code)).toBe(accountClass);
      }),
    );
  });

  test.each([0, -1, 1.5, Number.NaN, 2 ** 53])("no code has the sequence %s", (sequence) => {
    expect(() => formatGroupCode("01", sequence)).toThrow(RangeError);
  });
});

describe("ledger codes", () => {
  test.each([
    ["01-02", 1, "01-02-0001"],
    ["01-02", 7, "01-02-0007"],
    ["05-100", 9999, "05-100-9999"],
    ["05-100", 10_000, "05-100-10000"],
  ])("in group %s, ledger %s is %s", (groupCode, sequence, expected) => {
    expect(formatLedgerCode(groupCode, sequence)).toBe(expected);
    expect(classOf(expected)).toBe(groupCode.slice(0, 2));
  });

  test.each([
    ["01-2", 1],
    ["06-01", 1],
    ["01-02-0007", 1],
    ["01-02", 0],
    ["01-02", -1],
    ["01-02", 1.5],
  ])("group %j has no ledger %s", (groupCode, sequence) => {
    expect(() => formatLedgerCode(groupCode, sequence)).toThrow(RangeError);
  });
});
