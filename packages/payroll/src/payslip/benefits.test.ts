import * as fc from "fast-check";
import { describe, expect, it } from "vitest";

import { benefitsThrough, type Benefit } from "../pay/benefit.ts";
import { defaultPayrollSettings } from "../pay/settings.ts";
import { noReliefs } from "../statutory/income-tax.ts";
import { car, flat } from "../testing/benefits.ts";
import { amountOf, inputOf, item, naira, payslipsOf, rate } from "../testing/payslip-inputs.ts";
import { fraction, nearest, oracleTax } from "../testing/tax-oracle.ts";
import { newYear, type PayslipInput } from "./input.ts";
import { payslipOf, type Payslip } from "./payslip.ts";

/*
 * ₦1m a month, all of it pensionable: 12m less 960,000 of pension is 11.04m. Tax: 330,000 at 3m, then
 * 8.04m × 18% = 1,447,200: 1,777,200 a year, 148,100 a month. With a car of 1.2m a year 12.24m: 1,950,000 at
 * 12m, then 240,000 × 21% = 50,400: 2,000,400 a year, 166,700 a month.
 */
const rates = [rate("2020-01-01", 1_000_000)];
const given = (...benefits: Benefit[]): Partial<PayslipInput> => ({
  rates,
  benefits: { given: benefits, opening: null },
});
const payes = (payslips: readonly Payslip[]) => payslips.map((each) => amountOf(each, "paye"));
const repeated = (count: number, amount: number) =>
  Array.from({ length: count }, () => naira(amount));
const total = (amounts: readonly bigint[]) => amounts.reduce((sum, amount) => sum + amount, 0n);
const benefitLines = ({ lines }: Payslip) =>
  lines
    .filter(({ kind }) => kind.startsWith("benefit"))
    .map(({ code, kind, amount }) => [code, kind, amount]);

describe("a car of a whole year", () => {
  const payslips = payslipsOf("2026-01", "2026-12", () => given(car()));

  it("raises PAYE and nothing else", () => {
    expect(payes(payslips)).toEqual(repeated(12, 166_700));
    const [january] = payslips;
    const [without] = payslipsOf("2026-01", "2026-01", () => ({ rates }));
    expect(january?.totals).toEqual({
      ...without?.totals,
      benefits: naira(100_000),
      taxable: naira(1_100_000),
      deductions: naira(246_700),
      // 1,000,000 − 80,000 − 166,700
      net: naira(753_300),
    });
    const others = ({ lines = [] }: Partial<Payslip> = {}) =>
      lines.filter(({ code }) => code !== "paye" && !code.startsWith("benefit:"));
    expect(others(january)).toEqual(others(without));
    expect(without?.lines.some(({ kind }) => kind === "benefit")).toBe(false);
  });

  it("is 18% more with rent relief that keeps the income below 12m", () => {
    // 12m + 1.2m − 960,000 − 480,000 = 11.76m: 330,000 + 8.76m × 18% = 1,906,800 a year.
    const reliefs = { ...noReliefs, rent: naira(2_400_000) };
    const relieved = payslipOf(inputOf("2026-01", { ...given(car()), reliefs }));
    expect(amountOf(relieved, "paye")).toBe(naira(158_900));
  });

  it("is in the year to date and in the explanations", () => {
    expect(payslips.at(-1)?.yearToDate).toMatchObject({
      gross: naira(12_000_000),
      taxable: naira(13_200_000),
      benefits: naira(1_200_000),
      paye: naira(2_000_400),
    });
    const march = payslips[2];
    expect(march?.lines.find(({ code }) => code === "benefit:1")).toMatchObject({
      label: "Official car",
      arithmetic: "24,000,000.00 × 5% ÷ 12 = 100,000.00",
      rule: { section: "Nigeria Tax Act 2025, s.14" },
    });
    const paye = march?.lines.find(({ code }) => code === "paye");
    expect(paye?.rule.section).toContain("s.14");
    expect(paye?.inputs).toEqual(
      expect.arrayContaining([
        { name: "Taxable pay so far this year", value: "2,000,000.00" },
        { name: "Benefits in kind so far this year", value: "200,000.00" },
        { name: "Benefits in kind on this payslip", value: "100,000.00" },
        { name: "Benefits in kind still to come this year", value: "900,000.00" },
      ]),
    );
  });
});

