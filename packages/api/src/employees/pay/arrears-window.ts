import type { getArrearsWindow } from "@kontor/contract/employees/pay";
import type { DataOf, InputOf } from "@kontor/contract/endpoint";
import type { Month } from "@kontor/payroll/month";
import { ARREARS_MONTHS } from "@kontor/payroll/pay/arrears";
import { sql } from "kysely";

import { exactlyOne } from "../../platform/database/rows.ts";
import type { Context } from "../../platform/scope.ts";
import { employeeRowAt } from "../records/employee.ts";
import { isRunPosted, paysMonth } from "./posted-payslips.ts";

/**
 * The month of the next regular run, which is the one after the last posted one, and the first month that it
 * still corrects, where payroll has paid the employee for earlier ones, which it leaves as they were paid.
 *
 * @throws Refusal `not_found`
 */
export async function arrearsWindow(
  context: Context,
  input: InputOf<typeof getArrearsWindow>,
): Promise<DataOf<typeof getArrearsWindow>> {
  const { row } = await employeeRowAt(context, input);
  const { tenant_id, company_id, id } = row;
  const { rows } = await sql<{ from: Month | null; next: Month | null }>`
    select to_char(w.next, 'YYYY-MM') as next, case when exists (
      select from payslips s join payroll_runs r on r.tenant_id = ${tenant_id} and r.id = s.run_id
      where s.tenant_id = ${tenant_id} and s.employee_id = ${id} and not s.excluded
        and ${isRunPosted} and ${paysMonth(sql`r.period`)} and r.period < w.first
    ) then to_char(w.first, 'YYYY-MM') end as from
    from (
      select max(r.period) + interval '1 month' as next,
        max(r.period) - make_interval(months => ${ARREARS_MONTHS - 1}) as first
      from payroll_runs r
      where r.tenant_id = ${tenant_id} and r.company_id = ${company_id} and r.cycle = 'REGULAR' and ${isRunPosted}
    ) w`.execute(context.tx);
  return exactlyOne(rows);
}
