import { describe, expect, it } from "vitest";

import { monthsFrom, type Month } from "../month.ts";
import { defaultPayrollSettings } from "../pay/settings.ts";
import { packAt } from "../statutory/packs.ts";
import { amountOf, inputOf, item, naira, rate } from "../testing/payslip-inputs.ts";
import { forecastOf, minimumWageOfYear } from "./forecast.ts";
import { emptyYearToDate, type PayslipInput } from "./input.ts";
import { payslipOf } from "./payslip.ts";

describe("forecastOf", () => {
  const taxableOf = (period: Month, changes: Partial<PayslipInput>) =>
    forecastOf(inputOf(period, changes)).income.taxable;
  const items = [
    item({ key: "a", amount: naira(10_000), recurring: true, until: "2026-10" }),
    item({ key: "b", amount: naira(5_000) }),
  ];

  it("uses today's rate until December, and items while they recur", () => {
    expect(taxableOf("2026-12", {})).toBe(0n);
    expect(taxableOf("2026-08", { items })).toBe(naira(4 * 300_000 + 2 * 10_000));
    const rates = [rate("2020-01-01", 300_000), rate("2026-11-01", 900_000)];
    expect(taxableOf("2026-08", { rates })).toBe(naira(4 * 300_000));
  });

  it("ends with the last day of work", () => {
    const employment = { start: "2020-01-01", exit: "2026-10-15" };
    const forecast = forecastOf(
      inputOf("2026-08", {
        employment,
        settings: { ...defaultPayrollSettings, proration: "thirty_days" },
      }),
    );
    expect(forecast).toEqual({
      income: { taxable: naira(450_000), contributions: naira(36_000) },
      parts: [
        { worked: 1, of: 1 },
        { worked: 15, of: 30 },
      ],
    });
  });

  it("uses the first rate of an employee who has not started", () => {
    const cycle = { kind: "OFF_CYCLE", regularPaid: false } as const;
    const employment = { start: "2026-11-01", exit: null };
    const rates = [rate("2026-11-01", 400_000)];
    expect(taxableOf("2026-10", { cycle, employment, rates })).toBe(naira(800_000));
  });

  it("leaves out later months that were paid already", () => {
    expect(taxableOf("2026-08", { items, paidLater: ["2026-09", "2026-11"] })).toBe(
      naira(2 * 300_000 + 10_000),
    );
  });

  it("includes the month itself while its regular payslip is outstanding", () => {
    const cycle = (regularPaid: boolean) => ({ kind: "OFF_CYCLE", regularPaid }) as const;
    expect(taxableOf("2026-12", { cycle: cycle(false), items })).toBe(naira(300_000));
    expect(taxableOf("2026-12", { cycle: cycle(true), items })).toBe(0n);
    const { parts } = forecastOf(inputOf("2026-11", { cycle: cycle(false) }));
    expect(parts).toEqual([
      { worked: 30, of: 30 },
      { worked: 1, of: 1 },
    ]);
  });
});

it("an extra payslip before or after the regular one results in the same tax in total", () => {
  const bonus = item({ key: "b", amount: naira(2_000_000), prorated: true });
  const rates = [rate("2020-01-01", 1_000_000)];
  const regular = (yearToDate: PayslipInput["yearToDate"]) =>
    payslipOf(inputOf("2026-03", { rates, yearToDate }));
  const extra = (regularPaid: boolean, yearToDate: PayslipInput["yearToDate"]) =>
    payslipOf(
      inputOf("2026-03", {
        rates,
        yearToDate,
        items: [bonus],
        cycle: { kind: "OFF_CYCLE", regularPaid },
      }),
    );
  const start = emptyYearToDate(2026);
  const first = regular(start);
  const after = extra(true, first.yearToDate);
  const before = extra(false, start);
  // March to December at ₦920,000 are 9,200,000: all of the bonus is in the band of 18%.
  expect(amountOf(after, "item:b")).toBe(naira(2_000_000));
  expect(amountOf(after, "paye")).toBe(naira(360_000));
  expect(before.totals).toEqual(after.totals);
  expect(regular(before.yearToDate).yearToDate).toEqual(after.yearToDate);
});

