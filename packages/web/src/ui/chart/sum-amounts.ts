import { displayKobo, type Kobo } from "@kontor/books/money";

/** The sum of amounts of any size, for display only. */
export function sumAmounts(amounts: readonly Kobo[]): Kobo {
  return displayKobo(amounts.reduce((total, amount) => total + amount, 0n));
}
