import type { Kobo } from "@kontor/books/money";
import * as fc from "fast-check";
import { describe, expect, it } from "vitest";

import { benefitsValueThrough, type Benefit } from "../pay/benefit.ts";
import { car, apartment } from "../testing/benefits.ts";
import { amountOf, inputOf, naira, payslipsOf, rate } from "../testing/payslip-inputs.ts";
import { fraction, nearest, oracleTax } from "../testing/tax-oracle.ts";
import { emptyYearToDate } from "./input.ts";
import { payslipOf, type Payslip } from "./payslip.ts";

/*
 * Opening figures of six months at ₦1m a month, with 480,000 of pension. As in benefits.test.ts, the tax of
 * the year is 1,777,200 without benefits (148,100 a month) and 2,000,400 with a car of 1.2m a year (166,700).
 */
const rates = [rate("2020-01-01", 1_000_000)];

type Opening = { benefits: Kobo | null; paye: number };

/** The payslips from July on, after opening figures. @param recorded the benefits that are recorded by a month. */
function afterOpening(
  { benefits, paye }: Opening,
  recorded: (month: string) => readonly Benefit[],
): Payslip[] {
  const opening = { through: "2026-06", pay: naira(6_000_000), benefits };
  const stated = benefits ?? naira(0);
  const yearToDate = {
    ...emptyYearToDate(2026),
    gross: naira(6_000_000),
    taxable: naira(6_000_000 + Number(stated) / 100),
    benefits: stated,
    pension: naira(480_000),
    paye: naira(paye),
  };
  return payslipsOf("2026-07", "2026-12", (month) => ({
    rates,
    benefits: { given: recorded(month), opening },
    ...(month === "2026-07" ? { yearToDate } : {}),
  }));
}

const payes = (payslips: readonly Payslip[]) => payslips.map((each) => amountOf(each, "paye"));
const repeated = (count: number, amount: number) =>
  Array.from({ length: count }, () => naira(amount));
const benefitLines = ({ lines }: Payslip) =>
  lines
    .filter(({ kind }) => kind.startsWith("benefit"))
    .map(({ code, kind, amount }) => [code, kind, amount]);

describe("benefits in kind that opening figures state", () => {
  const opening = { benefits: naira(600_000), paye: 1_000_200 };

  it.each([
    ["goes back to January", "2020-01-01"],
    ["begins with the first month of payroll", "2026-07-01"],
  ])("count once, whether their record %s", (_, from) => {
    const payslips = afterOpening(opening, () => [car({ from })]);
    for (const payslip of payslips) {
      expect(benefitLines(payslip)).toEqual([["benefit:1", "benefit", naira(100_000)]]);
    }
    expect(payes(payslips)).toEqual(repeated(6, 166_700));
    expect(payslips.at(-1)?.yearToDate).toMatchObject({
      gross: naira(12_000_000),
      taxable: naira(13_200_000),
      benefits: naira(1_200_000),
      paye: naira(2_000_400),
    });
  });

  it("are not taken back if they ended before payroll and have no record", () => {
    // 300,000 in three months: 330,000 + 8.34m × 18% = 1,831,200, 152,600 a month.
    const ended = { benefits: naira(300_000), paye: 915_600 };
    const payslips = afterOpening(ended, () => []);
    expect(payslips.flatMap(benefitLines)).toEqual([]);
    expect(payes(payslips)).toEqual(repeated(6, 152_600));
    expect(payslips.at(-1)?.yearToDate.benefits).toBe(naira(300_000));
  });

  it("settle their months when they state none, whatever the records say", () => {
    // 600,000 in six months: 330,000 + (11.04m + 600,000 − 3m) × 18% = 1,885,200; less 888,600, 166,100 a month.
    const payslips = afterOpening({ benefits: naira(0), paye: 888_600 }, () => [car()]);
    expect(payes(payslips)).toEqual(repeated(6, 166_100));
    expect(payslips.at(-1)?.yearToDate).toMatchObject({
      benefits: naira(600_000),
      paye: naira(1_885_200),
    });
  });

  it("leave months after them that were recorded late to be taxed at once", () => {
    const late = car({ from: "2026-07-01" });
    const payslips = afterOpening({ benefits: naira(0), paye: 888_600 }, (month) =>
      month >= "2026-10" ? [late] : [],
    );
    expect(benefitLines(payslips[3] as Payslip)).toEqual([
      ["benefit:1", "benefit", naira(100_000)],
      ["benefit:earlier", "benefit", naira(300_000)],
    ]);
    // Without the 300,000: 330,000 + 8.34m × 18% = 1,831,200; (1,831,200 − 1,332,900) ÷ 3 = 166,100. They add
    // 300,000 × 18% = 54,000.
    expect(payes(payslips)).toEqual([
      ...repeated(3, 148_100),
      naira(220_100),
      ...repeated(2, 166_100),
    ]);
  });

  it("are not those of the next year", () => {
    const opened = { through: "2026-12", pay: naira(12_000_000), benefits: naira(1_200_000) };
    const january = payslipOf(
      inputOf("2027-01", { rates, benefits: { given: [car()], opening: opened } }),
    );
    expect(benefitLines(january)).toEqual([["benefit:1", "benefit", naira(100_000)]]);
    expect(january.yearToDate.benefits).toBe(naira(100_000));
  });
});

