import { nextPaydays } from "@kontor/payroll/advances/plan";
import { sql } from "kysely";

import { isRunPosted } from "../../employees/pay/posted-payslips.ts";
import { exactlyOne } from "../../platform/database/rows.ts";
import type { Tx } from "../../platform/scope.ts";

type OfCompany = { tenant_id: number; company_id: number };

/**
 * The paydays on which an advance requested today can be repaid, one a month. They begin with the
 * first payday after today whose month has no approved regular payroll, since an approved one no
 * longer takes repayments.
 *
 * @param payDay the day of the month, 1 to 31.
 */
export async function paydaysFrom(
  tx: Tx,
  { tenant_id, company_id }: OfCompany,
  { today, payDay, count }: { today: string; payDay: number; count: number },
): Promise<string[]> {
  const { rows } = await sql<{ settled: string }>`
    select greatest(${today}::date, (max(r.period) + interval '1 month')::date - 1) as settled from payroll_runs r
    where r.tenant_id = ${tenant_id} and r.company_id = ${company_id} and r.cycle = 'REGULAR'
      and ${isRunPosted}`.execute(tx);
  return nextPaydays(exactlyOne(rows).settled, payDay, count);
}
