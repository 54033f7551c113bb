import { kobo, ZERO, type Kobo } from "@kontor/books/money";

import { WHOLE } from "../percentage.ts";
import { halfUp } from "../rounding.ts";
import type { StatutoryPack } from "../statutory/pack.ts";
import { coreOf, totalPay, type Pay } from "./rate.ts";
import type { ContributionBase, PayrollSettings } from "./settings.ts";

/** The bases of a payslip's contributions, in kobo. */
export type ContributionPay = {
  /** The components of pay, arrears included. */
  readonly pay: Pay;
  /** Pensionable items less those recovered. */
  readonly pensionableItems: Kobo;
  /** All pay, items and arrears included. */
  readonly gross: Kobo;
};

/** A contribution with its base; the rate is in basis points. */
export type Contribution = { readonly base: Kobo; readonly rate: bigint; readonly amount: Kobo };

/**
 * Recovered pay can make a base negative, which the law does not provide for, so the base is at
 * least zero.
 */
function contribution(base: bigint, rate: bigint): Contribution {
  const counted = base > 0n ? kobo(base) : ZERO;
  return { base: counted, rate, amount: halfUp(counted * rate, WHOLE) };
}

function baseOf({ pay, gross }: ContributionPay, base: ContributionBase): Kobo {
  if (base === "gross") return gross;
  return base === "basic" ? pay.basic : coreOf(pay);
}

function larger(a: bigint, b: bigint): bigint {
  return a > b ? a : b;
}

/** Pension of employee and employer, at the configured rates but never below the legal ones. */
export function pensionOf(
  input: ContributionPay,
  settings: PayrollSettings["pension"],
  { pension: law }: StatutoryPack,
): { employee: Contribution; employer: Contribution } {
  const pay = settings.base === "gross" ? totalPay(input.pay) : coreOf(input.pay);
  const base = pay + input.pensionableItems;
  return {
    employee: contribution(base, larger(settings.employee, law.employee)),
    employer: contribution(base, larger(settings.employer, law.employer)),
  };
}

/** The employee's contribution to the National Housing Fund. */
export function nhfOf(
  input: ContributionPay,
  base: ContributionBase,
  { nhf }: StatutoryPack,
): Contribution {
  return contribution(baseOf(input, base), nhf.rate);
}

/** The employer's contribution to the Nigeria Social Insurance Trust Fund. */
export function nsitfOf(
  input: ContributionPay,
  base: ContributionBase,
  { nsitf }: StatutoryPack,
): Contribution {
  return contribution(baseOf(input, base), nsitf.rate);
}

/**
 * The employer's contribution to the Industrial Training Fund, due once a year and accrued monthly.
 */
export function itfOf(
  input: ContributionPay,
  base: ContributionBase,
  { itf }: StatutoryPack,
): Contribution {
  return contribution(baseOf(input, base), itf.rate);
}
