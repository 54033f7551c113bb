import type { getStatement } from "@kontor/contract/accounting/statements";
import type { InputOf } from "@kontor/contract/endpoint";
import { sql, type RawBuilder } from "kysely";

import { inDateRange, type DateRange } from "../../platform/database/conditions.ts";
import { selectLedger } from "../chart/ledgers.ts";
import { changedEntries, openingCorrections } from "../totals/recorded.ts";
import {
  isIncluded,
  minusExcluded,
  ofAccounts,
  selectOpening,
  skippedLines,
  type StatementAccounts,
} from "./accounts.ts";
import { selectLines, type StatementLine, type PageRow } from "./statement-lines.ts";

/** Ledgers without some entries, and the moment of recording as of which they are shown. */
type Requested = StatementAccounts & { recordedUpTo: string };

/**
 * Selects a page as of an earlier moment, in one statement. Daily totals, corrected for later
 * entries and edits, give the day on which the page begins; lines are read from that day on. The
 * cost grows with the days of the ledger, the lines of one day, and the entries recorded since.
 */
export function selectPageAsRecorded(
  accounts: StatementAccounts,
  input: InputOf<typeof getStatement> & { recorded_up_to: string },
  today: string,
): RawBuilder<PageRow> {
  const { id, start_date, end_date, per_page, recorded_up_to: recordedUpTo } = input;
  const { tenantId } = accounts;
  const requested = { ...accounts, recordedUpTo };
  const inRange = inDateRange(sql`day`, { start_date, end_date });
  const beforePage = sql`day < coalesce((select day from first), ${end_date ?? null}::date + 1, 'infinity')`;
  const asOf = sql`(${recordedUpTo}::timestamptz at time zone 'Africa/Lagos')::date`;
  const reach = {
    start_date,
    end_date,
    from: sql`(select day from first)`,
    limit: sql`(select skip from first) + ${per_page}`,
  };
  return sql`
    with account as (${selectLedger(tenantId, id, today)}),
    changed as materialized (${changedEntries(tenantId, recordedUpTo)}),
    days as materialized (${daysAsRecorded(requested)}),
    requested as (${skippedLines(input, sql`days`)}),
    counted as materialized (
      select day, lines, sum(lines) over (order by day rows unbounded preceding) as lines_to
      from days where lines > 0 and ${inRange}
    ), first as materialized (
      select day, (requested.skip - (lines_to - lines))::int as skip from counted cross join requested
      where lines_to > requested.skip order by day limit 1
    ), whole as (
      select coalesce(sum(lines) filter (where ${inRange}), 0)::int as total,
        coalesce(sum(debit) filter (where ${inRange}), 0) as debit,
        coalesce(sum(credit) filter (where ${inRange}), 0) as credit,
        coalesce(sum(debit - credit) filter (where ${beforePage}), 0) as net,
        coalesce(sum(debit - credit) filter (where day <= ${asOf}), 0) as moved,
        coalesce(sum(debit - credit) filter (where day > ${asOf}), 0) as later_then
      from days
    ), opened as (${openingAsRecorded(requested)}),
    placed as materialized (
      select i.*, case i.dc when 'DR' then i.amount else -i.amount end as net,
        row_number() over (order by i.day, i.entry_id, i.line) as place
      from (${itemsAsRecorded(requested, reach)}) i
    ), shown as materialized (
      select * from placed where place > (select skip from first) order by place limit ${per_page}
    )
    select a.*, w.total, w.debit as total_debit, w.credit as total_credit, o.opening, o.opening + w.moved as closing,
      w.later_then as after, requested.skip::float8 as skipped, (select min(day) from days where lines > 0) as first_day,
      w.net + (select coalesce(sum(net), 0) from placed where place <= (select skip from first)) as before, l.*
    from account a cross join whole w cross join opened o cross join requested left join (${linesAsRecorded(requested, sql`shown`)}) l on true
    order by l.date, l.entry_id, l.line`;
}

/** Selects the lines of a range of days as of that moment, in order. */
export function selectLinesAsRecorded(
  requested: Requested,
  days: DateRange,
): RawBuilder<StatementLine> {
  const { tenantId, recordedUpTo } = requested;
  return sql<StatementLine>`
    with changed as materialized (${changedEntries(tenantId, recordedUpTo)})
    ${linesAsRecorded(requested, sql`(${itemsAsRecorded(requested, days)})`)}
    order by r.day, r.entry_id, r.line`;
}

