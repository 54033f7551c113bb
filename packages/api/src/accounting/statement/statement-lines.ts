import type { Balance } from "@kontor/books/balance";
import { ZERO, type Kobo } from "@kontor/books/money";
import { otherSide, type Side } from "@kontor/books/side";
import { statementRows } from "@kontor/books/statement";
import type { statementRow } from "@kontor/contract/accounting/statements";
import { sql, type RawBuilder } from "kysely";
import type { z } from "zod";

import type { LedgerRow } from "../chart/ledgers.ts";
import { inReversal } from "../entries/changeable.ts";
import { entryName } from "../entries/find-entry.ts";
import { changeKindSince } from "../totals/recorded.ts";
import type { StatementAccounts } from "./accounts.ts";

type StatementRow = z.output<typeof statementRow>;

/** One line of a statement as the database returns it. */
export type StatementLine = {
  entry_id: number;
  line: number;
  entry_type_id: number;
  number: bigint;
  date: string;
  entry_narration: string;
  own_dc: Side;
  own_code: string;
  own_name: string;
  amount: Kobo;
  /** The first item on the other side, in the order of the entry. */
  other_line: number;
  other_code: string;
  other_name: string;
  more_items: number;
  in_reversal: boolean;
  locked: boolean;
  since: StatementRow["since"];
};

/**
 * The head of a page, read in one query: the number of lines in the range (`total`) and their sum
 * on each side, the number of lines before the page (`skipped`), the day of the first entry, and in
 * kobo, debit positive: the opening balance, the sum of postings before the page's first line
 * (`before`), the balance on the day of the statement (`closing`), and the movements after that day
 * (`after`).
 */
export type PageHead = LedgerRow & {
  total: number;
  total_debit: bigint;
  total_credit: bigint;
  opening: bigint;
  before: bigint;
  closing: bigint;
  after: bigint;
  skipped: number;
  first_day: string | null;
};

/** A line of a page with its head; only the head when the page has no lines. */
export type PageRow = PageHead & (StatementLine | { [Column in keyof StatementLine]: null });

/**
 * Selects {@link Line}s of items, which are given as `r` with entry_id, revision, line, ledger_id,
 * day, dc and amount.
 *
 * @param options.since computed from `r` and the entry `e`: how the entry has changed since, or
 * null.
 * @param options.narration of the entry `e`, when it is not the present one.
 */
export function selectLines(
  { tenantId, locked }: Pick<StatementAccounts, "tenantId" | "locked">,
  items: RawBuilder<unknown>,
  {
    since,
    narration = sql`e.narration`,
  }: { since: RawBuilder<unknown>; narration?: RawBuilder<unknown> },
): RawBuilder<StatementLine> {
  return sql<StatementLine>`
    select r.entry_id, r.line::int, e.entry_type_id::int, e.number, r.day as date, ${narration} as entry_narration,
      r.dc as own_dc, own.code as own_code, own.name as own_name, r.amount, ${since} as since,
      beside.other[1]::int as other_line, other.code as other_code, other.name as other_name, beside.more_items,
      ${inReversal(tenantId)} as in_reversal, ${locked} as locked
    from ${items} r
    join entries e on e.tenant_id = ${tenantId} and e.id = r.entry_id
    join ledgers own on own.tenant_id = ${tenantId} and own.id = r.ledger_id
    cross join lateral (${otherItems(tenantId)}) beside
    join ledgers other on other.tenant_id = ${tenantId} and other.id = beside.other[2]`;
}

/** How an entry `e` has changed since a moment; null when it has not, and without a moment. */
export function changeMark(
  tenantId: number,
  recordedUpTo: string | undefined,
): RawBuilder<unknown> {
  if (recordedUpTo === undefined) return sql`null::text`;
  const edited = sql`exists (
    select from entry_revisions v
    where v.tenant_id = ${tenantId} and v.entry_id = e.id and v.recorded_at <= ${recordedUpTo}::timestamptz)`;
  return sql`
    case when e.recorded_at > ${recordedUpTo}::timestamptz
      then ${changeKindSince(recordedUpTo, edited, sql`e.entry_date`)} end`;
}

/**
 * The other items of the entry of `r`, in one pass: the line and the ledger of the first item on
 * the other side, in the order of the entry, and the number of items besides these two.
 */
function otherItems(tenantId: number): RawBuilder<unknown> {
  return sql`
    select min(array[i.line, i.ledger_id]) filter (where i.dc <> r.dc) as other, count(*)::int - 2 as more_items
    from entry_items i
    where i.tenant_id = ${tenantId} and i.entry_id = r.entry_id and i.revision = r.revision`;
}

/**
 * Statement lines, each with the balance after it.
 *
 * @param opening the balance before the first of them.
 * @throws RangeError when they are out of order, because every later balance would be wrong.
 */
export function presentLines(lines: readonly StatementLine[], opening: Balance): StatementRow[] {
  const postings = lines.map((row) => ({
    row,
    side: row.own_dc,
    amount: row.amount,
    date: row.date,
    entryId: String(row.entry_id),
    line: row.line,
  }));
  return statementRows(opening, postings).map(({ posting, balance: running }) => ({
    entry_id: posting.row.entry_id,
    line: posting.row.line,
    entry_type_id: posting.row.entry_type_id,
    ent_number: entryName(posting.row.entry_type_id, posting.row.number).ent_number,
    date: posting.date,
    narration: posting.row.entry_narration,
    ...itemPair(posting.row),
    more_items: posting.row.more_items,
    item_debit_amount: posting.side === "DR" ? posting.amount : ZERO,
    item_credit_amount: posting.side === "CR" ? posting.amount : ZERO,
    balance: running.amount,
    dc: running.side,
    since: posting.row.since,
    in_reversal: posting.row.in_reversal,
    locked: posting.row.locked,
  }));
}

/**
 * The two items of an entry that a statement shows, in the order of the entry: its own and the
 * first on the other side.
 */
function itemPair(row: StatementLine): Pick<StatementRow, "item_first" | "item_second"> {
  const own = { dc: row.own_dc, code: row.own_code, name: row.own_name };
  const other = { dc: otherSide(row.own_dc), code: row.other_code, name: row.other_name };
  return row.line < row.other_line
    ? { item_first: own, item_second: other }
    : { item_first: other, item_second: own };
}
