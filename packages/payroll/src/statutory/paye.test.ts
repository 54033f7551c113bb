import { kobo, parseMoney, ZERO, type Kobo } from "@kontor/books/money";
import * as fc from "fast-check";
import { describe, expect, it } from "vitest";

import type { MonthPart } from "../month.ts";
import { fraction, nearest, oracleTax } from "../testing/tax-oracle.ts";
import { packAt } from "./packs.ts";
import { noIncome, payeOf, type Income, type Paye } from "./paye.ts";

const pack = packAt("2026-01-01");
const whole: MonthPart = { worked: 1, of: 1 };

function money(text: string): Kobo {
  const amount = parseMoney(text);
  if (typeof amount !== "bigint") throw new Error(`${text} is ${amount}`);
  return amount;
}

function income(taxable: bigint, contributions = 0n): Income {
  return { taxable: kobo(taxable), contributions: kobo(contributions) };
}

type MonthOfYear = { recurring: Income; oneOff?: Income; reliefs?: Kobo };

/** The payslips of some months up to December, each with what the ones before it deducted. */
function deduct(months: readonly MonthOfYear[], opening = { ...noIncome, paid: ZERO }): Paye[] {
  let soFar = opening;
  return months.map(({ recurring, oneOff = noIncome, reliefs = ZERO }, index) => {
    const left = months.length - index - 1;
    const paye = payeOf({
      pack,
      soFar,
      recurring,
      oneOff,
      later: income(recurring.taxable * BigInt(left), recurring.contributions * BigInt(left)),
      share: { now: whole, later: Array.from({ length: left }, () => whole) },
      reliefs,
      minimumWage: kobo(pack.minimumWage.monthly * BigInt(months.length)),
    });
    soFar = {
      taxable: kobo(soFar.taxable + recurring.taxable + oneOff.taxable),
      contributions: kobo(soFar.contributions + recurring.contributions + oneOff.contributions),
      paid: kobo(soFar.paid + paye.due),
    };
    return paye;
  });
}

const dueOf = (payes: readonly Paye[]) => payes.map(({ due }) => due);

describe("published vectors", () => {
  it.each([
    ["₦1,000,000 a month", "1000000.00", "80000.00", "480000.00", "140900.00"],
    ["₦3,600,000 a year", "300000.00", "0.00", "438000.00", "29930.00"],
    ["₦500,000 with NHF on basic", "500000.00", "36250.00", "240000.00", "62375.00"],
    ["₦70,001 a month without reliefs", "70001.00", "0.00", "0.00", "500.15"],
    ["₦70,000 a month", "70000.00", "0.00", "0.00", "0.00"],
  ])("%s", (_case, gross, contributions, reliefs, due) => {
    const month = {
      recurring: income(money(gross), money(contributions)),
      reliefs: money(reliefs),
    };
    const year = deduct(Array.from({ length: 12 }, () => month));
    expect(dueOf(year)).toEqual(Array.from({ length: 12 }, () => money(due)));
  });

  it.each([
    ["1000000.00", "80000.00", "1500.00"],
    ["3000000.00", "240000.00", "24500.00"],
    ["5000000.00", "400000.00", "51500.00"],
    ["8000000.00", "640000.00", "92900.00"],
  ])("₦%s a year with pension of 8%%", (gross, pension, due) => {
    // A twelfth of ₦1 m is not a whole number of kobo. The published figure is for the year's
    // income, so the later months have all the rest of it.
    const [ofMonth, contributed] = [money(gross) / 12n, money(pension) / 12n];
    const later = Array.from({ length: 11 }, () => whole);
    const january = payeOf({
      pack,
      soFar: { ...noIncome, paid: ZERO },
      recurring: income(ofMonth, contributed),
      oneOff: noIncome,
      later: income(money(gross) - ofMonth, money(pension) - contributed),
      share: { now: whole, later },
      reliefs: ZERO,
      minimumWage: kobo(pack.minimumWage.monthly * 12n),
    });
    expect(january.due).toBe(money(due));
  });

  it("an employee who joins in July pays for six months", () => {
    const month = { recurring: income(500_000_00n, 40_000_00n) };
    const due = dueOf(deduct(Array.from({ length: 6 }, () => month)));
    expect(due).toEqual(Array.from({ length: 6 }, () => money("49000.00")));
  });

  it("a bonus in December is taxed in full in December", () => {
    const month: MonthOfYear = { recurring: income(250_000_00n, 20_000_00n) };
    const december = { ...month, oneOff: income(250_000_00n) };
    const due = dueOf(deduct([...Array.from({ length: 11 }, () => month), december]));
    expect(due.slice(0, 11)).toEqual(Array.from({ length: 11 }, () => money("24500.00")));
    expect(due[11]).toBe(money("62300.00"));
  });
});

