import { MAX_DAYS_APART } from "@kontor/books/bank/bank-match";
import { addDays } from "@kontor/books/calendar-date";
import type { Kobo } from "@kontor/books/money";
import type { Side } from "@kontor/books/side";
import { statementLimits, type bookItem } from "@kontor/contract/accounting/bank-statements";
import { formatCount } from "@kontor/contract/format";
import { sql, type RawBuilder } from "kysely";
import type { z } from "zod";

import { atLeastOne } from "../../platform/database/rows.ts";
import { Refusal } from "../../platform/refusal.ts";
import type { Tx } from "../../platform/scope.ts";
import { entryName } from "../entries/find-entry.ts";
import { balanceOn } from "../periods/balance-on.ts";
import type { PreviousReconciliation } from "../periods/open-items.ts";

export type BookItem = z.output<typeof bookItem>;

/** The days of a statement, and the reconciliation before them with the entries that were open. */
export type StatementDays = {
  tenantId: number;
  ledgerId: number;
  first_day: string;
  last_day: string;
  previous: PreviousReconciliation | undefined;
  openEntries: readonly number[];
};

/** The items of a ledger that may belong to lines, and its balances; kobo, debit positive. */
type BookSide = { opening: bigint; closing: bigint; items: BookItem[]; texts: string[] };

type ItemRow = {
  entry_id: number;
  item: number;
  entry_type_id: number;
  number: bigint;
  date: string;
  narration: string;
  text: string;
  amount: Kobo;
  dc: Side;
  carried: boolean;
};

type Head = { opening: bigint; closing: bigint };

/**
 * The items of the ledger in the days of the statement, those near them, and those that were open
 * before; and the balances of the ledger before and after the statement. They are read by one
 * statement, so that they agree while others post.
 *
 * @throws Refusal `statement_entries_too_many` at `file`.
 */
export async function bookSideOf(tx: Tx, days: StatementDays): Promise<BookSide> {
  const { tenantId, ledgerId, first_day, last_day } = days;
  const most = statementLimits.items;
  const { rows } = await sql<Head & (ItemRow | { [Column in keyof ItemRow]: null })>`
    with head as materialized (
      select ${balanceOn(tenantId, sql`${first_day}::date - 1`)} as opening,
        ${balanceOn(tenantId, sql`${last_day}::date`)} as closing
      from ledgers l where l.tenant_id = ${tenantId} and l.id = ${ledgerId}
    ), items as materialized (
      ${itemsWhere(days, nearDays(days), wasOpen(days))}
      union ${itemsWhere(days, wasOpen(days), sql`true`)}
      ${continuesComparison(days) ? sql`union ${itemsWhere(days, wasAddedSince(days), sql`true`)}` : sql``}
      order by day, entry_id limit ${most + 1}
    )
    select h.opening, h.closing, i.entry_id, i.line::int as item, e.entry_type_id::int as entry_type_id, e.number,
      i.day as date, coalesce(nullif(e.narration, ''), i.narration) as narration,
      concat_ws(' ', e.narration, i.narration) as text, i.amount, i.dc, i.carried
    from head h left join items i on true
      left join entries e on e.tenant_id = ${tenantId} and e.id = i.entry_id
    order by i.day, i.entry_id`.execute(tx);
  const { opening, closing } = atLeastOne(rows);
  const found = rows.flatMap((row) => (row.entry_id === null ? [] : [row]));
  if (found.length > most) {
    throw Refusal.at("file", "statement_entries_too_many", { most: formatCount(most) });
  }
  return {
    opening,
    closing,
    texts: found.map(({ text }) => text),
    items: found.map((row) => ({
      entry_id: row.entry_id,
      item: row.item,
      entry_type_id: row.entry_type_id,
      ent_number: entryName(row.entry_type_id, row.number).ent_number,
      date: row.date,
      narration: row.narration,
      amount: row.amount,
      dc: row.dc,
      carried: row.carried,
    })),
  };
}

/**
 * Whether it is known which entries of the days before the statement were open: they were compared
 * up to its first day.
 */
function continuesComparison({ previous, first_day }: StatementDays): boolean {
  return previous?.compared === true && addDays(previous.reconciled_to, 1) === first_day;
}

/** The days of the statement and those near it. Days that were compared are not near. */
function nearDays(days: StatementDays): RawBuilder<boolean> {
  const before = continuesComparison(days) ? 0 : MAX_DAYS_APART;
  return sql<boolean>`i.day between ${days.first_day}::date - ${before}::int
    and ${days.last_day}::date + ${MAX_DAYS_APART}::int`;
}

/** Entries of earlier days that were open at the reconciliation before the statement. */
function wasOpen({ first_day, openEntries }: StatementDays): RawBuilder<boolean> {
  return sql<boolean>`(i.day < ${first_day}::date and i.entry_id = any (${[...openEntries]}::bigint[]))`;
}

/** The most days before a statement in which entries are looked for that were added since. */
const lateEntryDays = 92;

/** Entries of days that were compared, which did not exist when they were. */
function wasAddedSince({ tenantId, first_day, previous }: StatementDays): RawBuilder<boolean> {
  return sql<boolean>`i.day between ${first_day}::date - ${lateEntryDays}::int and ${first_day}::date - 1
    and ${previous?.recorded_at ?? null}::timestamptz < coalesce(
      (select r.recorded_at from entry_revisions r
        where r.tenant_id = ${tenantId} and r.entry_id = i.entry_id and r.revision = 1),
      (select e.recorded_at from entries e where e.tenant_id = ${tenantId} and e.id = i.entry_id))`;
}

function itemsWhere(
  { tenantId, ledgerId }: StatementDays,
  condition: RawBuilder<boolean>,
  carried: RawBuilder<boolean>,
): RawBuilder<unknown> {
  return sql`
      select i.entry_id, i.line, i.day, i.dc, i.amount, i.narration, ${carried} as carried from entry_items i
      where i.tenant_id = ${tenantId} and i.ledger_id = ${ledgerId} and not i.superseded and ${condition}`;
}
