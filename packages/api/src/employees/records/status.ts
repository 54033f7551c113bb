import type { EmployeeStatus } from "@kontor/contract/reference/employees";
import { sql, type RawBuilder } from "kysely";

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
