import { parseEntryNumber } from "@kontor/books/entry-number";
import type { Kobo } from "@kontor/books/money";
import type {
  entryRow,
  findEntriesByNumber,
  listEntries,
} from "@kontor/contract/accounting/entries";
import type { InputOf } from "@kontor/contract/endpoint";
import { sql, type RawBuilder } from "kysely";
import type { z } from "zod";

import { inDateRange, tenantCondition } from "../../platform/database/conditions.ts";
import { withCachedPlan } from "../../platform/database/limited-client.ts";
import { countOf, withConstantLimit, sortOrders, type Page } from "../../platform/database/list.ts";
import { atLeastOne } from "../../platform/database/rows.ts";
import type { Context } from "../../platform/scope.ts";
import { booksFilter } from "../books-tenant.ts";
import { inReversal, isLocked } from "./changeable.ts";
import { matchesSearch, refuseLongSearch } from "./entries-search.ts";
import { entrySourceOf, tenantsOf, type EntrySource } from "./entry-source.ts";
import { entryName, hasNumber } from "./find-entry.ts";
import { snapshotTokenOf, snapshotOfToken } from "./snapshot-token.ts";

export type EntryRow = z.output<typeof entryRow>;
type Query = InputOf<typeof listEntries>;

/** The count of the list, and the snapshot in which it was read. */
type Counted = { total: number; snapshot: string; place?: number };
type Range = Pick<Query, "start_date" | "end_date">;
/** The filters that require entries to be read one by one, and their order. */
type ListFilters = Range & Pick<Query, "search" | "sort">;

/** An entry as the database returns it. */
export type EntryQueryRow = Omit<EntryRow, "entry_type_label" | "ent_number"> & {
  number: bigint;
  amount: Kobo;
};

/** Up to this distance from the newest entry, a page is found through the newest days. */
const maxNewestDistance = 500;

/**
 * Entries by day and then by order of posting, newest first, or in the requested order. The ledger
 * names are those of the first debit and the first credit item; the amount is the sum of a side.
 *
 * Any page costs about the same: the number of entries of each day is stored, so the total is a sum
 * over days, and only the days of the page are read. The first page returns its snapshot (`up_to`);
 * later pages with it leave out everything committed since, so no row is repeated or missed and the
 * total stays the same. An edit that moves an entry to another day still moves it here.
 *
 * A search, and any order except by day, reads the entries of the range one by one, and is refused
 * when there are too many.
 *
 * @throws Refusal `not_found` for a ledger that the caller may not read; `too_many_to_search` at
 * `search` and `list_too_long_to_sort` at `sort`.
 */
export async function entriesList(context: Context, input: Query): Promise<Page<EntryRow>> {
  const source = await entrySourceOf(context, input);
  await refuseLongSearch(input, () => countOf(context.tx, countEntries(source, input)));
  const page = isByDay(input) ? selectPage(source, input) : selectSearched(source, input);
  // The planner can see only from the mark's value how few entries came after it, so queries with a
  // mark are planned each time.
  const reusesPlan = isByDay(input) && input.up_to === undefined;
  const { rows } = await (reusesPlan ? withCachedPlan(page) : page).execute(context.tx);
  const head = atLeastOne(rows);
  return {
    total: head.total,
    up_to: input.up_to ?? snapshotTokenOf(head.snapshot),
    rows: rows.flatMap(({ total: _total, snapshot: _snapshot, place: _place, ...row }) =>
      row.id === null ? [] : [presentEntry(row)],
    ),
  };
}

const sumOfDayCounts = sql`select coalesce(sum(entries), 0)::int as total from days`;

function isUnbounded({ start_date, end_date }: Range): boolean {
  return start_date === undefined && end_date === undefined;
}

/**
 * Whether entries are read by day, through the stored counts: neither searched nor in another
 * order.
 */
function isByDay({ search, sort }: Pick<Query, "search" | "sort">): boolean {
  return !search && (sort ?? "date").endsWith("date");
}

