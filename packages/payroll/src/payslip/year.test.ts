import { kobo } from "@kontor/books/money";
import * as fc from "fast-check";
import { expect, it } from "vitest";

import { advancePlan, nextPaydays } from "../advances/plan.ts";
import { monthsFrom } from "../month.ts";
import { PRORATION_BASES } from "../pay/proration.ts";
import { PENSION_BASES, defaultPayrollSettings } from "../pay/settings.ts";
import { noReliefs } from "../statutory/income-tax.ts";
import { amountOf, inputOf, item, rate } from "../testing/payslip-inputs.ts";
import { fraction, nearest, oracleTax } from "../testing/tax-oracle.ts";
import type { PayslipInput } from "./input.ts";
import { payslipOf, type Payslip } from "./payslip.ts";

/** Days around 2026 in order; a start before the year is as likely as one in it. */
const dayOfYear = fc
  .tuple(fc.integer({ min: 1, max: 12 }), fc.integer({ min: 1, max: 28 }))
  .map(([month, day]) => `2026-${String(month).padStart(2, "0")}-${String(day).padStart(2, "0")}`);
const pay = fc.integer({ min: 0, max: 3_000_000 });

/** A random year of an employee who starts, leaves, is promoted and gets bonuses. */
const years = fc.record({
  start: fc.oneof(fc.constant("2019-05-01"), dayOfYear),
  exit: fc.oneof(fc.constant(null), dayOfYear),
  first: fc.tuple(pay, pay, pay, pay),
  raises: fc.array(fc.tuple(dayOfYear, pay, pay, pay, pay), { maxLength: 3 }),
  bonuses: fc.array(fc.tuple(fc.integer({ min: 1, max: 12 }), pay, fc.boolean()), { maxLength: 3 }),
  allowance: fc.integer({ min: 0, max: 200_000 }),
  union: fc.integer({ min: 0, max: 100_000 }),
  advance: fc.integer({ min: 12, max: 2_000_000 }),
  rent: fc.integer({ min: 0, max: 4_000_000 }),
  proration: fc.constantFrom(...PRORATION_BASES),
  pensionBase: fc.constantFrom(...PENSION_BASES),
  nhf: fc.boolean(),
  floor: fc.bigInt({ min: 0n, max: 10_000n }),
});
type Year = ReturnType<(typeof years)["generate"]>["value"];

/** The payslips of a year, with the advance repaid by their recoveries. */
function yearOfPayslips(year: Year): Payslip[] {
  const advance = advancePlan({
    amount: kobo(BigInt(year.advance) * 100n),
    rate: 1850n,
    requestedOn: "2026-01-10",
    dueDates: nextPaydays("2026-01-10", 25, 6),
  });
  let allocated = 0n;
  const changesOf = (month: string): Partial<PayslipInput> => ({
    employment: { start: year.start, exit: year.exit },
    rates: [
      rate("2019-05-01", ...year.first),
      ...year.raises.map(([from, ...amounts]) => rate(from, ...amounts)),
    ],
    settings: {
      ...defaultPayrollSettings,
      proration: year.proration,
      pension: { base: year.pensionBase, employee: 800n, employer: 1000n },
      nhf: { active: year.nhf, base: "gross" },
      floor: { amount: kobo(0n), partOfGross: year.floor },
    },
    nhfConsent: true,
    reliefs: { ...noReliefs, rent: kobo(BigInt(year.rent) * 100n) },
    items: [
      item({ key: "a", amount: kobo(BigInt(year.allowance) * 100n), recurring: true }),
      item({
        key: "u",
        kind: "deduction",
        taxable: false,
        amount: kobo(BigInt(year.union) * 100n),
        recurring: true,
      }),
      ...year.bonuses
        .filter(([bonusMonth]) => bonusMonth === Number(month.slice(5)))
        .map(([, amount, pensionable], index) =>
          item({ key: `b${index}`, amount: kobo(BigInt(amount) * 100n), pensionable }),
        ),
    ],
    advances: [{ key: "9", plan: advance, allocated: kobo(allocated) }],
  });
  const payslips: Payslip[] = [];
  for (const month of monthsFrom("2026-01", "2026-12")) {
    const { yearToDate } = payslips.at(-1) ?? inputOf(month);
    const payslip = payslipOf(inputOf(month, { yearToDate, ...changesOf(month) }));
    payslips.push(payslip);
    allocated += amountOf(payslip, "advance:9");
  }
  expect(allocated <= advance.payback).toBe(true);
  return payslips;
}

