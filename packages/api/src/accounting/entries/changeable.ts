import { sql, type RawBuilder } from "kysely";

import type { Context } from "../../platform/scope.ts";

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

/**
 * Whether an entry `e` falls in the locked period of its books, unless the reader has an exception.
 *
 * @param tenant the tenant of `e`: a number, or its column.
 */
export function isLocked(
  { actor, clock }: Pick<Context, "actor" | "clock">,
  tenant: number | RawBuilder<unknown>,
): RawBuilder<boolean> {
  return sql<boolean>`coalesce(e.entry_date <= (
    select k.locked_until from period_locks k
    where k.tenant_id = ${tenant} and not exists (
      select from period_lock_exceptions x
      where x.tenant_id = ${tenant} and x.user_id = ${actor.user_id} and x.until > ${clock.now()})), false)`;
}
