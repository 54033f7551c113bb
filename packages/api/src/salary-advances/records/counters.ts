import type { SalaryAdvanceStatus } from "@kontor/contract/salary-advances/advances";
import { sql } from "kysely";

import { exactlyOne } from "../../platform/database/rows.ts";
import type { Tx } from "../../platform/scope.ts";

/** The number of advances by status. */
export type StatusCounts = Record<SalaryAdvanceStatus, number>;

/**
 * Allots the next advance number and counts the advance as PENDING. Locks the organization's
 * counters, after rows of employees and advances and before ledgers, as each change of the counts does.
 */
export async function nextAdvanceNumber(tx: Tx, tenantId: number): Promise<bigint> {
  const { rows } = await sql<{ last_number: bigint }>`
    insert into advance_counters as c (tenant_id, last_number, pending) values (${tenantId}, 1, 1)
    on conflict (tenant_id) do update set last_number = c.last_number + 1, pending = c.pending + 1
    returning last_number`.execute(tx);
  return exactlyOne(rows).last_number;
}

/** Updates the counters for advances whose status has changed. */
export async function updateStatusCounts(
  tx: Tx,
  tenantId: number,
  from: SalaryAdvanceStatus,
  to: SalaryAdvanceStatus,
  count = 1,
): Promise<void> {
  const less = (status: SalaryAdvanceStatus) =>
    (to === status ? count : 0) - (from === status ? count : 0);
  await sql`
    update advance_counters set pending = pending + ${less("PENDING")}, approved = approved + ${less("APPROVED")},
      rejected = rejected + ${less("REJECTED")}, paid = paid + ${less("PAID")}
    where tenant_id = ${tenantId}`.execute(tx);
}

/** The counts of one tenant, or with null of all in scope. */
export async function statusCounts(tx: Tx, tenantId: number | null): Promise<StatusCounts> {
  const { rows } = await sql<StatusCounts>`
    select coalesce(sum(pending), 0)::int as "PENDING", coalesce(sum(approved), 0)::int as "APPROVED",
      coalesce(sum(rejected), 0)::int as "REJECTED", coalesce(sum(paid), 0)::int as "PAID"
    from advance_counters where ${tenantId === null ? sql`true` : sql`tenant_id = ${tenantId}`}`.execute(
    tx,
  );
  return exactlyOne(rows);
}
