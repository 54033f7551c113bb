import { compareAmounts, kobo, ZERO, type Kobo } from "@kontor/books/money";

import { HUNDRED_PERCENT } from "../percentage.ts";
import { divideHalfUp } from "../rounding.ts";
import type { StatutoryPack, TaxBand } from "./pack.ts";

/**
 * An exact amount of tax in ten-thousandths of a kobo. Chargeable income in kobo × basis points has
 * no finer part, so nothing is rounded until a month's tax is known.
 */
export type ExactTax = bigint;

/** Units of {@link ExactTax} in a kobo. */
export const EXACT_PER_KOBO = HUNDRED_PERCENT;

/** The reliefs that an employee declared for a tax year, in kobo a year. */
export type Reliefs = {
  readonly rent: Kobo;
  /** Premium of life insurance or annuity, paid in the preceding year. */
  readonly lifePremium: Kobo;
  readonly ownerOccupierInterest: Kobo;
  readonly nhis: Kobo;
};

export const noReliefs: Reliefs = {
  rent: ZERO,
  lifePremium: ZERO,
  ownerOccupierInterest: ZERO,
  nhis: ZERO,
};

/** The rent relief: a part of the year's rent, up to the cap. */
export function rentRelief(rent: Kobo, pack: StatutoryPack): Kobo {
  const part = divideHalfUp(rent * pack.rentRelief.rate, HUNDRED_PERCENT);
  return compareAmounts(part, pack.rentRelief.cap) > 0 ? pack.rentRelief.cap : part;
}

/** The sum of a year's reliefs, in kobo. */
export function reliefOfYear(reliefs: Reliefs, pack: StatutoryPack): Kobo {
  return kobo(
    rentRelief(reliefs.rent, pack) +
      reliefs.lifePremium +
      reliefs.ownerOccupierInterest +
      reliefs.nhis,
  );
}

/** The part of a year's chargeable income in one band, for the trace of a payslip. */
export type BandShare = { readonly income: Kobo; readonly rate: bigint; readonly tax: ExactTax };

/** The bands that a year's chargeable income reaches, with the exact tax of each. */
export function bandShares(chargeable: Kobo, bands: readonly TaxBand[]): BandShare[] {
  const shares: BandShare[] = [];
  let left: Kobo = chargeable;
  for (const { width, rate } of bands) {
    if (left <= 0n) break;
    const income = width === null || compareAmounts(left, width) < 0 ? left : width;
    shares.push({ income, rate, tax: income * rate });
    left = kobo(left - income);
  }
  return shares;
}

/** The exact tax on a year's chargeable income; zero on negative income. */
export function exactTaxOfYear(chargeable: Kobo, bands: readonly TaxBand[]): ExactTax {
  return bandShares(chargeable, bands).reduce((total, { tax }) => total + tax, 0n);
}
