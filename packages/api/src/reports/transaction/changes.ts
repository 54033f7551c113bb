import type { Kobo } from "@kontor/books/money";
import type { DataOf, InputOf } from "@kontor/contract/endpoint";
import { fact } from "@kontor/contract/facts";
import { formatCount } from "@kontor/contract/format";
import { changesList, type changesReport } from "@kontor/contract/reports/changes";
import { changesFacts } from "@kontor/contract/reports/facts";
import { sql, type RawBuilder } from "kysely";

import { booksTenant } from "../../accounting/books-tenant.ts";
import { findLedger, requireLedger } from "../../accounting/chart/ledgers.ts";
import { entryName } from "../../accounting/entries/find-entry.ts";
import {
  changedEntries,
  changeKindSince,
  openingCorrections,
  refuseFutureMoment,
  refuseTooManySince,
} from "../../accounting/totals/recorded.ts";
import { inDateRange } from "../../platform/database/conditions.ts";
import { readByCursor } from "../../platform/database/cursor.ts";
import { limitOffset, presentBatches } from "../../platform/database/list.ts";
import { exactlyOne } from "../../platform/database/rows.ts";
import { type ListExport } from "../../platform/export/export-file.ts";
import type { Context } from "../../platform/scope.ts";

type Changes = DataOf<typeof changesReport.read>;
type Row = Changes["rows"][number];
type Filters = Omit<InputOf<typeof changesReport.read>, "page" | "per_page">;
type ChangeQueryRow = Omit<Row, "ent_number" | "amount" | "amount_before"> & {
  number: bigint;
  amount: Kobo;
  amount_before: Kobo | null;
};

/**
 * A page of the entries added, back-dated or edited after a moment, newest first, with the number
 * of each kind and of the opening balances changed since, which are no entries.
 *
 * @throws Refusal `organization_required`, `not_found`, `module_off`; `moment_in_future` and
 *   `too_much_since` at `recorded_up_to`.
 */
export async function changes(
  context: Context,
  { page, per_page, ...filters }: InputOf<typeof changesReport.read>,
): Promise<Changes & { total: number }> {
  const { tx } = context;
  const tenantId = await changesTenant(context, filters);
  const { rows } =
    await sql<ChangeQueryRow>`${selectChanges(tenantId, filters)} ${limitOffset({ page, per_page })}`.execute(
      tx,
    );
  return { rows: rows.map(present), ...(await countChanges(context, tenantId, filters)) };
}

/** Exports all rows as a file. */
export async function changesFile(
  context: Context,
  input: InputOf<typeof changesReport.file>,
): Promise<ListExport<Row, keyof typeof changesList.columns>> {
  const tenantId = await changesTenant(context, input);
  const { total, totals } = await countChanges(context, tenantId, input);
  const { ledger_id, recorded_up_to } = input;
  const ledger =
    ledger_id === undefined
      ? null
      : await findLedger(context, { tenant_id: tenantId, id: ledger_id });
  return {
    list: changesList,
    name: "changes",
    parts: ["since", recorded_up_to.slice(0, 10), ledger?.code],
    facts: [
      ...changesFacts(input, ledger),
      ...fact(
        "Opening Balances Changed",
        totals.openings === 0 ? null : formatCount(totals.openings),
      ),
    ],
    tenantId,
    total,
    rows: presentBatches(readByCursor(context.tx, selectChanges(tenantId, input)), present),
  };
}

async function changesTenant(context: Context, filters: Filters): Promise<number> {
  const tenantId = await booksTenant(context, filters.tenant_id);
  if (filters.ledger_id !== undefined) await requireLedger(context, tenantId, filters.ledger_id);
  refuseFutureMoment(context.clock, filters.recorded_up_to);
  await refuseTooManySince(context.tx, tenantId, filters.recorded_up_to);
  return tenantId;
}

const changeKind = (recordedUpTo: string) =>
  changeKindSince(recordedUpTo, sql`c.revision_then is not null`, sql`c.entry_date`);

/**
 * The ids of a ledger and its sub-ledgers: reports mark a ledger for what changed in either, and
 * link to these changes.
 */
function withSubLedgers(tenantId: number, id: number): RawBuilder<unknown> {
  return sql`(
    select l.id from ledgers l
    where l.tenant_id = ${tenantId} and (l.id = ${id} or l.parent_ledger_id = ${id}))`;
}

/** The condition that an entry `c` matches the filters. */
function matchesFilters(tenantId: number, { ledger_id, ...days }: Filters): RawBuilder<unknown> {
  const onLedger =
    ledger_id === undefined
      ? sql`true`
      : sql`exists (
          select from entry_items i where i.tenant_id = ${tenantId} and i.entry_id = c.id
            and i.revision in (c.revision, c.revision_then)
            and i.ledger_id in ${withSubLedgers(tenantId, ledger_id)})`;
  return sql`${onLedger} and (${inDateRange(sql`c.entry_date`, days)} or ${inDateRange(sql`c.date_then`, days)})`;
}

function selectChanges(tenantId: number, filters: Filters): RawBuilder<ChangeQueryRow> {
  const { ledger_id, recorded_up_to } = filters;
  const onLedger =
    ledger_id === undefined
      ? sql`true`
      : sql`i.ledger_id in ${withSubLedgers(tenantId, ledger_id)}`;
  const amountAt = (revision: RawBuilder<unknown>) => sql`
    (select greatest(sum(i.amount) filter (where i.dc = 'DR'), sum(i.amount) filter (where i.dc = 'CR'))
    from entry_items i
    where i.tenant_id = ${tenantId} and i.entry_id = c.id and i.revision = ${revision} and ${onLedger})`;
  return sql`
    select ${tenantId}::bigint as tenant_id, c.id as entry_id, c.entry_type_id::int, c.number,
      ${changeKind(recorded_up_to)} as change, c.recorded_at, u.name as recorded_by, c.narration,
      c.entry_date as date, c.date_then as date_before,
      coalesce(${amountAt(sql`c.revision`)}, 0) as amount,
      case when c.revision_then is not null then coalesce(${amountAt(sql`c.revision_then`)}, 0) end as amount_before
    from (${changedEntries(tenantId, recorded_up_to)}) c
    left join users u on u.id = c.recorded_by
    where ${matchesFilters(tenantId, filters)}
    order by c.recorded_at desc, c.id desc`;
}

async function countChanges({ tx }: Context, tenantId: number, filters: Filters) {
  const { ledger_id, recorded_up_to } = filters;
  const ofLedger =
    ledger_id === undefined
      ? sql`true`
      : sql`o.ledger_id in ${withSubLedgers(tenantId, ledger_id)}`;
  const { rows } = await sql<Changes["totals"] & { total: number }>`
    select count(*)::int as total, count(*) filter (where change = 'ADDED')::int as added,
      count(*) filter (where change = 'BACK_DATED')::int as back_dated,
      count(*) filter (where change = 'EDITED')::int as edited, (
        select count(*)::int from (${openingCorrections(tenantId, recorded_up_to)}) o
        where o.opening <> 0 and ${ofLedger}) as openings
    from (
      select ${changeKind(recorded_up_to)} as change
      from (${changedEntries(tenantId, recorded_up_to)}) c where ${matchesFilters(tenantId, filters)}) counted`.execute(
    tx,
  );
  const { total, ...totals } = exactlyOne(rows);
  return { total, totals };
}

function present({ number, ...row }: ChangeQueryRow): Row {
  return { ...row, ent_number: entryName(row.entry_type_id, number).ent_number };
}