/**
 * The daily totals of the ledgers as of that moment (day, lines, debit, credit), and their opening
 * balance (opening).
 */
export function selectTotalsAsRecorded(requested: Requested): {
  days: RawBuilder<unknown>;
  opened: RawBuilder<unknown>;
} {
  const changed = sql`(${changedEntries(requested.tenantId, requested.recordedUpTo)})`;
  return { days: daysAsRecorded(requested, changed), opened: openingAsRecorded(requested) };
}

function daysAsRecorded(
  accounts: Requested,
  changed: RawBuilder<unknown> = sql`changed`,
): RawBuilder<unknown> {
  const items = (sign: -1 | 1, revision: string) => sql`
    select i.day, ${sql.lit(sign)}, case i.dc when 'DR' then ${sql.lit(sign)} * i.amount else 0 end,
      case i.dc when 'CR' then ${sql.lit(sign)} * i.amount else 0 end
    from ${changed} c cross join lateral (${itemsOf(accounts, sql.ref(revision))}) i`;
  return sql`
    select day, sum(lines)::int as lines, sum(debit) as debit, sum(credit) as credit
    from (
      select day, lines, debit, credit from ledger_days where ${ofAccounts(accounts)}
      union all ${items(-1, "c.revision")}
      union all ${items(1, "c.revision_then")}
      ${minusExcluded(accounts, sql`day`)}) each
    group by day`;
}

/**
 * Selects the items of a changed entry `c` on the ledgers, at a revision. They are looked up by key
 * for each entry: for tables without statistics, such as after an import, the planner would
 * otherwise scan the whole table for each.
 */
function itemsOf(
  { tenantId, ids }: Pick<StatementAccounts, "tenantId" | "ids">,
  revision: RawBuilder<unknown>,
): RawBuilder<unknown> {
  return sql`
    select * from entry_items i
    where i.tenant_id = ${tenantId} and i.entry_id = c.id and i.revision = ${revision}
      and i.ledger_id = any(${sql.val(ids)}::bigint[]) offset 0`;
}

function openingAsRecorded({ tenantId, ids, recordedUpTo }: Requested): RawBuilder<unknown> {
  return sql`
    select (${selectOpening({ tenantId, ids })}) + coalesce((
      select sum(o.opening) from (${openingCorrections(tenantId, recordedUpTo)}) o
      where o.ledger_id = any(${sql.val(ids)}::bigint[])), 0) as opening`;
}

type ItemRange = DateRange & {
  /** The first day to read; all days when left out. */
  from?: RawBuilder<unknown>;
  /** The maximum number; all when left out. */
  limit?: RawBuilder<unknown>;
};

/**
 * The items of the ledgers as of that moment: those of entries unchanged since, and the earlier
 * revision of the others.
 */
function itemsAsRecorded(
  { tenantId, excluded, ids, recordedUpTo }: Requested,
  { from, limit, ...days }: ItemRange,
): RawBuilder<unknown> {
  const selected = sql`
    i.tenant_id = ${tenantId} and i.ledger_id = each.ledger_id and ${inDateRange(sql`i.day`, days)}
      and ${from === undefined ? sql`true` : sql`i.day >= ${from}`}`;
  const columns = sql`i.entry_id, i.revision, i.line, i.ledger_id, i.day, i.dc, i.amount`;
  const atMost =
    limit === undefined ? sql`` : sql`order by day, entry_id, line limit coalesce(${limit}, 0)`;
  return sql`
    select found.* from unnest(${sql.val(ids)}::bigint[]) each(ledger_id) cross join lateral (
      (select ${columns}, null::text as narration_then from entry_items i
        where ${selected} and not i.superseded and ${isIncluded({ excluded })}
          -- Looked up by its key: without statistics a comparison with all changed entries is chosen for each item.
          and exists (select from entries e where e.tenant_id = ${tenantId} and e.id = i.entry_id
            and e.recorded_at <= ${recordedUpTo}::timestamptz offset 0)
        ${atMost})
      union all
      (select ${columns}, c.narration_then
        from changed c cross join lateral (${itemsOf({ tenantId, ids }, sql`c.revision_then`)}) i
        where ${selected})) found
    ${atMost}`;
}

function linesAsRecorded(
  accounts: Requested,
  items: RawBuilder<unknown>,
): RawBuilder<StatementLine> {
  return selectLines(accounts, items, {
    since: sql`case when r.narration_then is not null then 'EDITED' end`,
    narration: sql`coalesce(r.narration_then, e.narration)`,
  });
}
