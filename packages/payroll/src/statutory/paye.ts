import { compareAmounts, kobo, larger, smaller, ZERO, type Kobo } from "@kontor/books/money";

import type { MonthPart } from "../month.ts";
import { divideHalfUp } from "../rounding.ts";
import { EXACT_PER_KOBO, exactTaxOfYear, type ExactTax } from "./income-tax.ts";
import type { StatutoryPack } from "./pack.ts";

/** Income from one employment over a period, in kobo. */
export type Income = {
  /** Taxable earnings before any deduction. */
  readonly taxable: Kobo;
  /** The employee's pension and NHF on them. */
  readonly contributions: Kobo;
  /** The benefits in kind in `taxable`, from which no tax can be deducted; none when left out. */
  readonly benefits?: Kobo;
};

export const noIncome: Income = { taxable: ZERO, contributions: ZERO };

export type PayeInput = {
  readonly pack: StatutoryPack;
  /** In the tax year before this payslip, including opening figures. */
  readonly soFar: Income & { readonly paid: Kobo };
  /** Recurring pay that this payslip pays. */
  readonly recurring: Income;
  /** One-off pay, including arrears: its tax is due at once. */
  readonly oneOff: Income;
  /** The rest of the tax year after this payslip, at today's pay. */
  readonly later: Income;
  /** The weights of this payslip and of the later months over which tax is spread. */
  readonly share: { readonly now: MonthPart; readonly later: readonly MonthPart[] };
  /** What the employee declared for the year, in kobo a year. */
  readonly reliefs: Kobo;
  /** The national minimum wage over the months of the year in this employment, in kobo. */
  readonly minimumWage: Kobo;
};

export type Paye = {
  readonly due: Kobo;
  /**
   * This payslip's share before its limits. It is the tax due, unless it is negative or too large.
   */
  readonly share: Kobo;
  /** The year's forecast chargeable income, with and without one-off pay. */
  readonly chargeable: Kobo;
  readonly chargeableWithoutOneOff: Kobo;
  /** The exact tax of both, in ten-thousandths of a kobo. */
  readonly tax: ExactTax;
  readonly taxWithoutOneOff: ExactTax;
  /** Whether there is no tax because the year's income is not above the minimum wage. */
  readonly exempt: boolean;
  /** The same without one-off pay. */
  readonly exemptWithoutOneOff: boolean;
  /**
   * The weight of this payslip and of all remaining time including it, as integers: 1 and 12 in
   * January.
   */
  readonly weight: { readonly now: bigint; readonly left: bigint };
  /**
   * Later months' earnings after contributions, in kobo, when these limit their share; otherwise
   * null.
   */
  readonly laterLimit: Kobo | null;
  /**
   * This payslip's taxable pay after contributions, in kobo, when it is less than its share and later
   * months can bear the rest, or when the year has benefits in kind; otherwise null.
   */
  readonly payLimit: Kobo | null;
  /**
   * Tax due on benefits in kind that exceeds the pay of this payslip and is not deducted, in kobo.
   */
  readonly undeductible: Kobo;
  /** Whether no later pay is forecast, so that this payslip settles the year to the kobo. */
  readonly settles: boolean;
  /** Tax deducted this year beyond the forecast tax; at the year's end the authority refunds it. */
  readonly overpaid: Kobo;
};

function greatestCommonDivisor(a: bigint, b: bigint): bigint {
  return b === 0n ? a : greatestCommonDivisor(b, a % b);
}

/** The parts of months as integers in the same ratio, reduced to lowest terms. */
function monthWeights({ now, later }: PayeInput["share"]): { now: bigint; later: bigint } {
  const common = [now, ...later]
    .filter(({ worked, of }) => worked !== of)
    .reduce((product, { of }) => product * BigInt(of), 1n);
  const weightOf = ({ worked, of }: MonthPart) => (BigInt(worked) * common) / BigInt(of);
  const weight = weightOf(now);
  const rest = later.reduce((total, part) => total + weightOf(part), 0n);
  const divisor = greatestCommonDivisor(weight, rest) || 1n;
  return { now: weight / divisor, later: rest / divisor };
}

/** Taxable pay in money after contributions, from which tax can be deducted; may be negative. */
function taxableCash({ taxable, contributions, benefits = ZERO }: Income): Kobo {
  return kobo(taxable - contributions - benefits);
}

