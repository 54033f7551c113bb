import type {
  endLockException,
  grantLockException,
  setPeriodLock,
} from "@kontor/contract/accounting/periods";
import type { InputOf } from "@kontor/contract/endpoint";
import { sql } from "kysely";

import { audit } from "../../platform/audit.ts";
import { atMostOne, exactlyOne } from "../../platform/database/rows.ts";
import { notFound, Refusal } from "../../platform/refusal.ts";
import { enterTenant, type Context } from "../../platform/scope.ts";
import { booksTenant } from "../books-tenant.ts";
import { mayBeGrantedException } from "./exception-users.ts";
import { periodsOf, type Periods } from "./periods.ts";

/**
 * Locks the books up to a day, moves the lock in either direction, or removes it. Waits for entries
 * being posted concurrently, so that none is committed in the locked period afterwards.
 *
 * @throws Refusal `not_found`, `module_off`; `lock_in_future` at `locked_until` for today or later,
 * because the system's own entries are dated today; `changed_meanwhile` when the lock has changed
 * since the caller saw it.
 */
export async function lockPeriod(
  context: Context,
  input: InputOf<typeof setPeriodLock>,
): Promise<Periods> {
  const { locked_until, reason } = input;
  if (locked_until !== null && locked_until >= context.clock.today()) {
    throw Refusal.at("locked_until", "lock_in_future");
  }
  const tenantId = await booksTenant(context, input.tenant_id);
  await enterTenant(context, tenantId);
  const before = await moveLock(context, tenantId, locked_until, reason);
  const { was_locked_until } = input;
  if (was_locked_until !== undefined && was_locked_until !== before) {
    throw new Refusal("changed_meanwhile");
  }
  return periodsOf(context, tenantId);
}

/**
 * Moves the lock in the scope of the tenant, and logs who did so and why.
 *
 * @returns the previous end of the lock; nobody else can move the lock until the transaction ends.
 */
export async function moveLock(
  context: Context,
  tenantId: number,
  until: string | null,
  reason: string,
): Promise<string | null> {
  const { rows } = await sql<{ before: string | null }>`
    select set_period_lock(${tenantId}, ${until}::date, ${reason}, ${context.actor.user_id}, ${context.clock.now()})
      as before`.execute(context.tx);
  const { before } = exactlyOne(rows);
  const action = until === null ? "period.opened" : "period.locked";
  await audit(context, tenantId, action, `organization:${tenantId}`, {
    reason,
    before: { locked_until: before },
    after: { locked_until: until },
  });
  return before;
}

/**
 * Allows one user to post in the locked period for a number of hours.
 *
 * @throws Refusal `not_found`, `module_off`; `exception_user_unknown` at `user_id` for a user
 * who may not post.
 */
export async function grantException(
  context: Context,
  input: InputOf<typeof grantLockException>,
): Promise<Periods> {
  const tenantId = await booksTenant(context, input.tenant_id);
  await enterTenant(context, tenantId);
  const { tx, clock, actor } = context;
  const { user_id, hours, reason } = input;
  if (!(await mayBeGrantedException(context, tenantId, user_id))) {
    throw Refusal.at("user_id", "exception_user_unknown");
  }
  const now = clock.now();
  const until = new Date(now.getTime() + hours * 3_600_000);
  const { rows: added } = await sql<{ id: number }>`
    insert into period_lock_exceptions (tenant_id, user_id, until, reason, granted_by, granted_at)
    values (${tenantId}, ${user_id}, ${until}, ${reason}, ${actor.user_id}, ${now})
    returning id`.execute(tx);
  await audit(context, tenantId, "period-exception.granted", `user:${user_id}`, {
    exception_id: exactlyOne(added).id,
    until,
    reason,
  });
  return periodsOf(context, tenantId);
}

/** Ends an exception now. @throws Refusal `not_found` for one that does not exist or is over */
export async function endException(
  context: Context,
  input: InputOf<typeof endLockException>,
): Promise<Periods> {
  const tenantId = await booksTenant(context, input.tenant_id);
  await enterTenant(context, tenantId);
  const now = context.clock.now();
  const { rows } = await sql<{ user_id: number }>`
    update period_lock_exceptions set until = ${now}
    where tenant_id = ${tenantId} and id = ${input.id} and until > ${now}
    returning user_id`.execute(context.tx);
  const ended = atMostOne(rows);
  if (ended === undefined) throw notFound("The exception");
  await audit(context, tenantId, "period-exception.ended", `user:${ended.user_id}`, {
    exception_id: input.id,
  });
  return periodsOf(context, tenantId);
}
