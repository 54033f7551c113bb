import { ENTRY_TYPE } from "@kontor/books/entry-number";
import { displayKobo, ZERO, type Kobo } from "@kontor/books/money";
import type { Side } from "@kontor/books/side";
import type { DataOf, InputOf } from "@kontor/contract/endpoint";
import {
  dayBookListAsOf,
  type dayBookReport,
  type dayBookList,
} from "@kontor/contract/reports/day-book";
import { dayBookFacts } from "@kontor/contract/reports/facts";
import { sql, type RawBuilder } from "kysely";

import { entryName } from "../../accounting/entries/find-entry.ts";
import { closingMovements, isClosingEntry } from "../../accounting/totals/closings.ts";
import { totalMovement, type Days } from "../../accounting/totals/ledger-totals.ts";
import {
  changedEntries,
  changeKindSince,
  correctionsSince,
} from "../../accounting/totals/recorded.ts";
import { inDateRange, tenantCondition } from "../../platform/database/conditions.ts";
import { readByCursor } from "../../platform/database/cursor.ts";
import { countOf, presentBatches } from "../../platform/database/list.ts";
import { exactlyOne } from "../../platform/database/rows.ts";
import { type ListExport } from "../../platform/export/export-file.ts";
import type { Context } from "../../platform/scope.ts";
import { reportTenant } from "./as-recorded.ts";

type DayBook = DataOf<typeof dayBookReport.read>;
type Row = DayBook["rows"][number];
type Input = InputOf<typeof dayBookReport.read>;

type ItemRow = Omit<Row, "ent_number" | "debit" | "credit"> & {
  number: bigint;
  dc: Side;
  amount: Kobo;
};

/**
 * The requested entries: of one organization or all, in a range of days, as of now or as of a
 * moment.
 */
type Scope = Days & {
  tenantId: number | null;
  /** The moment since which changes are marked; undefined for none. */
  recordedUpTo: string | undefined;
  /** Whether the books are shown as they were at that moment. */
  asRecorded: boolean;
  /** Whether year-end closings are left out. */
  withoutClosings: boolean;
};

/**
 * A page of the entries of a range of days with all their items, oldest first. The number of
 * entries of each day is stored, so a page is found by day and every page costs about the same.
 * Totals are added up from monthly totals and the days at both ends. For an earlier moment, entries
 * recorded since are subtracted from all three.
 *
 * @throws Refusal `not_found`, `module_off`; `organization_required` for an earlier moment without
 *   an organization; `moment_in_future` and `too_much_since` at `recorded_up_to`.
 */
export async function dayBook(
  context: Context,
  input: Input,
): Promise<DayBook & { total: number }> {
  const { tx } = context;
  const scope = await scopeOf(context, input);
  const totals = await totalsOf(context, scope);
  const found = await findPageDays(scope, input).execute(tx);
  const place = exactlyOne(found.rows);
  const { rows } =
    place.skip === null
      ? { rows: [] }
      : await itemsOf(pageEntries(scope, input.per_page, place)).execute(tx);
  return { rows: rows.map(present), totals, total: await countOf(tx, countEntries(scope)) };
}

/** Exports all rows as a file. */
export async function dayBookFile(
  context: Context,
  input: InputOf<typeof dayBookReport.file>,
): Promise<ListExport<Row, keyof typeof dayBookList.columns>> {
  const { tx } = context;
  const scope = await scopeOf(context, input);
  const totals = await totalsOf(context, scope);
  const entries = await countOf(tx, countEntries(scope));
  return {
    list: dayBookListAsOf(scope.recordedUpTo),
    name: "day-book",
    parts: [input.start_date, input.end_date],
    facts: [...dayBookFacts(input), ["Entries", String(entries)]],
    tenantId: scope.tenantId,
    total: totals.items,
    rows: presentBatches(readByCursor(tx, itemsOf(entriesOf(scope))), present),
    after: () =>
      totals.items === 0
        ? []
        : [{ label: "Total", cells: { debit: totals.debit, credit: totals.credit } }],
  };
}

