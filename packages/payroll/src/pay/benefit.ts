import { compare, kobo, ZERO, type Kobo } from "@kontor/books/money";

import { WHOLE } from "../percentage.ts";
import { halfUp } from "../rounding.ts";
import type { StatutoryPack } from "../statutory/pack.ts";

const MONTHS = 12n;

/**
 * The taxable value a month of housing in kind: its rental value, at most a part of the gross without
 * it.
 *
 * @param rentalValue kobo a year.
 * @param grossWithoutIt kobo a year.
 */
export function housingInKind(
  rentalValue: Kobo,
  grossWithoutIt: Kobo,
  { housingInKind: { most } }: StatutoryPack,
): Kobo {
  const value = rentalValue * WHOLE;
  const cap = grossWithoutIt * most;
  return halfUp(value < cap ? value : cap, WHOLE * MONTHS);
}

/** The taxable value a month of an employer's asset in private use, by what it cost, in kobo. */
export function assetInKind(cost: Kobo, { assetInKind: { rate } }: StatutoryPack): Kobo {
  return halfUp(cost * rate, WHOLE * MONTHS);
}

/**
 * Compensation for loss of office in its two parts, to be two items of a payslip.
 *
 * @param exemptBefore what was exempt of earlier payments for the same loss, in kobo.
 */
export function lossOfOffice(
  amount: Kobo,
  exemptBefore: Kobo,
  { lossOfOffice: law }: StatutoryPack,
): { exempt: Kobo; taxable: Kobo } {
  const left = compare(exemptBefore, law.exempt) < 0 ? kobo(law.exempt - exemptBefore) : ZERO;
  const exempt = compare(amount, left) < 0 ? amount : left;
  return { exempt, taxable: kobo(amount - exempt) };
}
