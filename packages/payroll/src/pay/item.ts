import { kobo, ZERO, type Kobo } from "@kontor/books/money";

import type { Month, MonthPart } from "../month.ts";
import { divideHalfUp } from "../rounding.ts";

/**
 * - `earning`: paid on top of the rate.
 * - `deduction`: subtracted. A taxable deduction is pay that was not earned (unpaid leave) or is
 * recovered, so it reduces gross and taxable income, and pensionable pay if it is pensionable too; any
 * other deduction reduces only net pay.
 */
export type PayItemKind = "earning" | "deduction";

export type PayItem = {
  /** The item's key, the same every month, by which the variance report compares. */
  readonly key: string;
  readonly label: string;
  readonly kind: PayItemKind;
  /** In kobo a month, or once. It is above zero, except for a paid item that is no longer owed. */
  readonly amount: Kobo;
  /** For a one-off item, the amount settled of it before, in kobo: only the rest is due. */
  readonly paid?: Kobo;
  /**
   * The part of `paid`, in kobo, that was not deducted because minimum net pay did not allow it. It
   * is not claimed again.
   */
  readonly forgone?: Kobo;
  /**
   * Set where the tax or pension treatment of a one-off item was changed after it was paid: the
   * part `before` is recovered with its earlier treatment, the part `now` is paid with its present
   * one.
   */
  readonly reclassified?: "before" | "now";
  readonly taxable: boolean;
  readonly pensionable: boolean;
  /** Whether it is paid every month and not only on this payslip. */
  readonly recurring: boolean;
  /** The last month of a recurring item; null while it is open-ended. */
  readonly until: Month | null;
  /** Whether it is prorated in a partial month. */
  readonly prorated: boolean;
};

/**
 * The amount of an item in a fully or partly worked month, less the amount paid before; negative
 * when too much was paid.
 */
export function amountOfItem(item: PayItem, { worked, of }: MonthPart): Kobo {
  const amount = item.prorated
    ? divideHalfUp(item.amount * BigInt(worked), BigInt(of))
    : item.amount;
  return kobo(amount - (item.paid ?? ZERO));
}

/** Whether an item reduces gross pay, and not only net pay. */
export function lowersGross({ kind, taxable }: PayItem): boolean {
  return kind === "deduction" && taxable;
}
