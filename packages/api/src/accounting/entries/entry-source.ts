import type { listEntries } from "@kontor/contract/accounting/entries";
import type { InputOf } from "@kontor/contract/endpoint";
import { sql, type RawBuilder } from "kysely";

import { tenantCondition } from "../../platform/database/conditions.ts";
import type { Context } from "../../platform/scope.ts";
import { booksFilter, booksTenant } from "../books-tenant.ts";
import { requireLedger } from "../chart/ledgers.ts";
import { isLocked } from "./changeable.ts";

/**
 * The tables from which a list of entries is read: one that counts the entries of each day, and one
 * for the ids of a tenant's entries. Both accept conditions on `tenant_id`, `day` and `id`.
 */
export type EntrySource = {
  /** Selects day, entries. */
  days: RawBuilder<unknown>;
  /** Selects day, id of the entries of tenant `t`. */
  ids: RawBuilder<unknown>;
  /** Selects day, id of the entries `e` of tenant `t` that match a condition. */
  where: (condition: RawBuilder<unknown>) => RawBuilder<unknown>;
  /**
   * The same as `days`, with tenant_id, but only the newest days, which together have at least
   * `least` entries.
   */
  newestDays: (least: RawBuilder<unknown>) => RawBuilder<unknown>;
  /** The number of entries of all days, without a sum over the days. */
  ofAllDays: RawBuilder<unknown>;
  /** Selects month, entries, in any number of rows for a month. */
  months: RawBuilder<unknown>;
  /** Whether an entry `e` is locked for the reader. */
  locked: RawBuilder<boolean>;
  tenantId: number | null;
};

/**
 * Determines the tables for a list of entries. A ledger belongs to one tenant, which must be named
 * with it.
 *
 * @throws Refusal `organization_required`, `not_found`, `module_off`
 */
export async function entrySourceOf(
  context: Context,
  { tenant_id, ledger_id }: Pick<InputOf<typeof listEntries>, "tenant_id" | "ledger_id">,
): Promise<EntrySource> {
  if (ledger_id === undefined) {
    const tenantId = await booksFilter(context, tenant_id);
    return {
      ...entryDayTables(tenantId),
      ids: sql`select e.entry_date as day, e.id from entries e where e.tenant_id = t.id`,
      where: (condition) => sql`
        select e.entry_date as day, e.id from entries e where e.tenant_id = t.id and ${condition}`,
      locked: isLocked(context, tenantId ?? sql`e.tenant_id`),
      tenantId,
    };
  }
  const tenantId = await booksTenant(context, tenant_id);
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
    locked: isLocked(context, tenantId),
    tenantId,
  };
}

/** The days with entries, which can be very many for all tenants together. */
function entryDayTables(
  tenantId: number | null,
): Pick<EntrySource, "days" | "newestDays" | "ofAllDays" | "months"> {
  return {
    days: sql`select tenant_id, day, entries from entry_days`,
    newestDays: (least) => newestDaysOf(tenantId, least),
    // Entry numbers have no gaps, so the sum of the last numbers is the count.
    ofAllDays: sql`
      select sum(last_number) from entry_counters where ${tenantCondition(sql`tenant_id`, tenantId)}`,
    months: sql`
      select date_trunc('month', day::timestamp)::date as month, entries from entry_days
      where ${tenantCondition(sql`tenant_id`, tenantId)}`,
  };
}

/**
 * Selects the newest days of one tenant, or of all in scope, which together have at least `least`
 * entries. The newest n entries of all tenants belong to the n tenants with the newest last entries,
 * and none is before the last day of the n-th of them.
 */
function newestDaysOf(tenantId: number | null, least: RawBuilder<unknown>): RawBuilder<unknown> {
  if (tenantId !== null) {
    return sql`
      select tenant_id, day, entries from entry_days
      where tenant_id = ${tenantId} and entries > 0 order by day desc limit ${least}`;
  }
  return sql`
    with newest_tenants as materialized (
      select tenant_id, newest_day
      from (
        select distinct on (tenant_id) tenant_id, newest_day, newest_id from entry_counters
        order by tenant_id, newest_day desc, newest_id desc) c
      order by newest_day desc, newest_id desc limit ${least}
    ), first as materialized (
      select coalesce(
        (select newest_day from newest_tenants order by newest_day desc offset (${least}) - 1 limit 1),
        '-infinity') as day
    )
    select t.tenant_id, d.day, d.entries
    from first cross join newest_tenants t cross join lateral (
      select n.day, n.entries from entry_days n
      where n.tenant_id = t.tenant_id and n.entries > 0 and n.day >= first.day
      order by n.day desc limit ${least}) d`;
}

/**
 * The tenants `t` whose entries are listed: one, or null for all in scope. Each tenant's entries
 * are read from its own range of the index, of which a page needs only the newest few.
 */
export function tenantsOf(tenantId: number | null): RawBuilder<unknown> {
  return sql`(select id from tenants where ${tenantCondition(sql`id`, tenantId)}) t`;
}