/** The orders of the list. Only the order by day has an index. */
const listOrder = sortOrders({
  date: [sql`e.entry_date`, sql`e.id`],
  number: [sql`e.entry_type_id`, sql`e.number`, sql`e.id`],
  debit: [sql`(select lower(name) from (${firstItem("DR")}) i)`, sql`e.entry_date`, sql`e.id`],
  credit: [sql`(select lower(name) from (${firstItem("CR")}) i)`, sql`e.entry_date`, sql`e.id`],
  amount: [sql`(${debitTotal()})`, sql`e.entry_date`, sql`e.id`],
  narration: [sql`lower(e.narration)`, sql`e.entry_date`, sql`e.id`],
  organization: [
    sql`(select lower(n.name) from tenants n where n.id = e.tenant_id)`,
    sql`e.entry_date`,
    sql`e.id`,
  ],
});

function selectPage(
  { days, newestDays, ofAllDays, months, ids, where, locked, tenantId }: EntrySource,
  { up_to, page, per_page, sort, ...range }: Query,
): RawBuilder<Counted & (EntryQueryRow | { [Column in keyof EntryQueryRow]: null })> {
  const offset = (page - 1) * per_page;
  const listed = tenantsOf(tenantId);
  const way = sort === "date" ? sql`asc` : sql`desc`;
  const isNear = sort !== "date" && isUnbounded(range) && offset + per_page <= maxNewestDistance;
  const byMonth = isNear || !isUnbounded(range) ? undefined : months;
  const inRange = byMonth === undefined ? inDateRange(sql`day`, range) : inMonthsOfPage;
  const newest = isNear
    ? sql`, newest as materialized (${newestDays(sql`${offset + per_page} + (select count(*) from later)`)})`
    : sql``;
  const counted = isNear ? sql`select * from newest` : days;
  const whole =
    isNear || byMonth !== undefined
      ? sql`select (coalesce((${ofAllDays}), 0) - (select count(*) from later))::int as total`
      : sumOfDayCounts;
  return sql`
    with later as materialized (${committedLater({ where }, listed, up_to)}
    ) ${newest} ${byMonth === undefined ? sql`` : monthsOfPage(byMonth, { way, from: offset, until: offset + per_page })}
    , days as (
      select day, sum(entries) as entries from (
        select day, entries from (${counted}) d where ${tenantCondition(sql`tenant_id`, tenantId)} and ${inRange}
        union all
        select day, -1 from later where ${isNear ? sql`(tenant_id, day) in (select tenant_id, day from newest)` : inRange}
      ) counted group by day having sum(entries) > 0
    ), placed as (
      select day, entries, sum(entries) over (order by day ${way}) - entries
        + ${byMonth === undefined ? sql`0` : sql`(select before from months)`} as before
      from days
    ), whole as (${whole}
    ), span as (
      select max(day) as first_day, min(day) as last_day, (${offset} - min(before))::int as skip
      from placed where before < ${offset + per_page} and before + entries > ${offset}
    ), page as (${withConstantLimit(sql`
      select t.id as tenant_id, found.id, found.day
      from span s cross join ${isNear && tenantId === null ? tenantsOfPage : listed} cross join lateral (
        select day, id from (${ids}) i
        where day between s.last_day and s.first_day and id not in (select id from later)
        order by day ${way}, id ${way} limit s.skip + ${per_page}) found
      order by found.day ${way}, found.id ${way}
      offset (select skip from span) limit ${per_page}`)}
    ), shown as (
      select ${entryColumns(locked)} from page p
      join entries e on e.tenant_id = p.tenant_id and e.id = p.id ${entryJoins}
    )
    select whole.total, pg_current_snapshot()::text as snapshot, shown.*
    from whole left join shown on true
    order by shown.date ${way}, shown.id ${way}`;
}

/** The tenants `t` with newest days among those of the page. */
const tenantsOfPage = sql`(
  select distinct n.tenant_id as id from newest n join span on n.day between span.last_day and span.first_day) t`;

/**
 * The months of the entries at some positions, as `months`: the first day of the first month, the
 * first day after the last, and the number of entries before them. Only the days of these months
 * are added up then.
 */
function monthsOfPage(
  months: RawBuilder<unknown>,
  { way, from, until }: { way: RawBuilder<unknown>; from: number; until: number },
): RawBuilder<unknown> {
  return sql`
    , months as materialized (
      select min(month) as first_day, (max(month) + interval '1 month')::date as after, min(before) as before
      from (
        select month, entries, sum(entries) over (order by month ${way}) - entries as before
        from (
          select month, sum(entries) as entries from (
            select month, entries from (${months}) m
            union all
            select date_trunc('month', day::timestamp)::date, -1 from later
          ) kept group by month) counted
      ) placed
      where before < ${until} and before + entries > ${from})`;
}

