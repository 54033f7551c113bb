import { ENTRY_TYPE } from "@kontor/books/entry-number";
import { formatCount } from "@kontor/contract/format";
import { sql, type RawBuilder } from "kysely";

import type { Clock } from "../../platform/clock.ts";
import { exactlyOne } from "../../platform/database/rows.ts";
import { Refusal } from "../../platform/refusal.ts";
import type { Tx } from "../../platform/scope.ts";

/**
 * The maximum number of entries that are subtracted again to show earlier books. Stored totals do
 * not cover entries by moment of recording, so the cost grows with their number: about 5
 * microseconds an item.
 */
export const maxEntriesSince = 100_000;

/**
 * The corrections that turn a ledger's figures into those of an earlier moment; kobo, debit
 * positive.
 */
export type Correction = {
  opening: bigint;
  debit: bigint;
  credit: bigint;
  items: number;
  /** Whether any item in the days has changed, apart from those of year-end closings. */
  moved: boolean;
};

type Requested = { start_date: string; end_date: string; recordedUpTo: string };

/**
 * The corrections of each ledger in a range of days to the state recorded at a moment: entries
 * added since are subtracted, and revised entries and opening balances are replaced by their
 * earlier values. Unchanged ledgers are left out; a ledger whose changes cancel out is included.
 *
 * @throws Refusal `too_much_since` at `recorded_up_to`.
 */
export async function correctionsSince(
  tx: Tx,
  tenantId: number,
  { start_date, end_date, recordedUpTo }: Requested,
): Promise<ReadonlyMap<number, Correction>> {
  await refuseTooManySince(tx, tenantId, recordedUpTo);
  const inRange = sql`i.day >= ${start_date}::date`;
  const { rows } = await sql<Correction & { ledger_id: number }>`
    with changed as (${changedEntries(tenantId, recordedUpTo)}), items as (
      select i.ledger_id, i.day, i.dc, i.amount, -1 as sign, c.entry_type_id from changed c
      join entry_items i on i.tenant_id = ${tenantId} and i.entry_id = c.id and i.revision = c.revision
      union all
      select i.ledger_id, i.day, i.dc, i.amount, 1, c.entry_type_id from changed c
      join entry_items i on i.tenant_id = ${tenantId} and i.entry_id = c.id and i.revision = c.revision_then
    ), corrections as (
      select i.ledger_id,
        coalesce(sum(case i.dc when 'DR' then i.sign * i.amount else -i.sign * i.amount end)
          filter (where not ${inRange}), 0) as opening,
        coalesce(sum(i.sign * i.amount) filter (where i.dc = 'DR' and ${inRange}), 0) as debit,
        coalesce(sum(i.sign * i.amount) filter (where i.dc = 'CR' and ${inRange}), 0) as credit,
        coalesce(sum(i.sign) filter (where ${inRange}), 0) as items,
        bool_or(${inRange} and i.entry_type_id <> ${ENTRY_TYPE.closing.id}) as moved
      from items i where i.day <= ${end_date}::date group by i.ledger_id
      union all
      select o.ledger_id, o.opening, 0, 0, 0, false from (${openingCorrections(tenantId, recordedUpTo)}) o
    )
    select ledger_id, sum(opening) as opening, sum(debit) as debit, sum(credit) as credit, sum(items)::int as items,
      bool_or(moved) as moved
    from corrections group by ledger_id`.execute(tx);
  return new Map(rows.map(({ ledger_id, ...correction }) => [ledger_id, correction]));
}

/**
 * The last day, up to a given one, with a movement of each ledger as recorded at a moment; ledgers
 * without one are left out.
 */
export async function lastMovementDaysAsRecorded(
  tx: Tx,
  tenantId: number,
  {
    ledgerIds,
    until,
    recordedUpTo,
  }: { ledgerIds: readonly number[]; until: string; recordedUpTo: string },
): Promise<ReadonlyMap<number, string>> {
  if (ledgerIds.length === 0) return new Map();
  const items = (sign: -1 | 1, revision: string) => sql`
    select i.ledger_id, i.day, ${sql.lit(sign)} from changed c join entry_items i
      on i.tenant_id = ${tenantId} and i.entry_id = c.id and i.revision = ${sql.ref(revision)}
    where i.ledger_id = any (${[...ledgerIds]}::bigint[])`;
  const { rows } = await sql<{ ledger_id: number; day: string }>`
    with changed as materialized (${changedEntries(tenantId, recordedUpTo)}), moved as (
      select d.ledger_id, d.day, d.lines from ledger_days d
      where d.tenant_id = ${tenantId} and d.ledger_id = any (${[...ledgerIds]}::bigint[])
      union all ${items(-1, "c.revision")}
      union all ${items(1, "c.revision_then")}
    )
    select ledger_id, max(day) as day from (
      select ledger_id, day from moved where day <= ${until}::date group by ledger_id, day having sum(lines) > 0) left_over
    group by ledger_id`.execute(tx);
  return new Map(rows.map(({ ledger_id, day }) => [ledger_id, day]));
}

