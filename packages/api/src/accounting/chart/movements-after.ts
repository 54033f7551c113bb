import { sql, type RawBuilder } from "kysely";

import { tenantCondition } from "../../platform/database/conditions.ts";

/**
 * The movements of a ledger by entries dated after a day, debit positive. The stored balance
 * already includes them.
 */
export function movementsAfter(ledger: RawBuilder<unknown>, day: string): RawBuilder<bigint> {
  return sql<bigint>`(
    select coalesce(sum(d.debit - d.credit), 0) from ledger_days d
    where d.tenant_id = ${ledger}.tenant_id and d.ledger_id = ${ledger}.id and d.day > ${day}::date)`;
}

/**
 * The common table `future_movements`: movements of ledgers after today, debit positive, for the tenants of
 * the rows. Few entries are dated in the future, and they are found by an index on the day.
 */
export function futureMovements(
  rows: RawBuilder<unknown>,
  tenantId: number | null,
  today: string,
): RawBuilder<unknown> {
  const tenants =
    tenantId === null
      ? sql`select distinct tenant_id from ${rows} of_rows`
      : sql`select ${tenantId}::bigint as tenant_id`;
  return sql`future_movements as materialized (
    select d.tenant_id, d.ledger_id, sum(d.debit - d.credit) as net
    from (${tenants}) listed join ledger_days d on d.tenant_id = listed.tenant_id
    where ${tenantCondition(sql`d.tenant_id`, tenantId)} and d.day > ${today}::date
    group by d.tenant_id, d.ledger_id
  )`;
}
