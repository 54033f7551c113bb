import { kobo, larger, smaller, ZERO, type Kobo } from "@kontor/books/money";

import { HUNDRED_PERCENT } from "../percentage.ts";
import { divideHalfUp } from "../rounding.ts";
import type { StatutoryPack } from "../statutory/pack.ts";
import { basicHousingTransport, totalPay, type Pay } from "./rate.ts";
import type { ContributionBase, PayrollSettings } from "./settings.ts";

/** The contributions that are a part of pay. */
export const CONTRIBUTION_SCHEMES = ["pension", "nhf", "nsitf", "itf"] as const;
export type ContributionScheme = (typeof CONTRIBUTION_SCHEMES)[number];

/**
 * Recovered pay on which contributions were made and that has not lowered a base yet, in kobo by
 * scheme. It lowers the next bases, so that contributions on pay that is recovered and paid again
 * are made once.
 */
export type BaseCredit = Readonly<Record<ContributionScheme, Kobo>>;
export const NO_CREDIT: BaseCredit = { pension: ZERO, nhf: ZERO, nsitf: ZERO, itf: ZERO };

/** The parts of pay from which bases are computed, in kobo. */
export type PayBases = {
  /** The components of pay, arrears included. */
  readonly pay: Pay;
  /** Pensionable earnings less pensionable deductions. */
  readonly pensionableItems: Kobo;
  /** All pay, items and arrears included. */
  readonly gross: Kobo;
};

/** The bases of a payslip's contributions. */
export type ContributionPay = PayBases & {
  /** The part of them that corrects what earlier payslips paid. */
  readonly corrected: PayBases;
  /** The credits before this payslip. */
  readonly credit: BaseCredit;
};

/** A contribution with its base; the rate is in basis points. */
export type Contribution = {
  readonly base: Kobo;
  readonly rate: bigint;
  readonly amount: Kobo;
  /** The scheme's credit before and after this payslip. */
  readonly credit: { readonly before: Kobo; readonly after: Kobo };
};

/**
 * Recovered pay can make a base negative, which the law does not provide for, so the base is at
 * least zero. The remainder of the recovered pay becomes a credit; other reductions, such as unpaid
 * leave, concern their own month only and do not.
 */
function contribution(
  of: { readonly base: bigint; readonly corrected: bigint; readonly credit: Kobo },
  rate: bigint,
): Contribution {
  const rest = of.base - of.credit;
  const base = larger(rest, 0n);
  const recovered = of.credit + larger(-of.corrected, 0n);
  return {
    base: kobo(base),
    rate,
    amount: divideHalfUp(base * rate, HUNDRED_PERCENT),
    credit: { before: of.credit, after: kobo(smaller(larger(-rest, 0n), recovered)) },
  };
}

/** The contribution that was made on the credit that is left after a payslip, in kobo. */
export function contributionOnCredit({ credit, rate }: Contribution): Kobo {
  return divideHalfUp(credit.after * rate, HUNDRED_PERCENT);
}

function baseOf({ pay, gross }: PayBases, base: ContributionBase): Kobo {
  if (base === "gross") return gross;
  return base === "basic" ? pay.basic : basicHousingTransport(pay);
}

/**
 * A contribution on some of the components of pay. Pay that was not earned, such as unpaid leave, is an item
 * and lowers no component, so the base is at most the remaining pay of the month.
 */
function schemeContribution(
  scheme: Exclude<ContributionScheme, "pension">,
  input: ContributionPay,
  base: ContributionBase,
  rate: bigint,
): Contribution {
  const corrected = baseOf(input.corrected, base);
  const left = larger(input.gross - input.corrected.gross, 0n);
  const own = smaller(baseOf(input, base) - corrected, left);
  return contribution({ base: own + corrected, corrected, credit: input.credit[scheme] }, rate);
}

/** Pension of employee and employer, at the configured rates but never below the legal ones. */
export function pensionOf(
  input: ContributionPay,
  settings: PayrollSettings["pension"],
  { pension: law }: StatutoryPack,
): { employee: Contribution; employer: Contribution } {
  const pensionable = ({ pay, pensionableItems }: PayBases) =>
    (settings.base === "gross" ? totalPay(pay) : basicHousingTransport(pay)) + pensionableItems;
  const of = {
    base: pensionable(input),
    corrected: pensionable(input.corrected),
    credit: input.credit.pension,
  };
  return {
    employee: contribution(of, larger(settings.employee, law.employee)),
    employer: contribution(of, larger(settings.employer, law.employer)),
  };
}

/** The employee's contribution to the National Housing Fund. */
export function nhfOf(
  input: ContributionPay,
  base: ContributionBase,
  { nhf }: StatutoryPack,
): Contribution {
  return schemeContribution("nhf", input, base, nhf.rate);
}

/** The employer's contribution to the Nigeria Social Insurance Trust Fund. */
export function nsitfOf(
  input: ContributionPay,
  base: ContributionBase,
  { nsitf }: StatutoryPack,
): Contribution {
  return schemeContribution("nsitf", input, base, nsitf.rate);
}

/**
 * The employer's contribution to the Industrial Training Fund, due once a year and accrued monthly.
 */
export function itfOf(
  input: ContributionPay,
  base: ContributionBase,
  { itf }: StatutoryPack,
): Contribution {
  return schemeContribution("itf", input, base, itf.rate);
}
