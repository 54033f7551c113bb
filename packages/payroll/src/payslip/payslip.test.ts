import { kobo } from "@kontor/books/money";
import { describe, expect, it } from "vitest";

import { advancePlan } from "../advances/plan.ts";
import { defaultPayrollSettings } from "../pay/settings.ts";
import { noReliefs } from "../statutory/income-tax.ts";
import { packAt } from "../statutory/packs.ts";
import { amountOf, inputOf, item, naira, payslipsOf, rate } from "../testing/payslip-inputs.ts";
import type { PayslipInput } from "./input.ts";
import { payslipOf, type Payslip } from "./payslip.ts";

const settings = defaultPayrollSettings;

/** Lines as code and naira, for comparison with a calculation on paper. */
function linesOf({ lines }: Payslip): Record<string, number> {
  return Object.fromEntries(lines.map(({ code, amount }) => [code, Number(amount) / 100]));
}

describe("published vectors, as payslips of a year", () => {
  it("₦1,000,000 a month, rent ₦2.4 m, no NHF", () => {
    const rates = [rate("2020-01-01", 1_000_000)];
    const reliefs = { ...noReliefs, rent: naira(2_400_000) };
    for (const payslip of payslipsOf("2026-01", "2026-12", () => ({ rates, reliefs }))) {
      expect(amountOf(payslip, "pension")).toBe(naira(80_000));
      expect(amountOf(payslip, "paye")).toBe(naira(140_900));
      expect(payslip.totals.net).toBe(naira(779_100));
    }
  });

  it("₦500,000 a month with NHF on basic", () => {
    const changes = {
      rates: [rate("2020-01-01", 250_000, 75_000, 50_000, 125_000)],
      reliefs: { ...noReliefs, rent: naira(1_200_000) },
      settings: { ...settings, nhf: { active: true, base: "basic" as const } },
      nhfConsent: true,
    };
    for (const payslip of payslipsOf("2026-01", "2026-12", () => changes)) {
      expect(linesOf(payslip)).toEqual({
        basic: 250_000,
        housing: 75_000,
        transport: 50_000,
        other: 125_000,
        pension: 30_000,
        nhf: 6_250,
        paye: 62_375,
        pension_employer: 37_500,
        nsitf: 5_000,
      });
    }
  });

  it("joins in July at ₦500,000 a month", () => {
    const changes = {
      rates: [rate("2026-07-01", 500_000)],
      employment: { start: "2026-07-01", exit: null },
    };
    const payslips = payslipsOf("2026-07", "2026-12", () => changes);
    expect(payslips.map((payslip) => amountOf(payslip, "paye"))).toEqual(
      payslips.map(() => naira(49_000)),
    );
  });

  it("₦250,000 a month and a bonus of ₦250,000 in December", () => {
    const bonus = item({ key: "7", label: "Bonus", amount: naira(250_000) });
    const payslips = payslipsOf("2026-01", "2026-12", (month) => ({
      rates: [rate("2020-01-01", 250_000)],
      items: month === "2026-12" ? [bonus] : [],
    }));
    const paye = payslips.map((payslip) => amountOf(payslip, "paye"));
    expect(paye).toEqual([...Array.from({ length: 11 }, () => naira(24_500)), naira(62_300)]);
    expect(payslips.at(-1)?.yearToDate).toEqual({
      year: 2026,
      gross: naira(3_250_000),
      taxable: naira(3_250_000),
      benefits: 0n,
      pension: naira(240_000),
      nhf: 0n,
      paye: naira(331_800),
      net: naira(2_678_200),
    });
  });

  it.each([
    [70_000, 0],
    [70_001, 50_015],
  ])("₦%d a month without reliefs pays %d kobo", (gross, paye) => {
    const payslips = payslipsOf("2026-01", "2026-12", () => ({
      rates: [rate("2020-01-01", gross)],
      pensionExemption: "OTHER_REASON",
    }));
    expect(payslips.map((payslip) => Number(amountOf(payslip, "paye")))).toEqual(
      payslips.map(() => paye),
    );
  });
});

