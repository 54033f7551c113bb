import type { DataOf, InputOf } from "@kontor/contract/endpoint";
import type { listEmployeePayslips } from "@kontor/contract/payroll/payslips";
import { sql } from "kysely";

import { employeeRowAt } from "../../employees/records/employee.ts";
import { pageOf, type Page } from "../../platform/database/list.ts";
import type { Context } from "../../platform/scope.ts";
import { payrollAt, runNumber, type RunRow } from "../runs/row.ts";
import { payslipListColumns, presentPayslipRow, type PayslipRow } from "./rows.ts";

type Item = DataOf<typeof listEmployeePayslips>[number];
type Row = PayslipRow &
  Pick<Item, "period" | "cycle" | "title" | "payday" | "paid_at"> & {
    run_id: number;
    run_number: bigint;
    run_status: RunRow["status"];
  };

/**
 * One employee's payslips in all runs, the latest month first. Unpaid, excluded and reversed ones
 * are included with their status.
 *
 * @throws Refusal `not_found`, `module_off`
 */
export async function payslipsOfEmployee(
  context: Context,
  input: InputOf<typeof listEmployeePayslips>,
): Promise<Page<Item>> {
  await payrollAt(context, input);
  const { row: employee } = await employeeRowAt(context, input);
  const { tenant_id, id } = employee;
  return pageOf<Row, Item>(context.tx, input, {
    count: sql<{ total: number }>`
      select count(*)::int as total from payslips s where s.tenant_id = ${tenant_id} and s.employee_id = ${id}`,
    select: sql`
      select ${payslipListColumns(employee)}, s.paid_at, r.id as run_id, r.number as run_number, r.status as run_status,
        to_char(r.period, 'YYYY-MM') as period, r.cycle, r.title, r.payday
      from payslips s join payroll_runs r on r.tenant_id = ${tenant_id} and r.id = s.run_id
      where s.tenant_id = ${tenant_id} and s.employee_id = ${id}
      order by r.period desc, r.payday desc, s.id desc`,
    present,
  });
}

function present({ run_id, run_number, run_status, ...row }: Row): Item {
  const {
    employee_id: _employee,
    staff_no: _staffNo,
    name: _name,
    ...payslip
  } = presentPayslipRow(row);
  const { reasons: _reasons, ...shown } = payslip;
  const { period, cycle, title, payday, paid_at } = row;
  const run = { id: run_id, number: runNumber(run_number), status: run_status };
  return { ...shown, run, period, cycle, title, payday, paid_at };
}
