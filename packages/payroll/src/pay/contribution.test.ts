import { kobo } from "@kontor/books/money";
import { describe, expect, it } from "vitest";

import { packAt } from "../statutory/packs.ts";
import { itfOf, nhfOf, NO_CREDIT, nsitfOf, pensionOf } from "./contribution.ts";
import { amountOfItem, lowersGross, type PayItem } from "./item.ts";
import { NO_PAY } from "./rate.ts";
import { defaultPayrollSettings, settingProblems } from "./settings.ts";

const pack = packAt("2026-01-01");
const nothing = { pay: NO_PAY, pensionableItems: kobo(0n), gross: kobo(0n) };
const pay = {
  corrected: nothing,
  credit: NO_CREDIT,
  pay: {
    basic: kobo(250_000_00n),
    housing: kobo(75_000_00n),
    transport: kobo(50_000_00n),
    other: kobo(125_000_00n),
  },
  pensionableItems: kobo(10_000_00n),
  gross: kobo(560_000_00n),
};

const noCredit = { credit: { before: 0n, after: 0n } };

describe("pension", () => {
  it("is computed on basic, housing and transport, or on all components, with pensionable items", () => {
    const rates = { employee: 800n, employer: 1000n };
    expect(pensionOf(pay, { base: "basic_housing_transport", ...rates }, pack)).toEqual({
      employee: { base: 385_000_00n, rate: 800n, amount: 30_800_00n, ...noCredit },
      employer: { base: 385_000_00n, rate: 1000n, amount: 38_500_00n, ...noCredit },
    });
    expect(pensionOf(pay, { base: "gross", ...rates }, pack).employee.base).toBe(510_000_00n);
  });

  it("uses a configured rate above the legal one, and never a lower one", () => {
    const set = { base: "basic_housing_transport", employee: 500n, employer: 1250n } as const;
    const { employee, employer } = pensionOf(pay, set, pack);
    expect(employee.rate).toBe(800n);
    expect(employer.rate).toBe(1250n);
  });

  it("has no negative base", () => {
    const back = { ...pay, pensionableItems: kobo(-400_000_00n) };
    expect(pensionOf(back, defaultPayrollSettings.pension, pack).employee).toEqual({
      base: 0n,
      rate: 800n,
      amount: 0n,
      ...noCredit,
    });
  });
});

describe("the credit of pay that was taken back", () => {
  const basicOf = (naira: bigint) => ({
    pay: { ...NO_PAY, basic: kobo(naira * 100n) },
    pensionableItems: kobo(0n),
    gross: kobo(naira * 100n),
  });

  it.each([
    ["what this month does not cover", -150n, -250n, 0n, 0n, 150n],
    ["all is set against more pay", 200n, 0n, 150n, 50n, 0n],
    ["a part is set against less pay", 100n, 0n, 150n, 0n, 50n],
    ["it is paid again", 150n, 150n, 150n, 0n, 0n],
    ["more is taken back", -10n, -10n, 40n, 0n, 50n],
    ["unpaid leave is none", -50n, 0n, 0n, 0n, 0n],
    ["unpaid leave beside it is none", -80n, -30n, 0n, 0n, 30n],
    ["unpaid leave leaves it as it is", -20n, 30n, 40n, 0n, 40n],
  ])("%s: %i of which %i corrected, %i before", (_, is, corrected, credit, base, after) => {
    const before = kobo(credit * 100n);
    const input = {
      ...basicOf(is),
      corrected: basicOf(corrected),
      credit: { pension: before, nhf: before, nsitf: before, itf: before },
    };
    const { employee, employer } = pensionOf(input, defaultPayrollSettings.pension, pack);
    const others = [nhfOf, nsitfOf, itfOf].map((of) => of(input, "gross", pack));
    for (const each of [employee, employer, ...others]) {
      expect([each.base, each.credit]).toEqual([base * 100n, { before, after: after * 100n }]);
    }
    expect(employee.amount).toBe(base * 8n);
  });

  it("is of each scheme's own base", () => {
    // ₦100,000 of pay and a bonus of ₦300,000, with ₦250,000 of basic recovered.
    const input = {
      ...basicOf(-150_000n),
      gross: kobo(150_000_00n),
      corrected: basicOf(-250_000n),
      credit: NO_CREDIT,
    };
    expect(pensionOf(input, defaultPayrollSettings.pension, pack).employee).toMatchObject({
      amount: 0n,
      credit: { after: 150_000_00n },
    });
    expect(nsitfOf(input, "gross", pack)).toMatchObject({
      amount: 1_500_00n,
      credit: { after: 0n },
    });
  });
});

describe("contributions by their bases", () => {
  it.each([
    ["basic", 6_250_00n, 2_500_00n],
    ["basic_housing_transport", 9_375_00n, 3_750_00n],
    ["gross", 14_000_00n, 5_600_00n],
  ] as const)("%s", (base, nhf, onePercent) => {
    expect(nhfOf(pay, base, pack).amount).toBe(nhf);
    expect(nsitfOf(pay, base, pack).amount).toBe(onePercent);
    expect(itfOf(pay, base, pack).amount).toBe(onePercent);
  });
});

describe("settings", () => {
  const good = defaultPayrollSettings;

  it("are within the law by default", () => {
    expect(settingProblems(good, pack)).toEqual([]);
  });

  it("may be at their limits", () => {
    const whole = { ...good.pension, employee: 10_000n, employer: 10_000n };
    const floor = { amount: kobo(0n), partOfGross: 10_000n };
    for (const payDay of [1, 31]) {
      expect(settingProblems({ ...good, payDay, pension: whole, floor }, pack)).toEqual([]);
    }
  });

  it.each([
    ["pay_day_invalid", { ...good, payDay: 32 }],
    ["pay_day_invalid", { ...good, payDay: 0 }],
    ["pay_day_invalid", { ...good, payDay: 1.5 }],
    ["pension_employee_below_law", { ...good, pension: { ...good.pension, employee: 799n } }],
    ["pension_employer_below_law", { ...good, pension: { ...good.pension, employer: 999n } }],
    ["pension_rate_invalid", { ...good, pension: { ...good.pension, employer: 10_001n } }],
    ["pension_rate_invalid", { ...good, pension: { ...good.pension, employee: 10_001n } }],
    ["floor_invalid", { ...good, floor: { amount: kobo(-1n), partOfGross: 0n } }],
    ["floor_invalid", { ...good, floor: { amount: kobo(0n), partOfGross: -1n } }],
    ["floor_invalid", { ...good, floor: { amount: kobo(0n), partOfGross: 10_001n } }],
  ])("find %s in %o", (problem, settings) => {
    expect(settingProblems(settings, pack)).toEqual([problem]);
  });
});

describe("items", () => {
  const item: PayItem = {
    key: "1",
    label: "Car",
    kind: "earning",
    amount: kobo(10_000_00n),
    taxable: true,
    pensionable: false,
    recurring: true,
    until: null,
    prorated: true,
  };

  it("are prorated only when they are marked so", () => {
    expect(amountOfItem(item, { worked: 1, of: 3 })).toBe(3_333_33n);
    expect(amountOfItem({ ...item, prorated: false }, { worked: 1, of: 3 })).toBe(10_000_00n);
  });

  it("reduce gross when they recover taxable pay", () => {
    expect(lowersGross(item)).toBe(false);
    expect(lowersGross({ ...item, kind: "deduction" })).toBe(true);
    expect(lowersGross({ ...item, kind: "deduction", taxable: false })).toBe(false);
  });
});
