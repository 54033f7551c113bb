import { abs } from "@kontor/books/money";

import type { PayItem } from "../pay/item.ts";
import { naira } from "./figure.ts";
import type { ItemAmount } from "./figures.ts";
import { ownRule, type LineInput, type LineRule } from "./line.ts";

/** The name of an item's line, which says of what was paid before what is corrected of it. */
export function itemLabel({ item, amount }: ItemAmount): string {
  if (item.reclassified !== undefined) return `${item.label}: ${reclassifiedAs(item)}`;
  if (item.paid === undefined) return item.label;
  if (amount >= 0n) return `${item.label}: still owed`;
  return `${item.label}: ${item.kind === "deduction" ? "taken" : "paid"} too much`;
}

function reclassifiedAs({ kind, taxable, pensionable, reclassified }: PayItem): string {
  if (kind === "deduction") {
    const from = taxable ? "taxable pay" : "net pay";
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
    return ownRule("What was paid before, as it is taxable and pensionable by the item now");
  }
  if (recurring) return ownRule("Item that comes every month");
  if (paid === undefined) return ownRule("Item that comes once");
  return ownRule("What comes once, less what was paid of it before");
}

/** What was paid of an item before, where something was. */
export function paidBefore({ paid }: PayItem): LineInput[] {
  return paid === undefined ? [] : [{ name: "Paid before", value: naira(paid) }];
}

/** The names under which a line keeps that its item was taxable or pensionable. */
export const TREATMENTS = { taxable: "Taxable", pensionable: "Pensionable" } as const;

/** Whether an item was taxable and pensionable, by which later payslips correct it. */
export function treatmentInputs({ taxable, pensionable }: PayItem): LineInput[] {
  return [
    { name: TREATMENTS.taxable, value: taxable ? "yes" : "no" },
    { name: TREATMENTS.pensionable, value: pensionable ? "yes" : "no" },
  ];
}

/** How the amount of an item that is not prorated comes about. */
export function itemArithmetic({ item, amount }: ItemAmount): string {
  if (item.paid === undefined) return naira(abs(amount));
  return `${naira(item.amount)} − ${naira(item.paid)} = ${naira(amount)}`;
}
