import type { Kobo } from "@kontor/books/money";

import type { Month, MonthPart } from "../month.ts";
import { halfUp } from "../rounding.ts";

/**
 * - `earning`: paid on top of the rate.
 * - `deduction`: taken off. Where it is taxable it is pay that was not earned (unpaid leave) or is
 *   taken back, so that gross and taxable income fall with it; otherwise it is taken off net pay.
 * - `benefit`: given in kind, with the value that the law puts on it: taxed, not paid.
 */
export type PayItemKind = "earning" | "deduction" | "benefit";

export type PayItem = {
  /** Its identity, the same every month, by which variance compares. */
  readonly key: string;
  readonly label: string;
  readonly kind: PayItemKind;
  /** In kobo a month, or once; above zero. */
  readonly amount: Kobo;
  readonly taxable: boolean;
  readonly pensionable: boolean;
  /** Comes every month, not only in this payslip. */
  readonly recurring: boolean;
  /** The last month of a recurring item; null while none is known. */
  readonly until: Month | null;
  /** Whether it is prorated in a partial month. */
  readonly prorated: boolean;
};

/** The amount of an item in a month of which only a part is employed. */
export function amountOfItem(item: PayItem, { worked, of }: MonthPart): Kobo {
  return item.prorated ? halfUp(item.amount * BigInt(worked), BigInt(of)) : item.amount;
}

/** Whether an item's value lowers gross pay, rather than net pay alone. */
export function lowersGross({ kind, taxable }: PayItem): boolean {
  return kind === "deduction" && taxable;
}
