import type { entryRow, listEntries } from "@kontor/contract/accounting-entries";
import type { InputOf } from "@kontor/contract/endpoint";
import { sql } from "kysely";
import type { z } from "zod";

import { tenantFilter, type Context } from "../platform/scope.ts";
import type { Page } from "../platform/serve.ts";
import { entryName } from "./entries.ts";

type EntryRow = z.output<typeof entryRow>;

/**
 * Entries by day and then by the order of posting, newest first. The names shown are those of the first
 * debit and the first credit item; the amount is what each side adds up to.
 */
export async function entriesList(
  context: Context,
  input: InputOf<typeof listEntries>,
): Promise<Page<EntryRow>> {
  const tenantId = tenantFilter(context, input.tenant_id);
  const filter = sql`
    (${tenantId}::bigint is null or e.tenant_id = ${tenantId})
    and (${input.start_date ?? null}::date is null or e.entry_date >= ${input.start_date ?? null})
    and (${input.end_date ?? null}::date is null or e.entry_date <= ${input.end_date ?? null})
    and (${input.ledger_id ?? null}::bigint is null or exists (
      select from entry_items i
      where i.tenant_id = e.tenant_id and i.entry_id = e.id and i.revision = e.revision
        and i.ledger_id = ${input.ledger_id ?? null}))`;
  const counted = await sql<{ total: number }>`
    select count(*)::int as total from entries e where ${filter}`.execute(context.tx);
  const { rows } = await sql<
    Omit<EntryRow, "entry_type_label" | "ent_number"> & { number: bigint }
  >`
    with page as (
      select e.* from entries e where ${filter}
      order by e.entry_date desc, e.id desc
      limit ${input.per_page} offset ${(input.page - 1) * input.per_page}
    )
    select e.id, e.tenant_id, t.name as organization_name, e.entry_type_id::int, e.number,
      e.entry_date as date, e.narration, dr.name as debit_name, dr.code as debit_code,
      cr.name as credit_name, cr.code as credit_code, sums.amount
    from page e
    join tenants t on t.id = e.tenant_id
    cross join lateral (${firstItem("DR")}) dr
    cross join lateral (${firstItem("CR")}) cr
    cross join lateral (
      select sum(i.amount) as amount from entry_items i
      where i.tenant_id = e.tenant_id and i.entry_id = e.id and i.revision = e.revision and i.dc = 'DR') sums
    order by e.entry_date desc, e.id desc`.execute(context.tx);
  return {
    total: counted.rows[0]?.total ?? 0,
    rows: rows.map(({ number, ...row }) => ({ ...row, ...entryName(row.entry_type_id, number) })),
  };
}

function firstItem(side: "DR" | "CR") {
  return sql`
    select l.name, l.code
    from entry_items i join ledgers l on l.tenant_id = i.tenant_id and l.id = i.ledger_id
    where i.tenant_id = e.tenant_id and i.entry_id = e.id and i.revision = e.revision and i.dc = ${side}
    order by i.line limit 1`;
}