describe("a part of a year", () => {
  it("taxes a benefit from the day on which it begins", () => {
    const from = "2026-07-16";
    const payslips = payslipsOf("2026-01", "2026-12", () => given(car({ from })));
    expect(payes(payslips).slice(0, 6)).toEqual(repeated(6, 148_100));
    expect(benefitLines(payslips[5] as Payslip)).toEqual([]);
    expect(payslips[6]?.lines.find(({ code }) => code === "benefit:1")?.arithmetic).toBe(
      "24,000,000.00 × 5% ÷ 12 × 16 ÷ 31 = 51,612.90",
    );
    // 551,612.90 of benefit: 330,000 + (11,040,000 + 551,612.90 − 3,000,000) × 18% = 1,876,490.322;
    // (1,876,490.322 − 888,600) ÷ 6 = 164,648.387.
    expect(payes(payslips)[6]).toBe(16_464_839n);
    expect(total(payes(payslips))).toBe(187_649_032n);
    expect(payslips.at(-1)?.yearToDate.benefits).toBe(55_161_290n);
  });

  it("spreads the tax of a benefit that ends over the year, as all tax", () => {
    // 300,000 in three months: 330,000 + 8.34m × 18% = 1,831,200, 152,600 a month.
    const payslips = payslipsOf("2026-01", "2026-12", () => given(car({ to: "2026-03-31" })));
    expect(payes(payslips)).toEqual(repeated(12, 152_600));
    expect(payslips.map(({ totals }) => totals.benefits)).toEqual([
      ...repeated(3, 100_000),
      ...repeated(9, 0),
    ]);
  });

  it("ends with the last day of work, whose payslip settles the year", () => {
    const payslips = payslipsOf("2026-01", "2026-04", (month) => ({
      ...given(car()),
      employment: { start: "2020-01-01", exit: month === "2026-04" ? "2026-04-15" : null },
    }));
    const april = payslips.at(-1) as Payslip;
    expect(benefitLines(april)).toEqual([["benefit:1", "benefit", naira(50_000)]]);
    // 3.5m + 350,000 − 280,000 = 3.57m: 330,000 + 102,600 = 432,600; 3 × 166,700 were deducted.
    expect(amountOf(april, "paye")).toBe(0n);
    expect(april.taxOverpaid).toBe(naira(67_500));
  });
});

describe("living accommodation", () => {
  it.each([
    // 12m + 1.8m − 960,000 = 12.84m: 1,950,000 + 840,000 × 21% = 2,126,400.
    ["below the limit", 1_800_000, 150_000, 177_200],
    // 20% of 12m: 13.44m: 1,950,000 + 1.44m × 21% = 2,252,400.
    ["above the limit", 3_600_000, 200_000, 187_700],
  ])("%s", (_, rentalValue, monthly, paye) => {
    const payslips = payslipsOf("2026-01", "2026-12", () => given(flat(rentalValue)));
    expect(payes(payslips)).toEqual(repeated(12, paye));
    expect(payslips.map(({ totals }) => totals.benefits)).toEqual(repeated(12, monthly));
  });

  it("says why the limit holds", () => {
    const [, february] = payslipsOf("2026-01", "2026-02", () => given(flat(3_600_000)));
    expect(february?.lines.find(({ kind }) => kind === "benefit")).toMatchObject({
      code: "benefit:housing",
      label: "Flat",
      arithmetic:
        "2,000,000.00 × 20% = 400,000.00, less than the rental value; 400,000.00 − 200,000.00 = 200,000.00",
    });
  });

  it("of a part of the year is limited by as large a part of the gross", () => {
    const late = flat(3_600_000, { from: "2026-07-16" });
    const payslips = payslipsOf("2026-01", "2026-12", () => given(late));
    // 16 of the 217 thirty-firsts of seven months; the rental value is 300,000 × 16 ÷ 31 = 154,838.71.
    expect(payslips[6]?.lines.find(({ kind }) => kind === "benefit")?.arithmetic).toBe(
      "7,000,000.00 × 20% × 16 ÷ 217 of the time = 103,225.81, less than the rental value; 103,225.81 − 0.00 = 103,225.81",
    );
    // 12m × 20% × (5 + 16 ÷ 31) ÷ 12
    expect(payslips.at(-1)?.yearToDate.benefits).toBe(110_322_581n);
  });

  it("taxes with a bonus what it adds to the limit, at once", () => {
    const bonus = item({ key: "9", amount: naira(1_000_000) });
    const payslips = payslipsOf("2026-01", "2026-12", (month) => ({
      ...given(flat(3_600_000)),
      items: month === "2026-03" ? [bonus] : [],
    }));
    // 1m and a fifth of it more: 1.2m × 21% = 252,000.
    expect(payes(payslips)[2]).toBe(naira(439_700));
    expect(payes(payslips)[3]).toBe(naira(187_700));
    expect(payslips[2]?.totals.benefits).toBe(naira(400_000));
    expect(payslips.at(-1)?.yearToDate.benefits).toBe(naira(2_600_000));
  });

  it("leaves the benefits to the regular payslip when a bonus is paid off cycle", () => {
    const benefits = given(flat(3_600_000));
    const bonus = payslipOf(
      inputOf("2026-01", {
        ...benefits,
        cycle: { kind: "OFF_CYCLE", regularPaid: false },
        items: [item({ key: "9", amount: naira(1_000_000) })],
      }),
    );
    expect(benefitLines(bonus)).toEqual([]);
    expect(amountOf(bonus, "paye")).toBe(naira(252_000));
    const { yearToDate } = bonus;
    const regular = payslipOf(inputOf("2026-01", { ...benefits, yearToDate }));
    // 20% of the 2m so far is more than the month's rental value of 300,000.
    expect(regular.totals.benefits).toBe(naira(300_000));
    expect(amountOf(regular, "paye")).toBe(naira(187_700));
  });
});

