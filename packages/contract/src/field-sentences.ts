import type { EntryProblem } from "@kontor/books/entry";

import { formatMoney } from "./format.ts";
import { amountSentences } from "./wire/money.ts";

const entrySentences: Readonly<
  Record<Exclude<EntryProblem["code"], "missing_side" | "sums_differ">, string>
> = {
  no_items: "Add at least one DR and one CR item.",
  ...amountSentences,
  missing_narration: "Enter a narration.",
  ledger_twice:
    "This ledger is already used in another item. Choose another, or put both amounts in one.",
};

/** The message for items that do not make a valid entry. */
export function entrySentence(problem: EntryProblem): string {
  if (problem.code === "missing_side") return `Add at least one ${problem.side} item.`;
  if (problem.code === "sums_differ") {
    return `The ${problem.shortSide} side is short by ${formatMoney(problem.difference)}.`;
  }
  return entrySentences[problem.code];
}
