import { abs, kobo, ZERO, type Kobo } from "@kontor/books/money";

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
export function itemRule({ kind, recurring, paid, forgone, reclassified }: PayItem): LineRule {
  if (reclassified !== undefined) {
    return companyRule(
      "One-off item taken back as it was treated when it was paid, and paid again as it is recorded now",
    );
  }
  if (recurring) return companyRule("Recurring item");
  if (paid === undefined) return companyRule("One-off item");
  if (kind === "earning") return companyRule("One-off item, less what was paid of it before");
  const less = "One-off item, less what was deducted of it before";
  return companyRule(
    forgone === undefined ? less : `${less} or given up to keep the minimum net pay`,
  );
}

/** What was paid or deducted of an item before, where any was, and what was given up of a deduction. */
export function paidBeforeInputs(item: PayItem): LineInput[] {
  const { kind, paid, forgone } = item;
  if (paid === undefined) return [];
  if (kind === "earning") return [{ name: "Paid before", value: printNaira(paid) }];
  const deducted = { name: "Deducted before", value: printNaira(deductedBefore(item)) };
  if (forgone === undefined) return [deducted];
  const name = "Not deducted before, to keep the minimum net pay";
  return [deducted, { name, value: printNaira(forgone) }];
}

function deductedBefore({ paid = ZERO, forgone = ZERO }: PayItem): Kobo {
  return kobo(paid - forgone);
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
  const { forgone } = item;
  const less = [deductedBefore(item), ...(forgone === undefined ? [] : [forgone])];
  return `${[item.amount, ...less].map(printNaira).join(" − ")} = ${printNaira(amount)}`;
}