async function scopeOf(
  context: Context,
  input: Pick<
    Input,
    "tenant_id" | "start_date" | "end_date" | "recorded_up_to" | "as_it_is" | "closing"
  >,
): Promise<Scope> {
  const { start_date, end_date, recorded_up_to: recordedUpTo, as_it_is } = input;
  return {
    tenantId: await reportTenant(context, input),
    start_date,
    end_date,
    recordedUpTo,
    asRecorded: recordedUpTo !== undefined && as_it_is !== true,
    withoutClosings: input.closing !== undefined,
  };
}

async function totalsOf({ tx }: Context, scope: Scope) {
  const { tenantId, asRecorded, recordedUpTo, withoutClosings, ...days } = scope;
  const { debit, credit, items } = await totalMovement(tx, tenantId, days);
  const corrections =
    tenantId === null || recordedUpTo === undefined || !asRecorded
      ? []
      : [...(await correctionsSince(tx, tenantId, { ...days, recordedUpTo })).values()];
  const closings = withoutClosings
    ? await closingMovements(tx, tenantId, days, asRecorded ? recordedUpTo : undefined)
    : [];
  const leftOut = closings.map((closing) => ({
    debit: -closing.debit,
    credit: -closing.credit,
    items: -closing.items,
  }));
  const moved = [...corrections, ...leftOut];
  const sum = (side: "debit" | "credit", now: bigint) =>
    displayKobo(moved.reduce((total, each) => total + each[side], now));
  return {
    debit: sum("debit", debit),
    credit: sum("credit", credit),
    items: moved.reduce((total, each) => total + each.items, items),
  };
}

/** The number of entries of each day (day, entries), without days that have none. */
function daysOf(scope: Scope): RawBuilder<unknown> {
  const { tenantId, recordedUpTo, asRecorded, withoutClosings, ...days } = scope;
  const counted = sql`
    select day, entries from entry_days
    where ${tenantCondition(sql`tenant_id`, tenantId)} and ${inDateRange(sql`day`, days)}`;
  const changed =
    tenantId !== null && recordedUpTo !== undefined && asRecorded
      ? sql`
        union all
        select moved.day, moved.entries
        from (${changedEntries(tenantId, recordedUpTo)}) c
        cross join lateral (values (c.entry_date, -1), (c.date_then, 1)) as moved(day, entries)
        where ${inDateRange(sql`moved.day`, days)}`
      : sql``;
  const closings = withoutClosings
    ? sql`
        union all
        select e.entry_date, -1 from entries e
        where ${tenantCondition(sql`e.tenant_id`, tenantId)}
          and ${isClosingEntry(days, asRecorded ? recordedUpTo : undefined)}`
    : sql``;
  return sql`
    select day, sum(entries)::int as entries from (${counted} ${changed} ${closings}) each
    where day is not null group by day having sum(entries) > 0`;
}

function countEntries(scope: Scope): RawBuilder<{ total: number }> {
  return sql`select coalesce(sum(entries), 0)::int as total from (${daysOf(scope)}) d`;
}

/** The first and last day of a page, and the number of their entries to skip before it. */
type PageDays = { first_day: string; last_day: string; skip: number };

/**
 * Finds the days of a page from the number of entries of each day; nulls when there is no such
 * page.
 */
function findPageDays(
  scope: Scope,
  { page, per_page }: Pick<Input, "page" | "per_page">,
): RawBuilder<PageDays | { [Column in keyof PageDays]: null }> {
  const offset = (page - 1) * per_page;
  return sql`
    with days as (${daysOf(scope)}), placed as (
      select day, entries, sum(entries) over (order by day) - entries as before from days
    )
    select min(day) as first_day, max(day) as last_day, (${offset} - min(before))::int as skip
    from placed where before < ${offset + per_page} and before + entries > ${offset}`;
}

