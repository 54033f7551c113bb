import * as fc from "fast-check";
import { describe, expect, it } from "vitest";

import { benefitsValueThrough, type Benefit } from "../pay/benefit.ts";
import { defaultPayrollSettings } from "../pay/settings.ts";
import { noReliefs } from "../statutory/income-tax.ts";
import {
  benefitLines,
  car,
  apartment,
  benefitsInput,
  payeAmounts,
  rates,
} from "../testing/benefits.ts";
import { amountOf, inputOf, item, naira, payslipsOf, rate } from "../testing/payslip-inputs.ts";
import { fraction, nearest, oracleTax } from "../testing/tax-oracle.ts";
import { payslipOf, type Payslip } from "./payslip.ts";

const repeated = (count: number, amount: number) =>
  Array.from({ length: count }, () => naira(amount));
const total = (amounts: readonly bigint[]) => amounts.reduce((sum, amount) => sum + amount, 0n);

describe("a car of a whole year", () => {
  const payslips = payslipsOf("2026-01", "2026-12", () => benefitsInput(car()));

  it("raises PAYE and nothing else", () => {
    expect(payeAmounts(payslips)).toEqual(repeated(12, 166_700));
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
    const relieved = payslipOf(inputOf("2026-01", { ...benefitsInput(car()), reliefs }));
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
    const payslips = payslipsOf("2026-01", "2026-12", () => benefitsInput(car({ from })));
    expect(payeAmounts(payslips).slice(0, 6)).toEqual(repeated(6, 148_100));
    expect(benefitLines(payslips[5] as Payslip)).toEqual([]);
    expect(payslips[6]?.lines.find(({ code }) => code === "benefit:1")?.arithmetic).toBe(
      "24,000,000.00 × 5% ÷ 12 × 16 ÷ 31 = 51,612.90",
    );
    // 551,612.90 of benefit: 330,000 + (11,040,000 + 551,612.90 − 3,000,000) × 18% = 1,876,490.322;
    // (1,876,490.322 − 888,600) ÷ 6 = 164,648.387.
    expect(payeAmounts(payslips)[6]).toBe(16_464_839n);
    expect(total(payeAmounts(payslips))).toBe(187_649_032n);
    expect(payslips.at(-1)?.yearToDate.benefits).toBe(55_161_290n);
  });

  it("taxes a benefit that begins on the last day of the month for that day", () => {
    const july = payslipOf(inputOf("2026-07", benefitsInput(car({ from: "2026-07-31" }))));
    expect(benefitLines(july)).toContainEqual(["benefit:1", "benefit", 322_581n]);
  });

  it("explains the value by what the employee spends only where that lowers it", () => {
    const hired = { kind: "HIRED", value: naira(3_600_000), paid: naira(600_000) } as const;
    const [line] = payslipOf(inputOf("2026-01", benefitsInput(car(hired)))).lines.filter(
      ({ kind }) => kind === "benefit",
    );
    expect(line?.arithmetic).toBe("3,600,000.00 ÷ 12 = 300,000.00");
    // An asset on which the employee spends more than it is worth has no line.
    const worthless = payslipOf(inputOf("2026-01", benefitsInput(car({ paid: naira(1_300_000) }))));
    expect(benefitLines(worthless)).toEqual([]);
  });

  it("spreads the tax of a benefit that ends over the year, as all tax", () => {
    // 300,000 in three months: 330,000 + 8.34m × 18% = 1,831,200, 152,600 a month.
    const payslips = payslipsOf("2026-01", "2026-12", () =>
      benefitsInput(car({ to: "2026-03-31" })),
    );
    expect(payeAmounts(payslips)).toEqual(repeated(12, 152_600));
    expect(payslips.map(({ totals }) => totals.benefits)).toEqual([
      ...repeated(3, 100_000),
      ...repeated(9, 0),
    ]);
  });

  it("ends with the last day of work, whose payslip settles the year", () => {
    const payslips = payslipsOf("2026-01", "2026-04", (month) => ({
      ...benefitsInput(car()),
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
    const payslips = payslipsOf("2026-01", "2026-12", () => benefitsInput(apartment(rentalValue)));
    expect(payeAmounts(payslips)).toEqual(repeated(12, paye));
    expect(payslips.map(({ totals }) => totals.benefits)).toEqual(repeated(12, monthly));
  });

  it("says why the limit holds", () => {
    const [, february] = payslipsOf("2026-01", "2026-02", () =>
      benefitsInput(apartment(3_600_000)),
    );
    expect(february?.lines.find(({ kind }) => kind === "benefit")).toMatchObject({
      code: "benefit:housing",
      label: "Flat",
      arithmetic:
        "2,000,000.00 × 20% = 400,000.00, less than the rental value; 400,000.00 − 200,000.00 = 200,000.00",
      inputs: [
        { name: "Rental value a year", value: "3,600,000.00" },
        { name: "Given", value: "from 01 Jan 2020" },
        { name: "Days of the month", value: "28 of 28" },
        { name: "Rental value through February 2026", value: "600,000.00" },
        { name: "Gross without it through February 2026", value: "2,000,000.00" },
        { name: "Limit through February 2026", value: "400,000.00" },
        { name: "Taxed for earlier months", value: "200,000.00" },
      ],
    });
  });

  it("has one line, of all premises and of no other benefit", () => {
    const housing = (...homes: Benefit[]) =>
      payslipOf(inputOf("2026-01", benefitsInput(car(), ...homes))).lines.find(
        ({ code }) => code === "benefit:housing",
      );
    const one = housing(apartment(600_000));
    expect([one?.label, one?.amount]).toEqual(["Flat", naira(50_000)]);
    expect(one?.inputs[0]).toEqual({ name: "Rental value a year", value: "600,000.00" });
    const two = housing(apartment(600_000), apartment(300_000, { key: "3" }));
    expect([two?.label, two?.amount]).toEqual(["Living accommodation", naira(75_000)]);
  });

  it("of a part of the year is limited by as large a part of the gross", () => {
    const late = apartment(3_600_000, { from: "2026-07-16" });
    const payslips = payslipsOf("2026-01", "2026-12", () => benefitsInput(late));
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
      ...benefitsInput(apartment(3_600_000)),
      items: month === "2026-03" ? [bonus] : [],
    }));
    // 1m and a fifth of it more: 1.2m × 21% = 252,000.
    expect(payeAmounts(payslips)[2]).toBe(naira(439_700));
    expect(payeAmounts(payslips)[3]).toBe(naira(187_700));
    expect(payslips[2]?.totals.benefits).toBe(naira(400_000));
    expect(payslips.at(-1)?.yearToDate.benefits).toBe(naira(2_600_000));
  });

  it("has no line of its own in a month without it, or without pay", () => {
    const bonus = item({ key: "9", amount: naira(1_000_000) });
    const [, , , april] = payslipsOf("2026-01", "2026-04", (month) => ({
      ...benefitsInput(apartment(3_600_000, { to: "2026-03-31" })),
      items: month === "2026-04" ? [bonus] : [],
    }));
    // 5m × 20% × 3 ÷ 4 = 750,000, of which 600,000 were taxed.
    expect(benefitLines(april as Payslip)).toEqual([
      ["benefit:earlier", "benefit", naira(150_000)],
    ]);
    const [, february] = payslipsOf("2026-01", "2026-02", () => ({
      ...benefitsInput(apartment(3_600_000)),
      rates: [...rates, rate("2026-02-01", 0)],
    }));
    expect(benefitLines(february as Payslip)).toEqual([]);
  });

  it("leaves the benefits to the regular payslip when a bonus is paid off cycle", () => {
    const benefits = benefitsInput(apartment(3_600_000));
    const bonus = payslipOf(
      inputOf("2026-01", {
        ...benefits,
        cycle: { kind: "OFF_CYCLE", regularPaid: false },
        items: [item({ key: "9", amount: naira(1_000_000) })],
      }),
    );
    expect(benefitLines(bonus)).toEqual([]);
    expect(amountOf(bonus, "paye")).toBe(naira(252_000));
    // 20% of 13m.
    expect(bonus.lines.find(({ code }) => code === "paye")?.inputs).toContainEqual({
      name: "Benefits in kind still to come this year",
      value: "2,600,000.00",
    });
    const { yearToDate } = bonus;
    const regular = payslipOf(inputOf("2026-01", { ...benefits, yearToDate }));
    // 20% of the 2m so far is more than the month's rental value of 300,000.
    expect(regular.totals.benefits).toBe(naira(300_000));
    expect(amountOf(regular, "paye")).toBe(naira(187_700));
  });
});