describe("pay of the month", () => {
  it("pays items by their kind", () => {
    const items = [
      item({ key: "1", label: "Car", amount: naira(31_000), recurring: true, prorated: true }),
      item({ key: "2", label: "Bonus", amount: naira(50_000), pensionable: true }),
      item({ key: "3", label: "Refund", amount: naira(5_000), taxable: false }),
      item({ key: "4", label: "Unpaid leave", kind: "deduction", amount: naira(10_000) }),
      item({ key: "5", label: "Union", kind: "deduction", amount: naira(1_000), taxable: false }),
      item({ key: "8", label: "Ended", recurring: true, until: "2025-12" }),
    ];
    const payslip = payslipOf(
      inputOf("2026-01", {
        items,
        employment: { start: "2026-01-17", exit: null },
        rates: [rate("2026-01-17", 310_000)],
      }),
    );
    expect(linesOf(payslip)).toMatchObject({
      basic: 150_000,
      "item:1": 15_000,
      "item:2": 50_000,
      "item:3": 5_000,
      "item:4": 10_000,
      "item:5": 1_000,
      pension: 16_000,
      pension_employer: 20_000,
      nsitf: 2_100,
    });
    expect(linesOf(payslip)).not.toHaveProperty("item:8");
    expect(payslip.totals).toMatchObject({
      gross: naira(210_000),
      benefits: naira(0),
      taxable: naira(205_000),
      cost: naira(232_100),
    });
    expect(payslip.lines.find(({ code }) => code === "item:4")?.kind).toBe("reduction");
  });

  it("names the month of arrears, and recovers overpaid pay", () => {
    const pay = rate("", 20_000, 5_000);
    const back = rate("", -3_000, 1_000);
    const payslip = payslipOf(
      inputOf("2026-03", {
        arrears: [
          { month: "2026-01", pay },
          { month: "2026-02", pay: back },
        ],
      }),
    );
    expect(payslip.lines.slice(1, 3)).toMatchObject([
      {
        code: "arrears:2026-01",
        kind: "earning",
        label: "Arrears for January 2026",
        amount: naira(25_000),
      },
      {
        code: "arrears:2026-02",
        kind: "reduction",
        label: "Paid too much in February 2026",
        amount: naira(2_000),
      },
    ]);
    expect(payslip.totals.gross).toBe(naira(323_000));
    expect(amountOf(payslip, "pension")).toBe(naira(25_840));
  });

  it("taxes an employee who starts on 31 January for a day, not a month", () => {
    const payslip = payslipOf(
      inputOf("2026-01", {
        employment: { start: "2026-01-31", exit: null },
        rates: [rate("2026-01-31", 300_000)],
      }),
    );
    // Year: 9,677.42 + 11 × 300,000 less 8%, so 244,891.22 … + 18% above ₦3 m; a 342nd part of it.
    expect(amountOf(payslip, "basic")).toBe(967_742n);
    expect(amountOf(payslip, "pension")).toBe(77_419n);
    const chargeable = 967_742n + 11n * naira(300_000) - 77_419n - 11n * naira(24_000);
    const tax = naira(330_000) * 100n + (chargeable - naira(3_000_000)) * 18n;
    expect(amountOf(payslip, "paye")).toBe((2n * tax + 34_200n) / 68_400n);
    expect(payslip.warnings).toEqual([]);
  });

  it("pays only one-off items off cycle, with only their tax", () => {
    const items = [
      item({ key: "1", label: "Bonus", amount: naira(100_000) }),
      item({ key: "2", label: "Car", amount: naira(20_000), recurring: true }),
    ];
    const cycle = { kind: "OFF_CYCLE", regularPaid: false } as const;
    const extra = payslipOf(inputOf("2026-01", { cycle, items }));
    // 12 × 320,000 less pension is in the band of 18%.
    expect(linesOf(extra)).toEqual({
      "item:1": 100_000,
      pension: 0,
      paye: 18_000,
      pension_employer: 0,
      nsitf: 1_000,
    });
    expect(extra.warnings).toEqual([]);
    const { yearToDate } = extra;
    const regular = payslipOf(inputOf("2026-01", { items: items.slice(1), yearToDate }));
    const without = payslipOf(inputOf("2026-01", { items: items.slice(1) }));
    // The bonus does not affect the spread over the months, only the tax paid so far: it bears
    // exactly its own tax.
    expect(amountOf(regular, "paye")).toBe(amountOf(without, "paye"));
  });

  it("refuses a year to date of another year", () => {
    const { yearToDate } = inputOf("2025-01");
    expect(() => payslipOf(inputOf("2026-01", { yearToDate }))).toThrow(RangeError);
  });
});