describe("late records", () => {
  it("taxes earlier months at once in the month after a benefit was recorded", () => {
    const payslips = payslipsOf("2026-01", "2026-12", (month) =>
      given(...(month >= "2026-04" ? [car()] : [])),
    );
    expect(benefitLines(payslips[3] as Payslip)).toEqual([
      ["benefit:1", "benefit", naira(100_000)],
      ["benefit:earlier", "benefit", naira(300_000)],
    ]);
    // Without the 300,000: 330,000 + 8.94m × 18% = 1,939,200; (1,939,200 − 444,300) ÷ 9 = 166,100.
    // They add 2,000,400 − 1,939,200 = 61,200.
    expect(payes(payslips)).toEqual([
      ...repeated(3, 148_100),
      naira(227_300),
      ...repeated(8, 166_100),
    ]);
    expect(total(payes(payslips))).toBe(naira(2_000_400));
  });

  it("gives back what was taxed of a benefit that was removed", () => {
    const payslips = payslipsOf("2026-01", "2026-12", (month) =>
      given(...(month < "2026-04" ? [car()] : [])),
    );
    const april = payslips[3] as Payslip;
    expect(benefitLines(april)).toEqual([
      ["benefit:earlier", "benefit_correction", naira(300_000)],
    ]);
    expect(april.totals).toMatchObject({ benefits: naira(-300_000), taxable: naira(700_000) });
    // (1,831,200 − 500,100) ÷ 9 = 147,900, less 300,000 × 18%.
    expect(amountOf(april, "paye")).toBe(naira(93_900));
    expect(total(payes(payslips))).toBe(naira(1_777_200));
    expect(payslips.at(-1)?.yearToDate.benefits).toBe(0n);
  });

  it("corrects what a leaver was taxed too much off cycle, when no regular payslip follows", () => {
    const [, , march] = payslipsOf("2026-01", "2026-03", () => given(car()));
    const last = payslipOf(
      inputOf("2026-03", {
        ...given(car({ to: "2026-01-31" })),
        cycle: { kind: "OFF_CYCLE", regularPaid: true },
        employment: { start: "2020-01-01", exit: "2026-03-31" },
        yearToDate: march?.yearToDate ?? newYear(2026),
      }),
    );
    expect(benefitLines(last)).toEqual([["benefit:earlier", "benefit_correction", naira(200_000)]]);
  });

  it("does not tax months of the opening figures at once, whose tax includes them", () => {
    const opening = {
      ...newYear(2026),
      gross: naira(6_000_000),
      taxable: naira(6_000_000),
      pension: naira(480_000),
      paye: naira(1_000_200),
    };
    const july = payslipOf(
      inputOf("2026-07", {
        rates,
        benefits: {
          given: [car()],
          opening: { through: "2026-06", pay: naira(6_000_000), benefits: null },
        },
        yearToDate: opening,
      }),
    );
    expect(benefitLines(july)).toEqual([
      ["benefit:1", "benefit", naira(100_000)],
      ["benefit:earlier", "benefit", naira(600_000)],
    ]);
    expect(amountOf(july, "paye")).toBe(naira(166_700));
  });

  it("taxes a month that is paid late once", () => {
    const benefits = given(car());
    const january = payslipOf(inputOf("2026-01", benefits));
    const { yearToDate } = january;
    const march = payslipOf(inputOf("2026-03", { ...benefits, yearToDate }));
    expect(march.totals.benefits).toBe(naira(200_000));
    const february = payslipOf(
      inputOf("2026-02", { ...benefits, yearToDate: march.yearToDate, paidLater: ["2026-03"] }),
    );
    expect(february.totals.benefits).toBe(0n);
    expect(february.yearToDate.benefits).toBe(naira(300_000));
  });
});

