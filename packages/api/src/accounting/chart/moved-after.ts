import { sql, type RawBuilder } from "kysely";

/**
 * Movements of a ledger by entries that are dated after a day, debit positive. What is stored as its
 * balance has them already.
 */
export function movedAfter(ledger: RawBuilder<unknown>, day: string): RawBuilder<bigint> {
  return sql<bigint>`(
    select coalesce(sum(d.debit - d.credit), 0) from ledger_days d
    where d.tenant_id = ${ledger}.tenant_id and d.ledger_id = ${ledger}.id and d.day > ${day}::date)`;
}
