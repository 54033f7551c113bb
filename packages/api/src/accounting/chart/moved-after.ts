import { sql, type RawBuilder } from "kysely";

/**
 * The movements of a ledger by entries dated after a day, debit positive. The stored balance
 * already includes them.
 */
export function movedAfter(ledger: RawBuilder<unknown>, day: string): RawBuilder<bigint> {
  return sql<bigint>`(
    select coalesce(sum(d.debit - d.credit), 0) from ledger_days d
    where d.tenant_id = ${ledger}.tenant_id and d.ledger_id = ${ledger}.id and d.day > ${day}::date)`;
}