describe("advances and the floor", () => {
  const advance = (key: string, amount: number, due: string) => ({
    key,
    plan: advancePlan({
      amount: naira(amount),
      rate: 1200n,
      requestedOn: "2026-01-10",
      dueDates: [due],
    }),
    allocated: kobo(0n),
  });
  const union = item({ key: "5", kind: "deduction", amount: naira(30_000), taxable: false });
  const withFloor = (partOfGross: bigint, changes: Partial<PayslipInput> = {}) =>
    payslipOf(
      inputOf("2026-02", {
        settings: { ...settings, floor: { amount: naira(10_000), partOfGross } },
        items: [union],
        advances: [advance("9", 50_000, "2026-02-25"), advance("10", 50_000, "2026-01-25")],
        ...changes,
      }),
    );

  it("recovers what is due, the longest overdue first, with principal and interest", () => {
    const payslip = withFloor(0n);
    const recoveries = payslip.lines.flatMap(({ recovery }) => recovery ?? []);
    expect(recoveries).toEqual([
      { advance: "10", principal: naira(50_000), interest: 246_58n, left: 0n },
      { advance: "9", principal: naira(50_000), interest: 756_16n, left: 0n },
    ]);
    expect(payslip.warnings).toEqual([]);
  });

  it("keeps the floor: reduces the newest advance first, then the other, then items", () => {
    // After pension and tax, 239,320.00 of 300,000.00 is left.
    const rest = withFloor(0n).totals.net + 2n * naira(50_000) + 1_002_74n + naira(30_000);
    expect(rest).toBe(naira(300_000 - 24_000) - amountOf(withFloor(0n), "paye"));
    const oneCut = withFloor(4_000n);
    expect(oneCut.totals.net).toBe(naira(120_000));
    expect(amountOf(oneCut, "item:5")).toBe(naira(30_000));
    expect(amountOf(oneCut, "advance:10")).toBe(50_246_58n);
    expect(oneCut.warnings.map(({ code, line }) => [code, line])).toEqual([
      ["advance_reduced", "advance:9"],
    ]);
    const arithmetic = (code: string) =>
      oneCut.lines.find((line) => line.code === code)?.arithmetic;
    expect(arithmetic("advance:10")).toMatch(/; due 50,246\.58$/);
    expect(arithmetic("advance:9")).toMatch(
      /; due 50,756\.16, of which net pay above the floor covers [\d,.]+$/,
    );
    const allCut = withFloor(7_500n);
    expect(allCut.totals.net).toBe(naira(225_000));
    expect(allCut.warnings.map(({ code, line }) => [code, line])).toEqual([
      ["item_reduced", "item:5"],
      ["advance_reduced", "advance:10"],
      ["advance_reduced", "advance:9"],
    ]);
    expect(allCut.warnings.at(-1)?.amount).toBe(50_756_16n);
  });

  it("recovers nothing before its payday, and everything from the last pay", () => {
    const advances = [advance("9", 50_000, "2026-06-25")];
    expect(amountOf(withFloor(0n, { advances }), "advance:9")).toBe(0n);
    const employment = { start: "2020-01-01", exit: "2026-02-28" };
    expect(amountOf(withFloor(0n, { advances, employment }), "advance:9")).toBe(
      advances[0]?.plan.payback,
    );
  });
});

describe("warnings", () => {
  const codes = (changes: Partial<PayslipInput>) =>
    payslipOf(inputOf("2026-01", changes)).warnings.map(({ code, blocks }) => [code, blocks]);

  it("block a payslip that cannot be paid", () => {
    expect(codes({ rates: [] })).toEqual([
      ["no_pay_rate", true],
      ["nothing_to_pay", false],
    ]);
    expect(codes({ bankAccount: null })).toEqual([["no_bank_account", true]]);
    const back = item({ kind: "deduction", amount: naira(400_000) });
    expect(codes({ items: [back] })).toEqual([["net_below_zero", true]]);
    const inOpeningFigures = { own: true, paid: [] };
    expect(codes({ inOpeningFigures })).toEqual([["month_in_opening_figures", true]]);
  });

  it("name what should be checked", () => {
    const floor = { amount: naira(290_000), partOfGross: 0n };
    expect(codes({ settings: { ...settings, floor } })).toEqual([["net_below_floor", false]]);
    expect(codes({ rates: [rate("2020-01-01", 69_999)] })).toEqual([["below_minimum_wage", false]]);
    expect(codes({ rates: [rate("2020-01-01", 70_000)] })).toEqual([]);
    const yearToDate = { ...inputOf("2026-01").yearToDate, paye: naira(900_000) };
    expect(codes({ yearToDate })).toEqual([["tax_overpaid", false]]);
    const corrected = item({ amount: naira(50), paid: naira(30) });
    expect(codes({ items: [item({ key: "2" }), corrected] })).toEqual([["item_corrected", false]]);
    const inOpeningFigures = { own: false, paid: ["2026-02"] };
    expect(codes({ inOpeningFigures })).toEqual([["month_counted_twice", false]]);
    // Who is paid nothing needs no account.
    const unpaid = { employment: { start: "2026-02-01", exit: null }, bankAccount: null };
    expect(codes(unpaid)).toEqual([["nothing_to_pay", false]]);
  });
});

