import type { EmployeeStatus } from "@kontor/contract/reference/employees";
import { sql, type RawBuilder } from "kysely";

import type { Actor } from "../../platform/scope.ts";

/**
 * The status of a row of `employees e` on a day: EXITED from the day after the last day of
 * employment.
 */
export function statusOn(today: string): RawBuilder<EmployeeStatus> {
  return sql`case when e.exit_date < ${today} then 'EXITED' when e.suspended then 'SUSPENDED' else 'ACTIVE' end`;
}

/** The condition that a row of `employees e` has a status on a day. */
export function hasStatus(status: EmployeeStatus, today: string): RawBuilder<boolean> {
  if (status === "EXITED") return sql`e.exit_date < ${today}`;
  const employed = sql`(e.exit_date is null or e.exit_date >= ${today})`;
  return status === "SUSPENDED"
    ? sql`(e.suspended and ${employed})`
    : sql`(not e.suspended and ${employed})`;
}

/**
 * The condition that a row of `bank_account_changes b` waits for the user. Whoever asked for a change
 * cannot be the second person who confirms it.
 */
export function accountsWaitingFor({ user_id }: Pick<Actor, "user_id">): RawBuilder<boolean> {
  return sql`(b.status = 'WAITING' and b.asked_by is distinct from ${user_id})`;
}

/** The condition that a row of `reliefs f` waits for the user, who must not be who claimed it. */
export function reliefsWaitingFor({ user_id }: Pick<Actor, "user_id">): RawBuilder<boolean> {
  return sql`(f.status = 'WAITING' and f.claimed_by is distinct from ${user_id})`;
}