const inMonthsOfPage = sql`day >= (select first_day from months) and day < (select after from months)`;

/**
 * Selects a page of the entries that a search finds, in any order; scans all entries of the range.
 */
function selectSearched(
  { ids, where, locked, tenantId }: EntrySource,
  { search, sort = "-date", up_to, page, per_page, ...range }: Query,
): RawBuilder<Counted & (EntryQueryRow | { [Column in keyof EntryQueryRow]: null })> {
  const listed = tenantsOf(tenantId);
  const offset = (page - 1) * per_page;
  return sql`
    with later as materialized (${committedLater({ where }, listed, up_to)}),
    matched as materialized (
      select e.tenant_id, e.id, row_number() over (order by ${listOrder(sort)}) as place
      from ${listed} cross join lateral (select day, id from (${ids}) i where ${inDateRange(sql`day`, range)}) found
      join entries e on e.tenant_id = t.id and e.id = found.id
      where ${tenantCondition(sql`e.tenant_id`, tenantId)} and e.id not in (select id from later) and ${matchesSearch(search)}
    ), shown as (
      select p.place, ${entryColumns(locked)} from matched p
      join entries e on e.tenant_id = p.tenant_id and e.id = p.id ${entryJoins}
      where p.place > ${offset} and p.place <= ${offset + per_page}
    )
    select whole.total, pg_current_snapshot()::text as snapshot, shown.*
    from (select count(*)::int as total from matched) whole left join shown on true
    order by shown.place`;
}

/**
 * The columns of a {@link EntryQueryRow} of an entry `e`, read from {@link besides}.
 *
 * @param locked whether it is locked for the reader.
 */
const entryColumns = (locked: RawBuilder<boolean>) => sql`
  e.id, e.tenant_id, t.name as organization_name, e.entry_type_id::int, e.number,
  e.entry_date as date, e.narration, dr.name as debit_name, dr.code as debit_code,
  cr.name as credit_name, cr.code as credit_code, sums.amount, ${inReversal(sql`e.tenant_id`)} as in_reversal,
  ${locked} as locked`;

const entryJoins = sql`
  join tenants t on t.id = e.tenant_id
  cross join lateral (${firstItem("DR")}) dr
  cross join lateral (${firstItem("CR")}) cr
  cross join lateral (${debitTotal()}) sums`;

/** Selects the sum of the debit items of an entry `e`, which equals that of its credit items. */
function debitTotal(): RawBuilder<unknown> {
  return sql`
    select sum(i.amount) as amount from entry_items i
    where i.tenant_id = e.tenant_id and i.entry_id = e.id and i.revision = e.revision and i.dc = 'DR'`;
}

/** The number of entries that match the filters. */
export function countEntries(
  { days, tenantId }: EntrySource,
  range: Range,
): RawBuilder<{ total: number }> {
  return sql`
    select coalesce(sum(entries), 0)::int as total from (${days}) d
    where ${tenantCondition(sql`tenant_id`, tenantId)} and ${inDateRange(sql`day`, range)}`;
}

/** The number of those that a search finds. */
export function countSearched(
  { ids, tenantId }: EntrySource,
  { search, ...range }: ListFilters,
): RawBuilder<{ total: number }> {
  return sql`
    select count(*)::int as total
    from ${tenantsOf(tenantId)} cross join lateral (select day, id from (${ids}) i where ${inDateRange(sql`day`, range)}) found
    join entries e on e.tenant_id = t.id and e.id = found.id
    where ${tenantCondition(sql`e.tenant_id`, tenantId)} and ${matchesSearch(search)}`;
}

/** The totals of the entries that match the filters and a search. */
export function sumOfSearched(
  { ids, where, tenantId }: EntrySource,
  { search, up_to, ...range }: ListFilters & Pick<Query, "up_to">,
): RawBuilder<{ amount: bigint }> {
  const listed = tenantsOf(tenantId);
  return sql`
    with later as materialized (${committedLater({ where }, listed, up_to)})
    select coalesce(sum((${debitTotal()})), 0) as amount
    from ${listed} cross join lateral (select day, id from (${ids}) i where ${inDateRange(sql`day`, range)}) found
    join entries e on e.tenant_id = t.id and e.id = found.id
    where ${tenantCondition(sql`e.tenant_id`, tenantId)} and e.id not in (select id from later) and ${matchesSearch(search)}`;
}

