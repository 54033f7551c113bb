import { shownSum, ZERO, type Kobo } from "@kontor/books/money";
import type { Side } from "@kontor/books/side";
import type { DataOf, InputOf } from "@kontor/contract/endpoint";
import { formatRange } from "@kontor/contract/format";
import { dayBookList, type dayBookReport } from "@kontor/contract/reports/day-book";
import { sql, type RawBuilder } from "kysely";

import { entryName } from "../../accounting/entries/find-entry.ts";
import { booksFilter } from "../../accounting/tenant-of.ts";
import { movementsOfAll, type Days } from "../../accounting/totals/ledger-totals.ts";
import { inDays, ofTenant } from "../../platform/database/conditions.ts";
import { readByCursor } from "../../platform/database/cursor.ts";
import { countOf, presented } from "../../platform/database/list.ts";
import { exactlyOne } from "../../platform/database/rows.ts";
import type { ListExport } from "../../platform/export/export-file.ts";
import type { Context } from "../../platform/scope.ts";

type DayBook = DataOf<typeof dayBookReport.read>;
type Row = DayBook["rows"][number];
type Input = InputOf<typeof dayBookReport.read>;

type ItemRow = Omit<Row, "ent_number" | "debit" | "credit"> & {
  number: bigint;
  dc: Side;
  amount: Kobo;
};

/**
 * A page of the entries of some days with all their items, the oldest first. How many entries each day has is
 * kept, so that a page is found by its days and any page costs about the same; totals are added up from
 * months and the days at both ends.
 *
 * @throws Refusal `not_found`, `module_off`.
 */
export async function dayBook(
  context: Context,
  input: Input,
): Promise<DayBook & { total: number }> {
  const { tx } = context;
  const tenantId = await booksFilter(context, input.tenant_id);
  const found = await findPlace(tenantId, input).execute(tx);
  const place = exactlyOne(found.rows);
  const { rows } =
    place.skip === null
      ? { rows: [] }
      : await itemsOf(pageAt(tenantId, input.per_page, place)).execute(tx);
  return {
    rows: rows.map(present),
    totals: await totalsOf(context, tenantId, input),
    total: await countOf(tx, entriesIn(tenantId, input)),
  };
}

/** All of them as a file. */
export async function dayBookFile(
  context: Context,
  input: InputOf<typeof dayBookReport.file>,
): Promise<ListExport<Row, keyof typeof dayBookList.columns>> {
  const { tx } = context;
  const tenantId = await booksFilter(context, input.tenant_id);
  const totals = await totalsOf(context, tenantId, input);
  const entries = await countOf(tx, entriesIn(tenantId, input));
  return {
    list: dayBookList,
    name: "day-book",
    parts: [input.start_date, input.end_date],
    facts: [
      ["Period", formatRange(input.start_date, input.end_date)],
      ["Entries", String(entries)],
    ],
    tenantId,
    total: totals.items,
    rows: presented(readByCursor(tx, itemsOf(allOf(tenantId, input))), present),
    after: () =>
      totals.items === 0
        ? []
        : [{ label: "Total", cells: { debit: totals.debit, credit: totals.credit } }],
  };
}

async function totalsOf({ tx }: Context, tenantId: number | null, days: Days) {
  const { debit, credit, items } = await movementsOfAll(tx, tenantId, days);
  return { debit: shownSum(debit), credit: shownSum(credit), items };
}

function entriesIn(tenantId: number | null, days: Days): RawBuilder<{ total: number }> {
  return sql`
    select coalesce(sum(entries), 0)::int as total from entry_days
    where ${ofTenant(sql`tenant_id`, tenantId)} and ${inDays(sql`day`, days)}`;
}

/** The days that a page stands on, the oldest first, and how many of their entries come before it. */
type Place = { first_day: string; last_day: string; skip: number };

/** Finds the days of a page by how many entries each day has; nulls when there is no such page. */
function findPlace(
  tenantId: number | null,
  { page, per_page, ...days }: Input,
): RawBuilder<Place | { [Column in keyof Place]: null }> {
  const offset = (page - 1) * per_page;
  return sql`
    with days as (
      select day, sum(entries) as entries from entry_days
      where ${ofTenant(sql`tenant_id`, tenantId)} and ${inDays(sql`day`, days)}
      group by day having sum(entries) > 0
    ), placed as (
      select day, entries, sum(entries) over (order by day) - entries as before from days
    )
    select min(day) as first_day, max(day) as last_day, (${offset} - min(before))::int as skip
    from placed where before < ${offset + per_page} and before + entries > ${offset}`;
}

/** tenant_id and id of the entries of a page. Of several organizations each is read by its own part of an index. */
function pageAt(
  tenantId: number | null,
  per_page: number,
  { first_day, last_day, skip }: Place,
): RawBuilder<unknown> {
  const listed =
    tenantId === null ? sql`(select id from tenants)` : sql`(select ${tenantId}::bigint as id)`;
  return sql`
    select found.tenant_id, found.id
    from ${listed} t
    cross join lateral (
      select e.tenant_id, e.id, e.entry_date from entries e
      where e.tenant_id = t.id and e.entry_date between ${first_day}::date and ${last_day}::date
      order by e.entry_date, e.id limit ${skip + per_page}) found
    order by found.entry_date, found.id
    offset ${skip} limit ${per_page}`;
}

function allOf(tenantId: number | null, days: Days): RawBuilder<unknown> {
  return sql`
    select e.tenant_id, e.id from entries e
    where ${ofTenant(sql`e.tenant_id`, tenantId)} and ${inDays(sql`e.entry_date`, days)}`;
}

/** The items of entries, by day and then in the order of posting. */
function itemsOf(entries: RawBuilder<unknown>): RawBuilder<ItemRow> {
  return sql`
    select e.tenant_id, t.name as organization_name, e.id as entry_id, e.entry_type_id::int, e.number,
      e.entry_date as date, e.narration, i.line::int, i.ledger_id, l.code, l.name,
      i.narration as item_narration, i.dc, i.amount
    from (${entries}) asked
    join entries e on e.tenant_id = asked.tenant_id and e.id = asked.id
    join tenants t on t.id = e.tenant_id
    join entry_items i on i.tenant_id = e.tenant_id and i.entry_id = e.id and i.revision = e.revision
    join ledgers l on l.tenant_id = i.tenant_id and l.id = i.ledger_id
    order by e.entry_date, e.id, i.line`;
}

function present({ number, dc, amount, ...row }: ItemRow): Row {
  return {
    ...row,
    ent_number: entryName(row.entry_type_id, number).ent_number,
    debit: dc === "DR" ? amount : ZERO,
    credit: dc === "CR" ? amount : ZERO,
  };
}