function hasBenefits({ soFar, recurring, oneOff, later }: PayeInput): boolean {
  return [soFar, recurring, oneOff, later].some(({ benefits = ZERO }) => benefits !== ZERO);
}

function exactTax(taxable: bigint, chargeable: Kobo, input: PayeInput): ExactTax {
  if (taxable <= input.minimumWage) return 0n;
  return exactTaxOfYear(chargeable, input.pack.incomeTax.bands);
}

/**
 * The income tax that one payslip deducts, cumulative over the tax year, because the employer must
 * make the year's deductions equal the year's tax (Nigeria Tax Administration Act s.51(7)):
 *
 * (year's tax without one-off pay − deducted so far) × this month ÷ remaining months + the tax
 * that one-off pay adds to the year.
 *
 * The computation is exact until it is rounded once, half-up to the kobo. A partly worked month
 * counts as that part, so that an employee who starts on the 31st does not owe a whole month's tax.
 * Later months are left no more tax than they earn: any excess is deducted now, so that last days
 * at little or no pay do not owe tax that cannot be deducted from them. Nor does this payslip
 * deduct more than it pays, as far as later months can bear the rest: a month of little pay, such
 * as one in which pay begins late, is assigned a whole month's share of the year's tax. When no pay
 * follows this payslip, it takes the remainder of the year. The tax is never more than the year's
 * tax that is still open, and never negative: tax that was overdeducted is set against later
 * months, and refunded by the authority after the year.
 *
 * Benefits in kind are taxed but pay nothing from which tax can be deducted, so they do not count as
 * pay that bears it. Where they make the tax larger than the pay, all pay is deducted, the rest is left
 * to later months and reported.
 *
 * The minimum-wage exemption compares the year's income with the wage over the months employed. By
 * law it is a cliff: one kobo more makes the whole income chargeable.
 */
export function payeOf(input: PayeInput): Paye {
  const { soFar, recurring, oneOff, later, reliefs } = input;
  const taxableWithoutOneOff = soFar.taxable + recurring.taxable + later.taxable;
  const contributions = soFar.contributions + recurring.contributions + later.contributions;
  const chargeableWithoutOneOff = kobo(taxableWithoutOneOff - contributions - reliefs);
  const chargeable = kobo(chargeableWithoutOneOff + oneOff.taxable - oneOff.contributions);
  const taxable = taxableWithoutOneOff + oneOff.taxable;
  const taxWithoutOneOff = exactTax(taxableWithoutOneOff, chargeableWithoutOneOff, input);
  const tax = exactTax(taxable, chargeable, input);

  const weight = monthWeights(input.share);
  const settles = weight.later === 0n;
  const now = settles ? 1n : weight.now;
  const left = settles ? 1n : weight.now + weight.later;
  const paid = soFar.paid * EXACT_PER_KOBO;
  const spread = (taxWithoutOneOff - paid) * now;
  const laterNet = taxableCash(later);
  const beyondLater = (taxWithoutOneOff - paid - laterNet * EXACT_PER_KOBO) * left;
  const isLimited = !settles && beyondLater > spread;
  const exact = (isLimited ? beyondLater : spread) + (tax - taxWithoutOneOff) * left;
  const open = divideHalfUp(tax, EXACT_PER_KOBO) - soFar.paid;
  const share = divideHalfUp(exact, EXACT_PER_KOBO * left);
  const payNow = kobo(taxableCash(recurring) + taxableCash(oneOff));
  const bearable = settles ? share : larger(payNow, kobo(open - laterNet));
  const spreadLimit = compareAmounts(bearable, share) < 0 ? larger(bearable, ZERO) : null;
  const asked = smaller(larger(spreadLimit ?? share, ZERO), larger(kobo(open), ZERO));
  const due = hasBenefits(input) ? smaller(asked, larger(payNow, ZERO)) : asked;
  const beyond = due - open;
  return {
    due,
    share,
    chargeable,
    chargeableWithoutOneOff,
    tax,
    taxWithoutOneOff,
    exempt: taxable <= input.minimumWage,
    exemptWithoutOneOff: taxableWithoutOneOff <= input.minimumWage,
    weight: { now, left },
    laterLimit: isLimited ? laterNet : null,
    payLimit: due === asked ? spreadLimit : due,
    undeductible: kobo(asked - due),
    settles,
    overpaid: beyond > 0n ? kobo(beyond) : ZERO,
  };
}
