import type { Kobo } from "@kontor/books/money";
import type { EmployeeStatus } from "@kontor/contract/reference/employees";
import { sql } from "kysely";

import { monthlyPayOn } from "../../employees/records/pay.ts";
import { statusOn } from "../../employees/records/status.ts";
import { atMostOne, exactlyOne } from "../../platform/database/rows.ts";
import { notFound } from "../../platform/refusal.ts";
import type { Tx } from "../../platform/scope.ts";

/** The facts of an employee that matter for advances. */
export type AdvanceEmployee = {
  id: number;
  tenant_id: number;
  company_id: number;
  staff_no: string;
  first_name: string;
  last_name: string;
  email: string | null;
  worker: boolean;
  status: EmployeeStatus;
  start_date: string;
  exit_date: string | null;
  /** Total monthly pay on the day, in kobo; null without a rate. */
  gross_monthly: Kobo | null;
};

export type EmployeePath = { tenant_id: number; company_id: number; id: number };

/**
 * An employee as of a day. With `lock` the employee is locked until the transaction ends, which
 * serializes the requests of one employee.
 *
 * @throws Refusal `not_found`
 */
export async function advanceEmployee(
  tx: Tx,
  path: EmployeePath,
  today: string,
  lock = false,
): Promise<AdvanceEmployee> {
  const { rows } = await sql<AdvanceEmployee>`
    select e.id, e.tenant_id, e.company_id, e.staff_no, e.first_name, e.last_name, e.email, e.worker,
      ${statusOn(today)} as status, e.start_date, e.exit_date, ${monthlyPayOn(today)} as gross_monthly
    from employees e
    where e.tenant_id = ${path.tenant_id} and e.company_id = ${path.company_id} and e.id = ${path.id}
    ${lock ? sql`for no key update of e` : sql``}`.execute(tx);
  const row = atMostOne(rows);
  if (row === undefined) throw notFound("The employee");
  return row;
}

/** What an employee has requested or owes besides one advance, in kobo. */
export type OtherAdvances = {
  /** Principal outstanding or requested. */
  principal: Kobo;
  /**
   * Whether one of them is owed: paid out, or approved and so paid out without another decision.
   */
  owed: boolean;
};

/** The other advances of an employee. @param except the advance to leave out; null for none. */
export async function otherAdvances(
  tx: Tx,
  { tenant_id, id }: Pick<AdvanceEmployee, "tenant_id" | "id">,
  except: number | null,
): Promise<OtherAdvances> {
  const { rows } = await sql<OtherAdvances>`
    select coalesce(sum(a.amount - a.allocated_principal), 0)::bigint as principal,
      coalesce(bool_or(a.status in ('APPROVED', 'PAID')), false) as owed
    from salary_advances a
    where a.tenant_id = ${tenant_id} and a.employee_id = ${id} and a.status <> 'REJECTED'
      and a.amount > a.allocated_principal and a.id is distinct from ${except}::bigint`.execute(tx);
  return exactlyOne(rows);
}
