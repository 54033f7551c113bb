import { kobo, ZERO, type Kobo } from "@kontor/books/money";

import type { Month, MonthPart } from "../month.ts";
import { halfUp } from "../rounding.ts";

/**
 * - `earning`: paid on top of the rate.
 * - `deduction`: subtracted. A taxable one is pay that was not earned (unpaid leave) or is
 * recovered, so it reduces gross and taxable income; any other reduces only net pay.
 * - `benefit`: given in kind, at its legal value: taxed, not paid.
 */
export type PayItemKind = "earning" | "deduction" | "benefit";

export type PayItem = {
  /** The item's key, the same every month, by which the variance report compares. */
  readonly key: string;
  readonly label: string;
  readonly kind: PayItemKind;
  /** In kobo a month, or once; above zero, or zero for what was paid and is not owed any more. */
  readonly amount: Kobo;
  /** Of what comes once, what was paid of it before, in kobo: only the rest is due. */
  readonly paid?: Kobo;
  /**
   * Set where an item that comes once was made taxable or pensionable otherwise after it was paid:
   * what was paid `before` is taken back as it was taxed then, and paid again as it is `now`.
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
 * The amount of an item in a month of which only a part is employed, less what was paid of it before: below zero
 * where that was too much.
 */
export function amountOfItem(item: PayItem, { worked, of }: MonthPart): Kobo {
  const amount = item.prorated ? halfUp(item.amount * BigInt(worked), BigInt(of)) : item.amount;
  return kobo(amount - (item.paid ?? ZERO));
}

/** Whether an item reduces gross pay, and not only net pay. */
export function lowersGross({ kind, taxable }: PayItem): boolean {
  return kind === "deduction" && taxable;
}
