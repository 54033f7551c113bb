import { sql } from "kysely";

import type { Tx } from "../../platform/scope.ts";
import { isPostedRun } from "../calculation/posted-runs.ts";
import { authorityColumns } from "../runs/authority.ts";
import { lockPayslips } from "../runs/payment.ts";
import type { DueKey } from "./dues.ts";

/**
 * Fixes the authority of payslips that had none when they were posted and are remitted now, so that a
 * later change of the employee record does not make them due to another authority.
 */
export async function saveRemittedAuthority(
  tx: Tx,
  tenantId: number,
  which: DueKey,
): Promise<void> {
  const column = authorityColumnOf(which);
  if (column === undefined) return;
  const ofPeriod = sql`s.tenant_id = ${tenantId} and not s.excluded and s.${sql.ref(column)} is null
    and s.${sql.ref(`remitted_${column}`)} is null and s.run_id in (
      select r.id from payroll_runs r
      where r.tenant_id = ${tenantId} and r.period = ${which.period}::date and ${isPostedRun(sql`r`)})`;
  const ofAuthority = sql`e.tenant_id = ${tenantId} and e.id = s.employee_id
    and e.${sql.ref(column)}::text = ${which.authority}`;
  await lockPayslips(
    tx,
    sql`${ofPeriod} and exists (select from employees e where ${ofAuthority})`,
  );
  await sql`
    update payslips s set ${sql.ref(`remitted_${column}`)} = e.${sql.ref(column)}
    from employees e where ${ofPeriod} and ${ofAuthority}`.execute(tx);
}

/**
 * Clears the fixed authority, so that the employee record determines it again, unless another remittance to
 * the authority is in force.
 *
 * @param reversed id of the remittance that is being reversed.
 */
export async function clearRemittedAuthority(
  tx: Tx,
  tenantId: number,
  which: DueKey,
  reversed: number,
): Promise<void> {
  const column = authorityColumnOf(which);
  if (column === undefined) return;
  const ofAuthority = sql`s.tenant_id = ${tenantId} and s.${sql.ref(`remitted_${column}`)}::text = ${which.authority}
    and s.run_id in (
      select r.id from payroll_runs r where r.tenant_id = ${tenantId} and r.period = ${which.period}::date)
    and not exists (
      select from remittances m
      where m.tenant_id = ${tenantId} and m.scheme = ${which.scheme} and m.period = ${which.period}::date
        and m.authority = ${which.authority} and m.reversed_at is null and m.id <> ${reversed})`;
  await lockPayslips(tx, ofAuthority);
  await sql`
    update payslips s set ${sql.ref(`remitted_${column}`)} = null where ${ofAuthority}`.execute(tx);
}

/** Undefined for schemes that are paid to a single fund. */
function authorityColumnOf({ scheme }: DueKey) {
  return scheme === "PAYE" || scheme === "PENSION" ? authorityColumns[scheme] : undefined;
}
