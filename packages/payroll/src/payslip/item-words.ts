import { abs } from "@kontor/books/money";

import type { PayItem } from "../pay/item.ts";
import { naira } from "./figure.ts";
import type { ItemAmount } from "./figures.ts";
import { ownRule, type LineInput, type LineRule } from "./line.ts";

/** The name of an item's line, which says of what was paid before what is corrected of it. */
export function itemLabel({ item, amount }: ItemAmount): string {
  if (item.paid === undefined) return item.label;
  if (amount >= 0n) return `${item.label}: still owed`;
  return `${item.label}: ${item.kind === "deduction" ? "taken" : "paid"} too much`;
}

/** The rule of an item's line. */
export function itemRule({ recurring, paid }: PayItem): LineRule {
  if (recurring) return ownRule("Item that comes every month");
  if (paid === undefined) return ownRule("Item that comes once");
  return ownRule("What comes once, less what was paid of it before");
}

/** What was paid of an item before, where something was. */
export function paidBefore({ paid }: PayItem): LineInput[] {
  return paid === undefined ? [] : [{ name: "Paid before", value: naira(paid) }];
}

/** How the amount of an item that is not prorated comes about. */
export function itemArithmetic({ item, amount }: ItemAmount): string {
  if (item.paid === undefined) return naira(abs(amount));
  return `${naira(item.amount)} − ${naira(item.paid)} = ${naira(amount)}`;
}
