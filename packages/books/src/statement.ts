import type { Balance } from "./balance.ts";
import { compareDates } from "./calendar-date.ts";
import { fromSigned, signed, type SidedAmount } from "./side.ts";

/**
 * One item of an entry as its ledger's statement shows it: the day "YYYY-MM-DD", the entry, the
 * amount and the side.
 */
export type Posting = SidedAmount & {
  readonly date: string;
  /** The entry's id, a decimal string as on the wire. */
  readonly entryId: string;
  /** The index of the item within its entry, where a statement shows several ledgers. */
  readonly line?: number;
};

/** A posting with the ledger's balance right after it. */
export type StatementRow<P extends Posting = Posting> = {
  readonly posting: P;
  readonly balance: Balance;
};

/**
 * Orders postings as a statement lists them: by day, then by entry. Ids are compared as numbers,
 * because as text "10" would sort before "9". An entry uses a ledger once, so no two postings of
 * one ledger are equal. Postings of one entry to several ledgers are in the order of its lines.
 */
export function comparePostings(a: Posting, b: Posting): number {
  const byDate = compareDates(a.date, b.date);
  if (byDate !== 0) return byDate;
  const [left, right] = [a.entryId, b.entryId];
  if (left === right) return Math.sign((a.line ?? 0) - (b.line ?? 0));
  // The longer of two decimal integers is the larger one.
  if (left.length !== right.length) return left.length < right.length ? -1 : 1;
  return left < right ? -1 : 1;
}

/**
 * The rows of a statement, each with the running balance after its posting.
 *
 * @param opening the balance before the first posting.
 * @param postings of one ledger, or of several shown together, in the order of {@link
 * comparePostings}.
 * @throws RangeError when they are out of order or one is repeated, because every later balance
 * would be wrong.
 */
export function statementRows<P extends Posting>(
  opening: Balance,
  postings: readonly P[],
): StatementRow<P>[] {
  const rows: StatementRow<P>[] = [];
  let net = signed(opening.side, opening.amount);
  let previous: P | undefined;
  for (const posting of postings) {
    if (previous !== undefined && comparePostings(previous, posting) >= 0) {
      throw new RangeError("The postings of a statement must be in order, each once.");
    }
    net += signed(posting.side, posting.amount);
    rows.push({ posting, balance: fromSigned(net) });
    previous = posting;
  }
  return rows;
}