const minute = 60_000;

/**
 * Books as of a moment to come would change until then. The present minute is accepted to its end,
 * because a time is entered in minutes.
 *
 * @throws Refusal `moment_in_future` at `recorded_up_to`.
 */
export function refuseFutureMoment(clock: Clock, recordedUpTo: string | undefined): void {
  if (recordedUpTo === undefined) return;
  const endOfMinute = (Math.floor(clock.now().getTime() / minute) + 1) * minute;
  if (Date.parse(recordedUpTo) >= endOfMinute) {
    throw Refusal.at("recorded_up_to", "moment_in_future");
  }
}

/** @throws Refusal `too_much_since` at `recorded_up_to`. */
export async function refuseTooManySince(
  tx: Tx,
  tenantId: number,
  recordedUpTo: string,
): Promise<void> {
  const { rows } = await sql<{ entries: number }>`
    select count(*)::int as entries from (
      select from entries where tenant_id = ${tenantId} and recorded_at > ${recordedUpTo}::timestamptz
      limit ${maxEntriesSince + 1}) since`.execute(tx);
  if (exactlyOne(rows).entries > maxEntriesSince) {
    throw Refusal.at("recorded_up_to", "too_much_since", {
      most: formatCount(maxEntriesSince),
    });
  }
}

/**
 * The entries that were added or revised after a moment: id, revision (present), revision_then (at
 * that moment; null for a new one) and their head. An entry stores the moment of its last revision,
 * so one index finds all.
 */
export function changedEntries(tenantId: number, recordedUpTo: string): RawBuilder<unknown> {
  return sql`
    select e.id, e.revision, e.entry_type_id, e.number, e.entry_date, e.narration, e.recorded_at, e.recorded_by,
      v.revision as revision_then, v.entry_date as date_then, v.narration as narration_then
    from entries e
    left join lateral (
      select v.revision, v.entry_date, v.narration from entry_revisions v
      where v.tenant_id = ${tenantId} and v.entry_id = e.id and v.recorded_at <= ${recordedUpTo}::timestamptz
      order by v.revision desc limit 1) v on true
    where e.tenant_id = ${tenantId} and e.recorded_at > ${recordedUpTo}::timestamptz`;
}

/**
 * How an entry has changed since a moment: ADDED, BACK_DATED or EDITED.
 *
 * @param edited whether it was recorded before the moment already.
 * @param day its present day.
 */
export function changeKindSince(
  recordedUpTo: string,
  edited: RawBuilder<unknown>,
  day: RawBuilder<unknown>,
): RawBuilder<unknown> {
  return sql`
    case when ${edited} then 'EDITED'
      when ${day} <= (${recordedUpTo}::timestamptz at time zone 'Africa/Lagos')::date then 'BACK_DATED'
      else 'ADDED' end`;
}

/**
 * By ledger (ledger_id, opening), the opening balance at that moment less the present one: a new
 * ledger had none, and the audit log has the earlier value of a changed one.
 */
export function openingCorrections(tenantId: number, recordedUpTo: string): RawBuilder<unknown> {
  return sql`
    select l.id as ledger_id, ${signedByOpeningSide(sql`-l.op_balance`)} as opening from ledgers l
    where l.tenant_id = ${tenantId} and l.created_at > ${recordedUpTo}::timestamptz and l.op_balance <> 0
    union all
    select l.id, ${signedByOpeningSide(sql`was.op_balance - l.op_balance`)}
    from (
      select distinct on (a.subject) a.subject, (a.detail -> 'op_balance' ->> 'from')::bigint as op_balance
      from audit_log a
      where a.tenant_id = ${tenantId} and a.recorded_at > ${recordedUpTo}::timestamptz
        and a.action = 'ledger.changed' and a.detail ? 'op_balance'
      order by a.subject, a.id) was
    join ledgers l on l.tenant_id = ${tenantId} and 'ledger:' || l.id = was.subject
    where l.created_at <= ${recordedUpTo}::timestamptz`;
}

/** An opening balance of a ledger `l`, debit positive. */
function signedByOpeningSide(amount: RawBuilder<unknown>): RawBuilder<unknown> {
  return sql`case l.op_balance_dc when 'DR' then ${amount} else -(${amount}) end`;
}
