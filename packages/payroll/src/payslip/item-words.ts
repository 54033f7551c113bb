import { abs } from "@kontor/books/money";

import { monthName } from "../month.ts";
import { naira } from "../pay/figure.ts";
import type { PayItem } from "../pay/item.ts";
import type { ItemAmount } from "./figures.ts";
import { ownRule, type LineInput, type LineRule } from "./line.ts";

/** The code of an item's line. */
export function itemCode({ key }: PayItem): string {
  return `item:${key}`;
}

/** The name of an item's line. A correction names the month of the item and what is corrected. */
export function itemLabel({ item, amount }: ItemAmount): string {
  const { label, kind, until, paid, reclassified } = item;
  const name = until === null ? label : `${label} (${monthName(until)})`;
  if (reclassified !== undefined) return `${name}: ${reclassifiedAs(item)}`;
  if (paid === undefined) return label;
  if (amount >= 0n) return `${name}: still owed`;
  return `${name}: ${kind === "deduction" ? "deducted" : "paid"} too much`;
}

function reclassifiedAs({ kind, taxable, pensionable, reclassified }: PayItem): string {
  if (kind === "deduction") {
    const taxed = pensionable ? "taxable and pensionable pay" : "taxable pay";
    const from = taxable ? taxed : "net pay";
    return reclassified === "before"
      ? `deducted from ${from}, given back`
      : `deducted from ${from} instead`;
  }
  const tax = taxable ? "taxable" : "not taxable";
  const as = pensionable ? `${tax}, pensionable` : tax;
  return reclassified === "before" ? `paid as ${as}, taken back` : `paid again as ${as}`;
}

/** The rule of an item's line. */
export function itemRule({ recurring, paid, reclassified }: PayItem): LineRule {
  if (reclassified !== undefined) {
    return ownRule(
      "One-off item taken back as it was treated when it was paid, and paid again as it is recorded now",
    );
  }
  if (recurring) return ownRule("Recurring item");
  if (paid === undefined) return ownRule("One-off item");
  return ownRule("One-off item, less what was paid of it before");
}

/** The amount paid of an item before, where any was. */
export function paidBefore({ paid }: PayItem): LineInput[] {
  return paid === undefined ? [] : [{ name: "Paid before", value: naira(paid) }];
}

/** The names under which a line stores the tax and pension treatment of its item. */
export const TREATMENTS = { taxable: "Taxable", pensionable: "Pensionable" } as const;

/** The tax and pension treatment of an item. Later payslips compare it with the present one. */
export function treatmentInputs({ taxable, pensionable }: PayItem): LineInput[] {
  return [
    { name: TREATMENTS.taxable, value: taxable ? "yes" : "no" },
    { name: TREATMENTS.pensionable, value: pensionable ? "yes" : "no" },
  ];
}

/** The arithmetic behind the amount of an item that is not prorated. */
export function itemArithmetic({ item, amount }: ItemAmount): string {
  if (item.paid === undefined) return naira(abs(amount));
  return `${naira(item.amount)} − ${naira(item.paid)} = ${naira(amount)}`;
}