/** The entries of a page. For several organizations, each has its own index scan. */
function pageEntries(
  scope: Scope,
  per_page: number,
  { first_day: start_date, last_day: end_date, skip }: PageDays,
): RawBuilder<unknown> {
  const { tenantId } = scope;
  const listed =
    tenantId === null ? sql`(select id from tenants)` : sql`(select ${tenantId}::bigint as id)`;
  return sql`
    select found.*
    from ${listed} t
    cross join lateral (
      select e.* from (${entriesOf({ ...scope, start_date, end_date }, sql`t.id`)}) e
      order by e.day, e.id limit ${skip + per_page}) found
    order by found.day, found.id
    offset ${skip} limit ${per_page}`;
}

/**
 * The requested entries: tenant_id, id, revision, day, narration, and since (how they changed after
 * the moment). For an earlier moment, entries edited since have their revision of that time.
 *
 * @param tenant the organization, in a query that runs once for each of several.
 */
function entriesOf(
  { tenantId, recordedUpTo, asRecorded, withoutClosings, ...days }: Scope,
  tenant?: RawBuilder<unknown>,
): RawBuilder<unknown> {
  const inTenant =
    tenant === undefined
      ? tenantCondition(sql`e.tenant_id`, tenantId)
      : sql`e.tenant_id = ${tenant}`;
  const entries = (since: RawBuilder<unknown>, narrowed: RawBuilder<unknown>) => sql`
    select e.tenant_id, e.id, e.revision, e.entry_date as day, e.narration, ${since} as since
    from entries e where ${inTenant} and ${inDateRange(sql`e.entry_date`, days)} and ${narrowed}
      and ${withoutClosings ? sql`e.entry_type_id <> ${ENTRY_TYPE.closing.id}` : sql`true`}`;
  if (tenantId === null || recordedUpTo === undefined) {
    return entries(sql`null::text`, sql`true`);
  }
  const moment = sql`${recordedUpTo}::timestamptz`;
  if (!asRecorded) {
    const edited = sql`exists (
      select from entry_revisions v
      where v.tenant_id = e.tenant_id and v.entry_id = e.id and v.recorded_at <= ${moment})`;
    const change = changeKindSince(recordedUpTo, edited, sql`e.entry_date`);
    return entries(sql`case when e.recorded_at > ${moment} then ${change} end`, sql`true`);
  }
  return sql`
    ${entries(sql`null::text`, sql`e.recorded_at <= ${moment}`)}
    union all
    select ${tenantId}::bigint, c.id, c.revision_then, c.date_then, c.narration_then, 'EDITED'
    from (${changedEntries(tenantId, recordedUpTo)}) c
    where c.revision_then is not null and ${inDateRange(sql`c.date_then`, days)}`;
}

/** The items of entries, by day, then in the order of posting. */
function itemsOf(entries: RawBuilder<unknown>): RawBuilder<ItemRow> {
  return sql`
    select e.tenant_id, t.name as organization_name, e.id as entry_id, e.entry_type_id::int, e.number,
      requested.day as date, requested.narration, requested.since, i.line::int, i.ledger_id, l.code, l.name,
      i.narration as item_narration, i.dc, i.amount
    from (${entries}) requested
    join entries e on e.tenant_id = requested.tenant_id and e.id = requested.id
    join tenants t on t.id = e.tenant_id
    join entry_items i on i.tenant_id = e.tenant_id and i.entry_id = e.id and i.revision = requested.revision
    join ledgers l on l.tenant_id = i.tenant_id and l.id = i.ledger_id
    order by requested.day, e.id, i.line`;
}

function present({ number, dc, amount, ...row }: ItemRow): Row {
  return {
    ...row,
    ent_number: entryName(row.entry_type_id, number).ent_number,
    debit: dc === "DR" ? amount : ZERO,
    credit: dc === "CR" ? amount : ZERO,
  };
}