function sumOf(payslips: readonly Payslip[], code: string): bigint {
  return payslips.reduce((total, payslip) => total + amountOf(payslip, code), 0n);
}

/** Whether the year's income is above twelve minimum wages, so that the exemption cannot apply. */
function isAboveMinimumWage(payslips: readonly Payslip[]): boolean {
  return payslips.reduce((total, { totals }) => total + totals.taxable, 0n) > 840_000_00n;
}

it("the months of any year add up to the year's tax to the kobo", () => {
  fc.assert(
    fc.property(years, (year) => {
      const payslips = yearOfPayslips(year);
      fc.pre(isAboveMinimumWage(payslips));
      const taxable = payslips.reduce((total, { totals }) => total + totals.taxable, 0n);
      const contributions = sumOf(payslips, "pension") + sumOf(payslips, "nhf");
      const fifth = BigInt(year.rent) * 20n;
      const relief = fifth < 500_000_00n ? fifth : 500_000_00n;
      const tax = nearest(oracleTax(fraction(taxable - contributions - relief)));
      expect(sumOf(payslips, "paye") - (payslips.at(-1)?.taxOverpaid ?? 0n)).toBe(tax);
    }),
    { numRuns: 300 },
  );
});

it("net is earnings less deductions, no line is negative, and the floor holds", () => {
  // The share of the year's tax of pay that begins late in January is a kobo more than that pay.
  const beginsLate: Year = {
    start: "2026-01-01",
    exit: null,
    first: [0, 0, 0, 0],
    raises: [["2026-01-27", 0, 0, 0, 1_395_735]],
    bonuses: [],
    allowance: 0,
    union: 0,
    advance: 12,
    rent: 0,
    proration: "calendar_days",
    pensionBase: "basic_housing_transport",
    nhf: false,
    floor: 0n,
  };
  fc.assert(
    fc.property(years, (year) => {
      for (const { lines, totals, warnings } of yearOfPayslips(year)) {
        let net = 0n;
        let cost = 0n;
        for (const { kind, amount } of lines) {
          expect(amount >= 0n).toBe(true);
          if (kind === "earning") net += amount;
          if (kind === "deduction") net -= amount;
          if (kind === "earning" || kind === "employer") cost += amount;
        }
        expect(totals).toMatchObject({ net, cost });
        expect(net >= 0n).toBe(true);
        const own = lines.some(
          ({ kind, origin, amount }) =>
            kind === "deduction" && origin !== "statutory" && amount > 0n,
        );
        const isBelowFloor = net * 10_000n < totals.gross * year.floor - 5_000n;
        expect(own && isBelowFloor).toBe(false);
        const codes = warnings.map(({ code }) => code);
        expect(isBelowFloor && !codes.includes("net_below_floor")).toBe(false);
      }
    }),
    { numRuns: 100, examples: [[beginsLate]] },
  );
});

it("raising the gross by a naira or more never lowers net, except across the exemption's threshold", () => {
  const raise = fc.integer({ min: 1, max: 5_000_000 });
  const recurring = fc.boolean();
  fc.assert(
    fc.property(
      years,
      raise,
      recurring,
      fc.integer({ min: 1, max: 12 }),
      (year, more, isRecurring, at) => {
        const before = yearOfPayslips({ ...year, advance: 12, union: 0 });
        const month = `2026-${String(at).padStart(2, "0")}`;
        const payslip = before[at - 1];
        const yearToDate = before[at - 2]?.yearToDate ?? inputOf(month).yearToDate;
        const extra = item({
          key: "raise",
          amount: kobo(BigInt(more) * 100n),
          recurring: isRecurring,
          pensionable: true,
        });
        const base = inputOf(month, {
          yearToDate,
          rates: [rate("2019-05-01", ...year.first)],
          reliefs: { ...noReliefs, rent: kobo(BigInt(year.rent) * 100n) },
        });
        const without = payslipOf(base);
        const raised = payslipOf({ ...base, items: [extra] });
        const isExempt = ({ lines }: Payslip) =>
          lines.find(({ code }) => code === "paye")?.arithmetic.startsWith("Not above") === true;
        fc.pre(payslip !== undefined && isExempt(without) === isExempt(raised));
        expect(raised.totals.net > without.totals.net).toBe(true);
      },
    ),
    { numRuns: 200 },
  );
});

it("no tax is overpaid while pay only rises", () => {
  fc.assert(
    fc.property(years, (year) => {
      const steady = { ...year, exit: null, raises: [] };
      expect(yearOfPayslips(steady).at(-1)?.taxOverpaid).toBe(0n);
    }),
    { numRuns: 100 },
  );
});