describe("minimumWageOfYear", () => {
  const law = packAt("2026-01-01");
  const draft = {
    ...law,
    name: "Draft",
    from: "2026-07-01",
    minimumWage: { ...law.minimumWage, monthly: naira(100_000) },
  };

  it("uses for earlier months the law of their time", () => {
    expect(minimumWageOfYear(inputOf("2026-07"))).toBe(naira(840_000));
    // Eight months at ₦70,000 and four at ₦100,000.
    expect(minimumWageOfYear(inputOf("2026-09", { pack: draft }))).toBe(naira(960_000));
  });

  it("prorates partial months as pay is prorated", () => {
    const employment = { start: "2026-11-16", exit: null };
    expect(minimumWageOfYear(inputOf("2026-11", { employment }))).toBe(naira(105_000));
  });

  it.each([
    ["somebody who starts on the wage itself is exempt", 70_000, true],
    ["a naira more is not exempt", 70_001, false],
  ])("%s", (_case, monthly, exempt) => {
    const changes = {
      employment: { start: "2026-01-17", exit: null },
      rates: [rate("2026-01-17", monthly)],
      yearToDate: emptyYearToDate(2026),
      pensionExemption: "OTHER_REASON",
    } as const;
    const paye = payslipOf(inputOf("2026-01", changes)).lines.find(({ code }) => code === "paye");
    expect(paye?.rule.section?.includes("minimum wage")).toBe(exempt);
  });

  it("explains the tax of somebody whom only a bonus takes above the wage", () => {
    const payslip = payslipOf(
      inputOf("2026-01", {
        rates: [rate("2020-01-01", 70_000)],
        items: [item({ amount: naira(1) })],
        pensionExemption: "OTHER_REASON",
      }),
    );
    const paye = payslip.lines.find(({ code }) => code === "paye");
    // The whole year is taxed then, not only the bonus.
    expect(paye?.amount).toBe(naira(6_000.15));
    expect(paye?.arithmetic).toBe(
      [
        "Chargeable this year 840,000.00: not above the minimum wage, so the year’s tax is 0.00",
        "with one-off pay 840,001.00: 800,000.00 × 0% + 40,001.00 × 15% = 6,000.15 a year",
        "(0.00 − 0.00) × 1 ÷ 12 + 6,000.15 − 0.00 = 6,000.15",
      ].join("; "),
    );
  });
});

it("deducts NHF only where the employee agreed and the company takes part", () => {
  const nhf = { active: true, base: "basic" } as const;
  const amount = (active: boolean, nhfConsent: boolean) =>
    amountOf(
      payslipOf(
        inputOf("2026-01", {
          settings: { ...defaultPayrollSettings, nhf: { ...nhf, active } },
          nhfConsent,
        }),
      ),
      "nhf",
    );
  expect(amount(true, true)).toBe(naira(7_500));
  expect(amount(true, false)).toBe(0n);
  expect(amount(false, true)).toBe(0n);
});

it.each(["2026-03", "2026-11", "2026-12"])(
  "a month that is paid after %s results in the same yearly tax as one paid in time",
  (last) => {
    const months = monthsFrom("2026-01", "2026-12");
    const late: Month = "2026-02";
    const rates = [rate("2020-01-01", 220_000)];
    const yearOfMonths = (order: readonly Month[]) =>
      order.reduce((yearToDate, period, place) => {
        const paidLater = order.slice(0, place).filter((month) => month > period);
        return payslipOf(inputOf(period, { rates, yearToDate, paidLater })).yearToDate;
      }, emptyYearToDate(2026));
    const others = months.filter((month) => month !== late);
    const order = [
      ...others.filter((month) => month <= last),
      late,
      ...others.filter((month) => month > last),
    ];
    expect(yearOfMonths(order)).toEqual(yearOfMonths(months));
  },
);