/** The totals of entries in a range of days that were committed after a mark. */
export function sumOfCommittedLater(
  { where, tenantId }: EntrySource,
  { up_to, ...range }: Range & Pick<Query, "up_to">,
): RawBuilder<{ amount: bigint }> {
  return sql`
    with later as materialized (${committedLater({ where }, tenantsOf(tenantId), up_to)})
    select coalesce(sum((${debitTotal()})), 0) as amount
    from later join entries e on e.tenant_id = later.tenant_id and e.id = later.id
    where ${tenantCondition(sql`e.tenant_id`, tenantId)} and ${inDateRange(sql`later.day`, range)}`;
}

/** All entries that match the filters, in the requested order. */
export function allEntries(
  { ids, locked, tenantId }: EntrySource,
  { search, sort = "-date", ...range }: ListFilters,
): RawBuilder<EntryQueryRow> {
  return sql`
    select ${entryColumns(locked)}
    from (
      select t.id as tenant_id, found.id
      from ${tenantsOf(tenantId)}
      cross join lateral (select day, id from (${ids}) i where ${inDateRange(sql`day`, range)}) found) p
    join entries e on e.tenant_id = p.tenant_id and e.id = p.id ${entryJoins}
    where ${matchesSearch(search)}
    order by ${listOrder(sort)}`;
}

/**
 * The maximum number of entries found by number; every organization and every type may have one.
 */
const maxByNumber = 10;

/** Entries with the typed number, newest first; none when the text is not a number. */
export async function entriesByNumber(
  context: Context,
  input: InputOf<typeof findEntriesByNumber>,
): Promise<EntryRow[]> {
  const tenantId = await booksFilter(context, input.tenant_id);
  const typed = parseEntryNumber(input.number);
  if (typed === null) return [];
  // Each organization is looked up by its own key, so that no index is scanned.
  const { rows } = await sql<EntryQueryRow>`
    select ${entryColumns(isLocked(context, sql`e.tenant_id`))}
    from (
      select found.tenant_id, found.id
      from ${tenantsOf(tenantId)} cross join lateral (
        select e.tenant_id, e.id from entries e
        where e.tenant_id = t.id and ${hasNumber(typed)}) found
      order by found.id desc limit ${maxByNumber}) p
    join entries e on e.tenant_id = p.tenant_id and e.id = p.id ${entryJoins}
    order by e.id desc`.execute(context.tx);
  return rows.map(presentEntry);
}

/**
 * Selects the entries that were committed after a mark, which later pages leave out; none without a
 * mark.
 */
function committedLater(
  { where }: Pick<EntrySource, "where">,
  listed: RawBuilder<unknown>,
  upTo: string | undefined,
): RawBuilder<unknown> {
  if (upTo === undefined) return noLaterEntries;
  return sql`
    select t.id as tenant_id, found.day, found.id from ${listed} cross join lateral (${where(committedAfter(upTo))}) found`;
}

const noLaterEntries = sql`
  select null::bigint as tenant_id, null::date as day, null::bigint as id where false`;

/**
 * The condition that an entry `e` was committed after the page that returned this mark was read.
 * Entries restored from another server have transaction ids that this server has not reached yet;
 * they count as older than any page.
 */
function committedAfter(mark: string): RawBuilder<unknown> {
  const snapshot = sql`${snapshotOfToken(mark)}::pg_snapshot`;
  return sql`
    (e.posted_in >= pg_snapshot_xmin(${snapshot}) and not pg_visible_in_snapshot(e.posted_in, ${snapshot})
      and e.posted_in < pg_snapshot_xmax(pg_current_snapshot()))`;
}

function firstItem(side: "DR" | "CR"): RawBuilder<unknown> {
  return sql`
    select l.name, l.code
    from entry_items i join ledgers l on l.tenant_id = i.tenant_id and l.id = i.ledger_id
    where i.tenant_id = e.tenant_id and i.entry_id = e.id and i.revision = e.revision and i.dc = ${side}
    order by i.line limit 1`;
}

/** An entry as the list shows it. */
export function presentEntry({ number, ...row }: EntryQueryRow): EntryRow {
  return { ...row, ...entryName(row.entry_type_id, number) };
}
