import { abs } from "@kontor/books/money";

import { monthName } from "../month.ts";
import type { PayItem } from "../pay/item.ts";
import { printNaira } from "../pay/print.ts";
import type { ItemAmount } from "./figures.ts";
import { companyRule, type LineInput, type LineRule } from "./line.ts";

/** The code of an item's line. */
export function itemCode({ key }: PayItem): string {
  return `item:${key}`;
}

/** The name of an item's line. A correction names the month of the item and what is corrected. */
export function itemLabel({ item, amount }: ItemAmount): string {
  const { label, kind, until, paid, reclassified } = item;
  const name = until === null ? label : `${label} (${monthName(until)})`;
  if (reclassified !== undefined) return `${name}: ${reclassificationText(item)}`;
  if (paid === undefined) return label;
  if (amount >= 0n) return `${name}: still owed`;
  return `${name}: ${kind === "deduction" ? "deducted" : "paid"} too much`;
}

function reclassificationText({ kind, taxable, pensionable, reclassified }: PayItem): string {
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
    return companyRule(
      "One-off item taken back as it was treated when it was paid, and paid again as it is recorded now",
    );
  }
  if (recurring) return companyRule("Recurring item");
  if (paid === undefined) return companyRule("One-off item");
  return companyRule("One-off item, less what was paid of it before");
}

/** The amount paid of an item before, where any was. */
export function paidBeforeInputs({ paid }: PayItem): LineInput[] {
  return paid === undefined ? [] : [{ name: "Paid before", value: printNaira(paid) }];
}

/** The names under which a line stores the tax and pension treatment of its item. */
export const TREATMENT_INPUTS = { taxable: "Taxable", pensionable: "Pensionable" } as const;

/** The tax and pension treatment of an item. Later payslips compare it with the present one. */
export function treatmentInputs({ taxable, pensionable }: PayItem): LineInput[] {
  return [
    { name: TREATMENT_INPUTS.taxable, value: taxable ? "yes" : "no" },
    { name: TREATMENT_INPUTS.pensionable, value: pensionable ? "yes" : "no" },
  ];
}

/** The arithmetic behind the amount of an item that is not prorated. */
export function itemArithmetic({ item, amount }: ItemAmount): string {
  if (item.paid === undefined) return printNaira(abs(amount));
  return `${printNaira(item.amount)} − ${printNaira(item.paid)} = ${printNaira(amount)}`;
}
