import { shownSum, type Kobo } from "@kontor/books/money";

/** The sum of amounts, however large, for a figure that is shown and goes no further. */
export function shownTotal(amounts: readonly Kobo[]): Kobo {
  return shownSum(amounts.reduce((total, amount) => total + amount, 0n));
}
