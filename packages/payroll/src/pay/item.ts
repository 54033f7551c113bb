import type { Kobo } from "@kontor/books/money";

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
  /** In kobo, monthly or once; above zero. */
  readonly amount: Kobo;
  readonly taxable: boolean;
  readonly pensionable: boolean;
  /** Whether it is paid every month and not only on this payslip. */
  readonly recurring: boolean;
  /** The last month of a recurring item; null while it is open-ended. */
  readonly until: Month | null;
  /** Whether it is prorated in a partial month. */
  readonly prorated: boolean;
};

/** The amount of an item in a month that is employed only in part. */
export function amountOfItem(item: PayItem, { worked, of }: MonthPart): Kobo {
  return item.prorated ? halfUp(item.amount * BigInt(worked), BigInt(of)) : item.amount;
}

/** Whether an item reduces gross pay, and not only net pay. */
export function lowersGross({ kind, taxable }: PayItem): boolean {
  return kind === "deduction" && taxable;
}
