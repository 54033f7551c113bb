import { closing, type Balance, type PostedTotals } from "./balance.ts";
import { compareDates } from "./calendar-date.ts";
import { kobo, ZERO } from "./money.ts";
import { fromSigned, signed, type SidedAmount } from "./side.ts";

/** One item of an entry as its ledger sees it: the day "YYYY-MM-DD", the entry, amount and side. */
export type Posting = SidedAmount & {
  readonly date: string;
  /** The entry's id, a decimal string as on the wire. */
  readonly entryId: string;
};

/** A posting with the ledger's balance right after it. */
export type StatementRow<P extends Posting = Posting> = {
  readonly posting: P;
  readonly balance: Balance;
};

/** What one ledger got on one day: how many postings, and their sums in kobo. */
export type LedgerDay = PostedTotals & { readonly day: string; readonly lines: number };

/**
 * One page of a list. `page` counts from one; `offset` rows stand before the page and `rows` on it;
 * an empty list has one page without rows.
 */
export type PageWindow = {
  readonly page: number;
  readonly perPage: number;
  readonly total: number;
  readonly pages: number;
  readonly offset: number;
  readonly rows: number;
};

/**
 * Where a page begins: on `day`, after `skip` of that day's postings. `before` is what was posted
 * on all earlier days together, without the skipped ones.
 */
export type PageStart = {
  readonly day: string;
  readonly skip: number;
  readonly before: PostedTotals;
};

/**
 * Orders postings as a statement lists them: by day, then by entry. Ids are compared as numbers,
 * because as text "10" would come before "9". A ledger is used once in an entry, so no two postings
 * of one ledger are equal.
 */
export function comparePostings(a: Posting, b: Posting): number {
  const byDate = compareDates(a.date, b.date);
  if (byDate !== 0) return byDate;
  const left = BigInt(a.entryId);
  const right = BigInt(b.entryId);
  if (left === right) return 0;
  return left < right ? -1 : 1;
}

/**
 * The rows of a statement, each with the running balance after its posting.
 *
 * @param opening the balance before the first posting.
 * @param postings of one ledger, in the order of {@link comparePostings}.
 * @throws RangeError when they are out of order or one comes twice, because every balance after
 *   that would be wrong.
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

/**
 * The window of one page. A page before the first becomes the first, and one past the last becomes
 * the last, so that a statement that has grown shorter still shows rows.
 *
 * @throws RangeError when a number is not whole, `perPage` is below one, or `total` below zero.
 */
export function pageWindow(page: number, perPage: number, total: number): PageWindow {
  if (![page, perPage, total].every(Number.isSafeInteger) || perPage < 1 || total < 0) {
    throw new RangeError(
      "A page needs whole numbers, at least one row a page, and no negative total.",
    );
  }
  const pages = Math.max(1, Math.ceil(total / perPage));
  const shown = Math.min(Math.max(page, 1), pages);
  const offset = (shown - 1) * perPage;
  return { page: shown, perPage, total, pages, offset, rows: Math.min(perPage, total - offset) };
}

/**
 * Finds the day that holds the first row of a page by counting lines, day by day, so that no
 * posting before that day has to be read.
 *
 * @param days the ledger's days, ascending; a day may have no lines.
 * @param offset how many rows stand before the page.
 * @returns null when there are not more than `offset` lines.
 * @throws RangeError when the offset is not a whole number from zero, or the days do not ascend.
 */
export function locatePage(days: Iterable<LedgerDay>, offset: number): PageStart | null {
  if (!Number.isSafeInteger(offset) || offset < 0) {
    throw new RangeError("The offset must be a whole number from zero.");
  }
  let skip = offset;
  let debit = 0n;
  let credit = 0n;
  let previous = "";
  for (const each of days) {
    if (each.day <= previous) throw new RangeError("The days of a ledger must ascend.");
    previous = each.day;
    if (skip < each.lines) {
      return { day: each.day, skip, before: { debit: kobo(debit), credit: kobo(credit) } };
    }
    skip -= each.lines;
    debit += each.debit;
    credit += each.credit;
  }
  return null;
}

/**
 * The balance before the first row of a page.
 *
 * @param opening the balance before the first row of the whole statement.
 * @param before what was posted on all days before the page's first day; see {@link locatePage}.
 * @param skipped the postings of that first day that stand on earlier pages.
 */
export function openingOfPage(
  opening: Balance,
  before: PostedTotals = { debit: ZERO, credit: ZERO },
  skipped: readonly Posting[] = [],
): Balance {
  return closingOfPage(closing(opening, before), skipped);
}

/** The balance after the last posting of a page, or its opening balance when it has none. */
export function closingOfPage(opening: Balance, postings: readonly Posting[]): Balance {
  let net = signed(opening.side, opening.amount);
  for (const { side, amount } of postings) net += signed(side, amount);
  return fromSigned(net);
}