describe("an employee outside the pension scheme", () => {
  const outside = payslipOf(inputOf("2026-01", { pensionExemption: "SMALL_EMPLOYER" }));
  const pensionIn = ({ lines }: Payslip) => lines.filter(({ code }) => code.startsWith("pension"));

  it("has a line that says why, and no contribution by anybody", () => {
    expect(pensionIn(outside)).toMatchObject([
      {
        code: "pension",
        amount: 0n,
        rule: {
          name: "Outside the pension scheme: small employer",
          section: "Pension Reform Act 2014, s.2",
          source: null,
          pack: null,
        },
        inputs: [],
        arithmetic: "Neither the employee nor the employer contributes = 0.00",
      },
    ]);
    expect(outside.yearToDate.pension).toBe(0n);
    const inside = pensionIn(payslipOf(inputOf("2026-01")));
    expect(inside.map(({ amount }) => amount)).toEqual([naira(24_000), naira(30_000)]);
  });

  it("is taxed without the contributions, except those made earlier in the year", () => {
    const paye = (payslip: Payslip) => payslip.lines.find(({ code }) => code === "paye");
    const names = (payslip: Payslip) => paye(payslip)?.inputs.map(({ name }) => name) ?? [];
    // A year of 3,600,000: 15% of 2,200,000 and 18% of 600,000, of which a twelfth each month.
    expect(paye(outside)?.amount).toBe(naira(36_500));
    expect(names(outside).filter((name) => name.startsWith("Contributions"))).toEqual([]);
    const [, february] = payslipsOf("2026-01", "2026-02", (month) => ({
      pensionExemption: month === "2026-02" ? "FOREIGN_EMPLOYEE" : null,
    }));
    expect(february && names(february)).toContain("Contributions so far this year");
    expect(february?.yearToDate.pension).toBe(naira(24_000));
  });
});

it("keeps rule, section, inputs and arithmetic with every line", () => {
  const payslip = payslipOf(
    inputOf("2026-02", {
      rates: [rate("2020-01-01", 280_000), rate("2026-02-15", 308_000)],
      items: [item({ key: "7", label: "Bonus", amount: naira(100_000) })],
    }),
  );
  const line = (code: string) => payslip.lines.find((each) => each.code === code);
  expect(line("basic")).toMatchObject({
    inputs: [
      { name: "01 Feb 2026 to 14 Feb 2026", value: "280,000.00 a month, 14 of 28 days" },
      { name: "15 Feb 2026 to 28 Feb 2026", value: "308,000.00 a month, 14 of 28 days" },
    ],
    arithmetic: "(280,000.00 × 14 + 308,000.00 × 14) ÷ 28 = 294,000.00",
    monthly: naira(308_000),
  });
  expect(line("pension")).toMatchObject({
    rule: { section: "Pension Reform Act 2014, s.4", pack: "Nigeria 2026" },
    arithmetic: "294,000.00 × 8% = 23,520.00",
  });
  expect(line("paye")?.rule.section).toContain("s.58 and Fourth Schedule");
  expect(line("paye")?.arithmetic).toBe(
    "Chargeable this year 3,104,080.00: 800,000.00 × 0% + 2,200,000.00 × 15% + 104,080.00 × 18%" +
      " = 348,734.40 a year; with one-off pay 3,204,080.00: 800,000.00 × 0% + 2,200,000.00 × 15%" +
      " + 204,080.00 × 18% = 366,734.40 a year;" +
      " (348,734.40 − 0.00) × 1 ÷ 11 + 366,734.40 − 348,734.40 = 49,703.13",
  );
  for (const { rule, arithmetic, inputs, amount } of payslip.lines) {
    expect(rule.name).not.toBe("");
    expect(inputs.length).toBeGreaterThan(0);
    const printed = (Number(amount) / 100).toLocaleString("en", { minimumFractionDigits: 2 });
    expect(arithmetic.endsWith(printed)).toBe(true);
  }
});

it("rehearses a draft law", () => {
  const law = packAt("2026-01-01");
  const draft = {
    ...law,
    name: "Draft",
    incomeTax: { ...law.incomeTax, bands: [{ width: null, rate: 1000n }] },
  };
  const payslip = payslipOf(inputOf("2026-01", { pack: draft }));
  expect(amountOf(payslip, "paye")).toBe(naira(27_600));
  expect(payslip.pack).toBe("Draft");
});