describe("payeOf", () => {
  it("deducts no more than a month pays, and the rest from later months", () => {
    const month: MonthOfYear = { recurring: income(500_000_00n, 40_000_00n) };
    const poor: MonthOfYear = { recurring: income(500_000_00n), oneOff: income(-490_000_00n) };
    const months = Array.from({ length: 12 }, (_, index) => (index === 2 ? poor : month));
    const paid = dueOf(deduct(months));
    expect(paid[2]).toBe(0n);
    expect(paid.every((due) => due >= 0n)).toBe(true);
    const share = { now: whole, later: [whole] };
    const rest = { pack, soFar: { ...noIncome, paid: ZERO }, oneOff: noIncome, reliefs: ZERO };
    const minimumWage = ZERO;
    // ₦1,000,000 in November and December, of which November paid only ₦10,000.
    const november = { recurring: income(10_000_00n), later: income(990_000_00n) };
    const due = payeOf({ ...rest, ...november, share, minimumWage });
    expect([due.share, due.payLimit, due.due]).toEqual([15_000_00n, 10_000_00n, 10_000_00n]);
    // What a month pays is after the contributions on its pay, the recurring and the one-off.
    const less = { recurring: income(10_000_00n, 1_000_00n), oneOff: income(5_000_00n, 400_00n) };
    const afterThem = payeOf({ ...rest, ...november, ...less, share, minimumWage });
    expect([afterThem.payLimit, afterThem.due]).toEqual([13_600_00n, 13_600_00n]);
    // Tax that exceeds the pay of December is deducted in November, whatever that pays.
    const full = { recurring: income(10_000_00n), later: income(990_000_00n, 970_000_00n) };
    const soFar = { taxable: kobo(2_000_000_00n), contributions: ZERO, paid: ZERO };
    const owed = payeOf({ ...rest, ...full, soFar, share, minimumWage });
    expect(owed.due).toBe(owed.share);
    expect(owed.payLimit).toBeNull();
  });

  it("taxes a bonus entirely in its month, and in no later month", () => {
    const month: MonthOfYear = { recurring: income(250_000_00n, 20_000_00n) };
    const march = { ...month, oneOff: income(250_000_00n) };
    const months = Array.from({ length: 12 }, (_, index) => (index === 2 ? march : month));
    const due = dueOf(deduct(months));
    expect(due[2]).toBe(money("62300.00"));
    expect(new Set(due.toSpliced(2, 1))).toEqual(new Set([money("24500.00")]));
  });

  it("continues from opening figures", () => {
    const month = { recurring: income(500_000_00n, 40_000_00n) };
    const opening = { ...income(3_000_000_00n, 240_000_00n), paid: money("300000.00") };
    const payes = deduct(
      Array.from({ length: 6 }, () => month),
      opening,
    );
    const total = payes.reduce((sum, { due }) => sum + due, 300_000_00n);
    expect(total).toBe(nearest(oracleTax(fraction(5_520_000_00n))));
  });

  it("lets a late relief lower the remaining tax, and never refunds", () => {
    const month: MonthOfYear = { recurring: income(100_000_00n) };
    const late = { ...month, reliefs: kobo(500_000_00n) };
    const months = Array.from({ length: 12 }, (_, index) => (index < 10 ? month : late));
    const payes = deduct(months);
    expect(dueOf(payes).slice(10)).toEqual([0n, 0n]);
    expect(payes.at(-1)).toMatchObject({ settles: true, overpaid: money("50000.00") });
  });

  it("weights a partly worked month by the part worked", () => {
    const recurring = income(9_677_42n);
    const later = Array.from({ length: 11 }, () => whole);
    const january = payeOf({
      pack,
      soFar: { ...noIncome, paid: ZERO },
      recurring,
      oneOff: noIncome,
      later: income(300_000_00n * 11n),
      share: { now: { worked: 1, of: 31 }, later },
      reliefs: ZERO,
      minimumWage: ZERO,
    });
    expect(january.weight).toEqual({ now: 1n, left: 342n });
    const year = oracleTax(fraction(3_309_677_42n));
    expect(january.due).toBe(nearest({ n: year.n, d: year.d * 342n }));
    expect(january.due < recurring.taxable).toBe(true);
  });

  it("leaves later months no more tax than their pay", () => {
    const april = {
      pack,
      soFar: { ...income(900_000_00n), paid: money("40000.00") },
      recurring: income(200_000_00n),
      oneOff: noIncome,
      share: { now: whole, later: [whole] },
      reliefs: ZERO,
      minimumWage: ZERO,
    };
    expect(payeOf({ ...april, later: income(100_00n) })).toMatchObject({
      due: money("4915.00"),
      laterLimit: money("100.00"),
    });
    expect(payeOf({ ...april, later: noIncome })).toMatchObject({ due: money("5000.00") });
    const usual = payeOf({ ...april, later: income(200_000_00n) });
    expect(usual).toMatchObject({ due: money("17500.00"), laterLimit: null });
  });

  it("deducts from an extra payslip only the tax of its one-off items, and from the last one the rest", () => {
    const base = {
      pack,
      soFar: { ...income(2_500_000_00n), paid: money("200000.00") },
      recurring: noIncome,
      oneOff: income(100_000_00n),
      reliefs: ZERO,
      minimumWage: ZERO,
    };
    const none: MonthPart = { worked: 0, of: 1 };
    const extra = payeOf({
      ...base,
      later: income(250_000_00n),
      share: { now: none, later: [whole] },
    });
    expect(extra).toMatchObject({ due: money("15000.00"), settles: false });
    const last = payeOf({ ...base, later: noIncome, share: { now: none, later: [] } });
    expect(last).toMatchObject({ due: money("70000.00"), settles: true });
  });
});