describe("living accommodation after opening figures that state benefits", () => {
  it("is limited by the gross of the months after them", () => {
    // 20% of 12m: 13.44m chargeable, 2,252,400 a year, 187,700 a month.
    const opening = { benefits: naira(1_200_000), paye: 1_126_200 };
    const payslips = afterOpening(opening, () => [apartment(3_600_000)]);
    expect(payes(payslips)).toEqual(repeated(6, 187_700));
    const august = payslips[1]?.lines.find(({ kind }) => kind === "benefit");
    expect(august).toMatchObject({
      code: "benefit:housing",
      arithmetic:
        "2,000,000.00 × 20% = 400,000.00, less than the rental value; 400,000.00 − 200,000.00 = 200,000.00",
    });
    expect(august?.inputs).toContainEqual({
      name: "Gross without it from July 2026 through August 2026",
      value: "2,000,000.00",
    });
    expect(payslips.at(-1)?.yearToDate.benefits).toBe(naira(2_400_000));
  });
});

const day = fc
  .tuple(fc.integer({ min: 1, max: 12 }), fc.integer({ min: 1, max: 28 }))
  .map(([month, of]) => `2026-${String(month).padStart(2, "0")}-${String(of).padStart(2, "0")}`);
const benefit = fc.record({
  kind: fc.constantFrom("ASSET", "HIRED", "HOUSING", "OTHER"),
  value: fc.integer({ min: 1, max: 9_000_000 }).map(naira),
  from: fc.oneof(fc.constant("2020-01-01"), day),
  to: fc.oneof(fc.constant(null), day),
});

it("a year comes to what the figures state and the records of the later months, whenever they were made", () => {
  const years = fc.record({
    stated: fc.integer({ min: 0, max: 900_000 }).map(naira),
    paye: fc.integer({ min: 0, max: 900_000 }),
    benefits: fc.array(fc.tuple(benefit, fc.integer({ min: 7, max: 12 })), { maxLength: 4 }),
  });
  fc.assert(
    fc.property(years, ({ stated, paye, benefits }) => {
      const all = benefits.map(([each], place): Benefit => car({ ...each, key: String(place) }));
      const last = afterOpening({ benefits: stated, paye }, (month) =>
        all.filter((_, place) => (benefits[place]?.[1] ?? 7) <= Number(month.slice(5))),
      ).at(-1) as Payslip;
      const { employment, pack } = inputOf("2026-12");
      const since = { employment, pack, from: "2026-07" };
      const { total } = benefitsValueThrough("2026-12", all, naira(6_000_000), since);
      const { yearToDate, taxOverpaid, warnings } = last;
      expect(yearToDate.benefits).toBe(stated + total);
      expect(yearToDate.taxable).toBe(naira(12_000_000) + stated + total);
      const undeductible = warnings.find(({ code }) => code === "tax_beyond_pay")?.amount ?? 0n;
      const chargeable = yearToDate.taxable - yearToDate.pension;
      expect(yearToDate.paye - taxOverpaid + undeductible).toBe(
        nearest(oracleTax(fraction(chargeable))),
      );
    }),
    { numRuns: 100 },
  );
});