it("a bonus off cycle is taxed on top of the benefits of the year, those taxed before included", () => {
  const benefits = benefitsInput(car({ value: naira(12_000_000) }));
  const { yearToDate } = payslipOf(inputOf("2026-01", benefits));
  const bonus = payslipOf(
    inputOf("2026-01", {
      ...benefits,
      cycle: { kind: "OFF_CYCLE", regularPaid: true },
      items: [item({ key: "9", amount: naira(1_000_000) })],
      yearToDate,
    }),
  );
  // On 11.04m and 600,000 of benefit: 360,000 × 18% + 640,000 × 21%.
  expect(amountOf(bonus, "paye")).toBe(naira(199_200));
});

describe("limits", () => {
  it("deducts no more tax than the pay can bear, and reports the rest", () => {
    // A car of 240m: 12m a year. 600,000 + 12m − 48,000 = 12.552m: 1,950,000 + 115,920 = 2,065,920.
    const payslips = payslipsOf("2026-01", "2026-12", () => ({
      ...benefitsInput(car({ value: naira(240_000_000) })),
      rates: [rate("2020-01-01", 50_000)],
    }));
    expect(payeAmounts(payslips)).toEqual(repeated(12, 46_000));
    for (const { lines, totals, warnings } of payslips) {
      expect(totals.net).toBe(0n);
      expect(lines.find(({ code }) => code === "paye")?.inputs).toContainEqual({
        name: "PAYE that this payslip’s pay cannot bear",
        value: "1,513,920.00",
      });
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
            ...benefitsInput(...benefits),
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
      const value = benefitsValueThrough("2026-12", all, yearToDate.gross, {
        employment,
        pack: inputOf("2026-01").pack,
      });
      expect(yearToDate.benefits).toBe(value.total);
      expect(yearToDate.taxable).toBe(paid + value.total);
      expect(totals.net >= 0n).toBe(true);
      const undeductible = warnings.find(({ code }) => code === "tax_beyond_pay")?.amount ?? 0n;
      const chargeable = paid + value.total - yearToDate.pension;
      expect(yearToDate.paye - taxOverpaid + undeductible).toBe(
        nearest(oracleTax(fraction(chargeable))),
      );
    }),
    { numRuns: 200 },
  );
});