/** Months with pay that changes freely, bonuses, and recovered pay. */
const months = fc.array(
  fc.record({
    recurring: fc
      .tuple(fc.bigInt({ min: 0n, max: 600_000_000n }), fc.bigInt({ min: 0n, max: 20n }))
      .map(([taxable, percent]) => income(taxable, (taxable * percent) / 100n)),
    oneOff: fc.oneof(
      fc.constant(noIncome),
      fc.bigInt({ min: -10_000_000n, max: 900_000_000n }).map((taxable) => income(taxable)),
    ),
  }),
  { minLength: 1, maxLength: 12 },
);

describe("properties of a year", () => {
  it("the months add up to the year's tax to the kobo, less what the authority refunds", () => {
    fc.assert(
      fc.property(months, fc.bigInt({ min: 0n, max: 50_000_000n }), (year, relief) => {
        const payes = deduct(year.map((month) => ({ ...month, reliefs: kobo(relief) })));
        const sumOf = (pick: (month: Income) => bigint) =>
          year.reduce((total, { recurring, oneOff }) => total + pick(recurring) + pick(oneOff), 0n);
        const taxable = sumOf((month) => month.taxable);
        const chargeable = taxable - sumOf((month) => month.contributions) - relief;
        const exempt = taxable <= 70_000_00n * BigInt(year.length);
        const tax = exempt ? 0n : nearest(oracleTax(fraction(chargeable)));
        const deducted = payes.reduce((total, { due }) => total + due, 0n);
        expect(deducted - (payes.at(-1)?.overpaid ?? 0n)).toBe(tax);
        expect(payes.every(({ due }) => due >= 0n)).toBe(true);
      }),
      { numRuns: 500 },
    );
  });

  it("no tax is overdeducted while pay only rises", () => {
    fc.assert(
      fc.property(months, (year) => {
        const rising = year
          .map(({ recurring }) => ({ recurring }))
          .toSorted((a, b) => Number(a.recurring.taxable - b.recurring.taxable))
          .map(({ recurring }) => ({ recurring: income(recurring.taxable) }));
        expect(deduct(rising).at(-1)?.overpaid).toBe(0n);
      }),
    );
  });

  it("raising the gross never raises the tax by more, except across the exemption's threshold", () => {
    fc.assert(
      fc.property(months, fc.bigInt({ min: 100n, max: 10n ** 9n }), (year, raise) => {
        const before = deduct(year);
        const last = year.at(-1) ?? { recurring: noIncome, oneOff: noIncome };
        const after = deduct([
          ...year.slice(0, -1),
          { ...last, oneOff: income(last.oneOff.taxable + raise) },
        ]);
        fc.pre(before.at(-1)?.exempt === after.at(-1)?.exempt);
        const more = (after.at(-1)?.due ?? 0n) - (before.at(-1)?.due ?? 0n);
        expect(more >= 0n && more < raise).toBe(true);
      }),
    );
  });
});

it.each([
  ["of this month", { recurring: { ...income(11_000_000_00n), benefits: kobo(10_000_000_00n) } }],
  ["given once", { oneOff: { ...income(10_000_000_00n), benefits: kobo(10_000_000_00n) } }],
  ["of earlier months", { soFar: { ...income(10_000_000_00n), benefits: kobo(10_000_000_00n) } }],
])("tax on benefits %s takes no more than the pay of the last payslip", (_when, changes) => {
  const paye = payeOf({
    pack,
    recurring: income(1_000_000_00n),
    oneOff: noIncome,
    later: noIncome,
    share: { now: whole, later: [] },
    reliefs: ZERO,
    minimumWage: pack.minimumWage.monthly,
    ...changes,
    soFar: { ...noIncome, paid: ZERO, ...("soFar" in changes ? changes.soFar : {}) },
  });
  // The year's tax is 15% of ₦2.2m and 18% of ₦8m: ₦1.77m, and the pay in money is ₦1m.
  expect(paye).toMatchObject({ due: 1_000_000_00n, undeductible: 770_000_00n });
});
