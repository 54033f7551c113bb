import type { listEntries } from "@kontor/contract/accounting/entries";
import type { InputOf } from "@kontor/contract/endpoint";
import { sql, type RawBuilder } from "kysely";

import { ofTenant } from "../../platform/database/conditions.ts";
import type { Context } from "../../platform/scope.ts";
import { requireLedger } from "../chart/ledgers.ts";
import { booksFilter, booksOf } from "../tenant-of.ts";

/**
 * Where a list is read: a table that counts the entries of each day, and how to read the ids of one
 * tenant's entries. Both sides take conditions on `tenant_id`, `day` and `id`.
 */
export type EntrySource = {
  /** Gives day, entries. */
  days: RawBuilder<unknown>;
  /** Gives day, id of the entries of tenant `t`. */
  ids: RawBuilder<unknown>;
  /** Gives day, id of the entries `e` of tenant `t` that a condition lets through. */
  where: (condition: RawBuilder<unknown>) => RawBuilder<unknown>;
  /** The same as `days`, with tenant_id, but only newest days, which have at least so many entries together. */
  newestDays: (least: RawBuilder<unknown>) => RawBuilder<unknown>;
  /** The number of entries of all days, without adding up the days. */
  ofAllDays: RawBuilder<unknown>;
  /** Gives month, entries, where they are kept by month as well. */
  months?: RawBuilder<unknown>;
  tenantId: number | null;
};

/**
 * Where the entries of a list are read. A ledger is one tenant's, so that it has to be named with it.
 *
 * @throws Refusal `organization_required`, `not_found`, `module_off`
 */
export async function sourceOf(
  context: Context,
  { tenant_id, ledger_id }: Pick<InputOf<typeof listEntries>, "tenant_id" | "ledger_id">,
): Promise<EntrySource> {
  if (ledger_id === undefined) {
    const tenantId = await booksFilter(context, tenant_id);
    return {
      ...daysOf(tenantId),
      ids: sql`select e.entry_date as day, e.id from entries e where e.tenant_id = t.id`,
      where: (condition) => sql`
        select e.entry_date as day, e.id from entries e where e.tenant_id = t.id and ${condition}`,
      tenantId,
    };
  }
  const tenantId = await booksOf(context, tenant_id);
  await requireLedger(context, tenantId, ledger_id);
  const ofLedger = sql`
    select tenant_id, day, lines as entries from ledger_days
    where tenant_id = ${tenantId} and ledger_id = ${ledger_id}`;
  return {
    days: ofLedger,
    newestDays: (least) => sql`${ofLedger} and lines > 0 order by day desc limit ${least}`,
    ofAllDays: sql`
      select sum(lines) from ledger_months where tenant_id = ${tenantId} and ledger_id = ${ledger_id}`,
    months: sql`
      select month, lines as entries from ledger_months where tenant_id = ${tenantId} and ledger_id = ${ledger_id}`,
    ids: sql`
      select i.day, i.entry_id as id from entry_items i
      where i.tenant_id = t.id and i.ledger_id = ${ledger_id} and not i.superseded`,
    where: (condition) => sql`
      select e.entry_date as day, e.id from entries e
      join entry_items i on i.tenant_id = e.tenant_id and i.entry_id = e.id and i.revision = e.revision
      where e.tenant_id = t.id and ${condition} and i.ledger_id = ${ledger_id}`,
    tenantId,
  };
}

/** The days with entries, of which all tenants together may have very many. */
function daysOf(tenantId: number | null): Pick<EntrySource, "days" | "newestDays" | "ofAllDays"> {
  return {
    days: sql`select tenant_id, day, entries from entry_days`,
    newestDays: (least) => newestDaysOf(tenantId, least),
    // Entry numbers have no gaps, so the last ones give it.
    ofAllDays: sql`
      select sum(last_number) from entry_counters where ${ofTenant(sql`tenant_id`, tenantId)}`,
  };
}

/**
 * Selects newest days of one tenant or of all that the scope lets see, which have at least so many entries together.
 * The newest n entries of all are on the newest n days of each, and none is before the last day of the tenant whose last
 * day is the n-th newest.
 */
function newestDaysOf(tenantId: number | null, least: RawBuilder<unknown>): RawBuilder<unknown> {
  const daysOfTenant = sql`
    select n.day, n.entries from entry_days n where n.tenant_id = t.id and n.entries > 0`;
  return sql`
    with last_days as materialized (
      select t.id, d.day from ${tenantsOf(tenantId)} cross join lateral (${daysOfTenant} order by n.day desc limit 1) d
    ), first as materialized (
      select coalesce((select day from last_days order by day desc offset (${least}) - 1 limit 1), '-infinity') as day
    )
    select t.id as tenant_id, d.day, d.entries
    from first join last_days t on t.day >= first.day
    cross join lateral (${daysOfTenant} and n.day >= first.day order by n.day desc limit ${least}) d`;
}

/**
 * The tenants `t` whose entries are listed: one, or null for all that the scope lets see. The entries of each
 * are read by the tenant's own part of an index, of which a page needs the newest few.
 */
export function tenantsOf(tenantId: number | null): RawBuilder<unknown> {
  return sql`(select id from tenants where ${ofTenant(sql`id`, tenantId)}) t`;
}
