import {
  accountLines,
  type Account,
  type AccountDetail,
  type ListedAccount,
} from "./account-totals.ts";
import { displayKobo, ZERO, type Kobo } from "./money.ts";

/**
 * A ledger with its balance before a range of days, debit positive, and the sum of its postings on
 * each side within the range; all in kobo.
 */
export type LedgerMovement = Account & {
  readonly opening: bigint;
  readonly debit: bigint;
  readonly credit: bigint;
};

/** A line of a trial balance, by side: before the range, in it, and after it. */
export type SideFigures = {
  readonly opening_debit: Kobo;
  readonly opening_credit: Kobo;
  readonly debit: Kobo;
  readonly credit: Kobo;
  readonly closing_debit: Kobo;
  readonly closing_credit: Kobo;
};

export type TrialBalance = {
  readonly lines: readonly { readonly account: ListedAccount; readonly figures: SideFigures }[];
  readonly totals: SideFigures;
};

/** Zero figures on both sides. */
export const ZERO_FIGURES: SideFigures = {
  opening_debit: ZERO,
  opening_credit: ZERO,
  debit: ZERO,
  credit: ZERO,
  closing_debit: ZERO,
  closing_credit: ZERO,
};

/**
 * The trial balance: every account's balance before a range of days, its movements on each side,
 * and its balance after. A balance is on the side of its net amount. The sums of both sides are
 * equal when the opening balances balance.
 *
 * @param ledgers the whole chart in its order, a parent before its sub-ledgers.
 */
export function trialBalance(
  ledgers: readonly LedgerMovement[],
  detail: AccountDetail,
): TrialBalance {
  const lines = accountLines(ledgers, detail).map(({ account, of }) => ({
    account,
    figures: figuresOf(of),
  }));
  return { lines, totals: addFigures(lines.map(({ figures }) => figures)) };
}

/** The sum of several ledgers as one account. */
function figuresOf(ledgers: readonly LedgerMovement[]): SideFigures {
  let opening = 0n;
  let debit = 0n;
  let credit = 0n;
  for (const ledger of ledgers) {
    opening += ledger.opening;
    debit += ledger.debit;
    credit += ledger.credit;
  }
  const closing = opening + debit - credit;
  return {
    opening_debit: displayKobo(opening > 0n ? opening : 0n),
    opening_credit: displayKobo(opening < 0n ? -opening : 0n),
    debit: displayKobo(debit),
    credit: displayKobo(credit),
    closing_debit: displayKobo(closing > 0n ? closing : 0n),
    closing_credit: displayKobo(closing < 0n ? -closing : 0n),
  };
}

/** The sums of the columns. */
export function addFigures(lines: Iterable<SideFigures>): SideFigures {
  const sums = { ...ZERO_FIGURES };
  for (const line of lines) {
    for (const column of figureColumns) {
      if (line[column] !== ZERO) sums[column] = displayKobo(sums[column] + line[column]);
    }
  }
  return sums;
}

const figureColumns = Object.keys(ZERO_FIGURES) as (keyof SideFigures)[];

/** Whether an account is zero before, within and after the range. */
export function areAllZero(figures: SideFigures): boolean {
  return figureColumns.every((column) => figures[column] === ZERO);
}