describe("limits", () => {
  it("deducts no more tax than the pay can bear, and reports the rest", () => {
    // A car of 240m: 12m a year. 600,000 + 12m − 48,000 = 12.552m: 1,950,000 + 115,920 = 2,065,920.
    const payslips = payslipsOf("2026-01", "2026-12", () => ({
      ...given(car({ value: naira(240_000_000) })),
      rates: [rate("2020-01-01", 50_000)],
    }));
    expect(payes(payslips)).toEqual(repeated(12, 46_000));
    for (const { totals, warnings } of payslips) {
      expect(totals.net).toBe(0n);
      expect(warnings.filter(({ blocks }) => blocks)).toEqual([]);
      // 2,065,920 − 12 × 46,000
      expect(warnings).toContainEqual({
        code: "tax_beyond_pay",
        blocks: false,
        line: "paye",
        amount: naira(1_513_920),
        month: null,
      });
    }
  });

  it("counts benefits in the gross that the minimum wage exempts", () => {
    const paye = (...benefits: Benefit[]) =>
      amountOf(
        payslipOf(
          inputOf("2026-01", {
            ...given(...benefits),
            rates: [rate("2020-01-01", 70_000)],
            pensionExemption: "SMALL_EMPLOYER",
          }),
        ),
        "paye",
      );
    expect(paye()).toBe(0n);
    // 12 naira a year more: (840,012 − 800,000) × 15% ÷ 12 = 500.15.
    expect(paye(car({ kind: "OTHER", value: naira(12) }))).toBe(50_015n);
  });
});

const day = fc
  .tuple(fc.integer({ min: 1, max: 12 }), fc.integer({ min: 1, max: 28 }))
  .map(([month, of]) => `2026-${String(month).padStart(2, "0")}-${String(of).padStart(2, "0")}`);
const benefit = fc.record({
  kind: fc.constantFrom("ASSET", "HIRED", "HOUSING", "OTHER"),
  value: fc.integer({ min: 1, max: 9_000_000 }).map(naira),
  paid: fc.integer({ min: 0, max: 90_000 }).map(naira),
  from: fc.oneof(fc.constant("2020-01-01"), day),
  to: fc.oneof(fc.constant(null), day),
});

it("the months of any year add up to the year’s benefits and tax, whenever they were recorded", () => {
  const years = fc.record({
    pay: fc.integer({ min: 100_000, max: 3_000_000 }),
    exit: fc.oneof(fc.constant(null), day),
    bonus: fc.tuple(fc.integer({ min: 1, max: 12 }), fc.integer({ min: 1, max: 3_000_000 })),
    benefits: fc.array(fc.tuple(benefit, fc.integer({ min: 1, max: 12 })), { maxLength: 4 }),
  });
  fc.assert(
    fc.property(years, ({ pay, exit, bonus, benefits }) => {
      const all = benefits.map(([each], place): Benefit => car({ ...each, key: String(place) }));
      const last = exit === null ? 12 : Number(exit.slice(5, 7));
      const employment = { start: "2020-01-01", exit };
      const payslips = payslipsOf("2026-01", `2026-${String(last).padStart(2, "0")}`, (month) => {
        const number = Number(month.slice(5));
        return {
          employment,
          rates: [rate("2020-01-01", pay)],
          settings: defaultPayrollSettings,
          items: bonus[0] === number ? [item({ key: "9", amount: naira(bonus[1]) })] : [],
          benefits: {
            // Until its record is made, a benefit is unknown; all are known by the last payslip.
            given: all.filter((_, place) => Math.min(benefits[place]?.[1] ?? 1, last) <= number),
            opening: null,
          },
        };
      });
      const { yearToDate, taxOverpaid, totals, warnings } = payslips.at(-1) as Payslip;
      const paid = naira(0) + yearToDate.gross;
      const value = benefitsThrough("2026-12", all, yearToDate.gross, {
        employment,
        pack: inputOf("2026-01").pack,
      });
      expect(yearToDate.benefits).toBe(value.total);
      expect(yearToDate.taxable).toBe(paid + value.total);
      expect(totals.net >= 0n).toBe(true);
      const unborne = warnings.find(({ code }) => code === "tax_beyond_pay")?.amount ?? 0n;
      const chargeable = paid + value.total - yearToDate.pension;
      expect(yearToDate.paye - taxOverpaid + unborne).toBe(
        nearest(oracleTax(fraction(chargeable))),
      );
    }),
    { numRuns: 200 },
  );
});
