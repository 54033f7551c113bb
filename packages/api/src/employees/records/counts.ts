import type { EmployeeStatus } from "@kontor/contract/reference/employees";
import { sql } from "kysely";

import { tenantCondition } from "../../platform/database/conditions.ts";
import { countOf } from "../../platform/database/list.ts";
import type { Tx } from "../../platform/scope.ts";
import { hasStatus } from "./status.ts";

/**
 * Adds `change` to the stored number of employees; negative for removed ones. It locks the
 * organization's count until the commit, so it should come after everything slow.
 */
export async function changeEmployeeCount(tx: Tx, tenantId: number, change: number): Promise<void> {
  if (change === 0) return;
  // PostgreSQL checks the row to insert before it finds the conflict, so the row must not be
  // negative.
  await sql`
    insert into employee_counts as c (tenant_id, employees) values (${tenantId}, greatest(0, ${change}::integer))
    on conflict (tenant_id) do update set employees = c.employees + ${change}::integer`.execute(tx);
}

/**
 * The number of employees, of all or of one status on a day. The total is stored. Those who left or
 * are suspended are few and have their own indexes, so the active ones are the difference and need
 * not be counted.
 *
 * @param tenantId one tenant, or null for all in scope.
 */
export async function employeeCount(
  tx: Tx,
  tenantId: number | null,
  status: EmployeeStatus | undefined,
  today: string,
): Promise<number> {
  const of = (counted: EmployeeStatus) => sql`(
    select count(*) from employees e
    where ${tenantCondition(sql`e.tenant_id`, tenantId)} and ${hasStatus(counted, today)})`;
  const all = sql`(
    select coalesce(sum(c.employees), 0) from employee_counts c where ${tenantCondition(sql`c.tenant_id`, tenantId)})`;
  const counted =
    status === undefined
      ? all
      : status === "ACTIVE"
        ? sql`${all} - ${of("EXITED")} - ${of("SUSPENDED")}`
        : of(status);
  return countOf(tx, sql`select (${counted})::int as total`);
}
