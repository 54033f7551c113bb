import type { getArrearsWindow } from "@kontor/contract/employees/pay";
import type { DataOf, InputOf } from "@kontor/contract/endpoint";
import type { Month } from "@kontor/payroll/month";
import { ARREARS_MONTHS } from "@kontor/payroll/pay/arrears";
import { sql } from "kysely";

import { atMostOne } from "../../platform/database/rows.ts";
import type { Context } from "../../platform/scope.ts";
import { employeeRowAt } from "../records/employee.ts";
import { isPosted, paysMonth } from "./posted-payslips.ts";

/**
 * The first month that the next regular run still corrects, where payroll has paid the employee for earlier
 * ones, which it leaves as they were paid. The next run is of the month after the last posted one.
 *
 * @throws Refusal `not_found`
 */
export async function arrearsWindow(
  context: Context,
  input: InputOf<typeof getArrearsWindow>,
): Promise<DataOf<typeof getArrearsWindow>> {
  const { row } = await employeeRowAt(context, input);
  const { tenant_id, company_id, id } = row;
  const { rows } = await sql<{ from: Month }>`
    select to_char(w.first, 'YYYY-MM') as from
    from (
      select max(r.period) - make_interval(months => ${ARREARS_MONTHS - 1}) as first from payroll_runs r
      where r.tenant_id = ${tenant_id} and r.company_id = ${company_id} and r.cycle = 'REGULAR' and ${isPosted}
    ) w
    where exists (
      select from payslips s join payroll_runs r on r.tenant_id = ${tenant_id} and r.id = s.run_id
      where s.tenant_id = ${tenant_id} and s.employee_id = ${id} and not s.excluded
        and ${isPosted} and ${paysMonth(sql`r.period`)} and r.period < w.first)`.execute(
    context.tx,
  );
  return { from: atMostOne(rows)?.from ?? null };
}
