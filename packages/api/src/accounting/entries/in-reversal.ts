import { sql, type RawBuilder } from "kysely";

/**
 * Whether an entry `e` was reversed or reverses another one; neither can be changed.
 *
 * @param tenant the tenant of `e`: a number, or its column.
 */
export function inReversal(tenant: number | RawBuilder<unknown>): RawBuilder<boolean> {
  return sql<boolean>`(
    exists (select from entry_reversals v where v.tenant_id = ${tenant} and v.entry_id = e.id)
    or exists (select from entry_reversals v where v.tenant_id = ${tenant} and v.reversal_id = e.id))`;
}
