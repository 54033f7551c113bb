import type { Balance } from "@kontor/books/balance";
import { ZERO, type Kobo } from "@kontor/books/money";
import type { Side } from "@kontor/books/side";
import { statementRows } from "@kontor/books/statement";
import type { statementRow } from "@kontor/contract/accounting/statements";
import { sql, type RawBuilder } from "kysely";
import type { z } from "zod";

import type { LedgerRow } from "../chart/ledgers.ts";
import { entryName } from "../entries/find-entry.ts";
import { changeSince } from "../totals/recorded.ts";

type StatementRow = z.output<typeof statementRow>;

/** One line of a statement as the database returns it. */
export type Line = {
  entry_id: number;
  line: number;
  entry_type_id: number;
  number: bigint;
  date: string;
  entry_narration: string;
  own_dc: Side;
  amount: Kobo;
  item_first: StatementRow["item_first"];
  item_second: StatementRow["item_second"];
  more_items: number;
  since: StatementRow["since"];
};

/**
 * The head of a page, read in one query: `total` lines in the range and their sum on each side, the
 * number of them before the page (`skipped`), the day of the first entry, and in kobo, debit
 * positive: the opening balance, the sum of postings before the page's first line (`before`), the
 * balance on the day of the statement (`closing`), and the movements after that day (`after`).
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

/** A line of a page with its head; the head alone where the page has no lines. */
export type PageRow = PageHead & (Line | { [Column in keyof Line]: null });

/**
 * Selects {@link Line}s of items, which give entry_id, revision, line, day, dc and amount as `r`.
 *
 * @param options.since computed from `r` and the entry `e`: what became of the entry since, or null.
 * @param options.narration of the entry `e`, where it is not the present one.
 */
export function selectLines(
  tenantId: number,
  items: RawBuilder<unknown>,
  {
    since,
    narration = sql`e.narration`,
  }: { since: RawBuilder<unknown>; narration?: RawBuilder<unknown> },
): RawBuilder<Line> {
  return sql<Line>`
    select r.entry_id, r.line::int, e.entry_type_id::int, e.number, r.day as date, ${narration} as entry_narration,
      r.dc as own_dc, r.amount, ${since} as since,
      pair.lines -> 0 as item_first, pair.lines -> 1 as item_second, pair.count - 2 as more_items
    from ${items} r
    join entries e on e.tenant_id = ${tenantId} and e.id = r.entry_id
    cross join lateral (${entryPair(tenantId)}) pair`;
}

/** What became of an entry `e` since a moment; null when nothing did, and without a moment. */
export function markSince(tenantId: number, recordedUpTo: string | undefined): RawBuilder<unknown> {
  if (recordedUpTo === undefined) return sql`null::text`;
  const edited = sql`exists (
    select from entry_revisions v
    where v.tenant_id = ${tenantId} and v.entry_id = e.id and v.recorded_at <= ${recordedUpTo}::timestamptz)`;
  return sql`
    case when e.recorded_at > ${recordedUpTo}::timestamptz
      then ${changeSince(recordedUpTo, edited, sql`e.entry_date`)} end`;
}

/**
 * The two lines of an entry that a statement shows, and how many it has: the ledger's own, `r`, and
 * the first of the other side, in the order of entry.
 */
function entryPair(tenantId: number): RawBuilder<unknown> {
  return sql`
    select count(*)::int as count,
      jsonb_agg(jsonb_build_object('dc', i.dc, 'code', l.code, 'name', l.name) order by i.line)
        filter (where i.line = r.line or i.line = other.line) as lines
    from entry_items i
    join ledgers l on l.tenant_id = i.tenant_id and l.id = i.ledger_id
    cross join (
      select min(o.line) as line from entry_items o
      where o.tenant_id = ${tenantId} and o.entry_id = r.entry_id and o.revision = r.revision and o.dc <> r.dc) other
    where i.tenant_id = ${tenantId} and i.entry_id = r.entry_id and i.revision = r.revision`;
}

/**
 * Lines as the statement shows them, each with the balance after it.
 *
 * @param opening the balance before the first of them.
 * @throws RangeError when they are not in order, because every balance after that would be wrong.
 */
export function presentLines(lines: readonly Line[], opening: Balance): StatementRow[] {
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
    item_first: posting.row.item_first,
    item_second: posting.row.item_second,
    more_items: posting.row.more_items,
    item_debit_amount: posting.side === "DR" ? posting.amount : ZERO,
    item_credit_amount: posting.side === "CR" ? posting.amount : ZERO,
    balance: running.amount,
    dc: running.side,
    since: posting.row.since,
  }));
}
