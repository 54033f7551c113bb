import type { EmployeeStatus } from "@kontor/contract/reference/employees";
import { sql } from "kysely";

import { ofTenant } from "../../platform/database/conditions.ts";
import { countOf } from "../../platform/database/list.ts";
import type { Tx } from "../../platform/scope.ts";
import { hasStatus } from "./status.ts";

/**
 * Counts employees who were added, or with a negative number taken away. It locks the organization's count until
 * the commit, so it comes after all that takes long.
 */
export async function countChange(tx: Tx, tenantId: number, change: number): Promise<void> {
  if (change === 0) return;
  // The row to insert is checked before the conflict is found, so it is never below zero.
  await sql`
    insert into employee_counts as c (tenant_id, employees) values (${tenantId}, greatest(0, ${change}::integer))
    on conflict (tenant_id) do update set employees = c.employees + ${change}::integer`.execute(tx);
}

/**
 * How many employees there are, of all or of one status on a day. All are kept, and those who left
 * or are suspended are few and have indexes of their own, so that the active ones are the
 * difference and need not be counted.
 *
 * @param tenantId one organization, or null for all that the scope lets see.
 */
export async function storedCount(
  tx: Tx,
  tenantId: number | null,
  status: EmployeeStatus | undefined,
  today: string,
): Promise<number> {
  const of = (counted: EmployeeStatus) => sql`(
    select count(*) from employees e
    where ${ofTenant(sql`e.tenant_id`, tenantId)} and ${hasStatus(counted, today)})`;
  const all = sql`(
    select coalesce(sum(c.employees), 0) from employee_counts c where ${ofTenant(sql`c.tenant_id`, tenantId)})`;
  const counted =
    status === undefined
      ? all
      : status === "ACTIVE"
        ? sql`${all} - ${of("EXITED")} - ${of("SUSPENDED")}`
        : of(status);
  return countOf(tx, sql`select (${counted})::int as total`);
}
