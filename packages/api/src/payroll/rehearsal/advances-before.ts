import type { OwedAdvance } from "@kontor/payroll/payslip/input";
import { sql } from "kysely";

import type { Tx } from "../../platform/scope.ts";
import { advanceFrom, type StoredAdvance } from "../calculation/advances.ts";
import type { RunRow } from "../runs/row.ts";

/**
 * The advances of which a run recovered something, by employee, with what was owed before it did.
 */
export async function advancesBeforeRecovery(
  tx: Tx,
  { tenant_id, id }: Pick<RunRow, "tenant_id" | "id">,
  ids: readonly number[],
): Promise<Map<number, OwedAdvance[]>> {
  const { rows } = await sql<{ employee_id: number; list: StoredAdvance[] }>`
    select s.employee_id, jsonb_agg(jsonb_build_object('id', a.id, 'number', a.number,
      'amount', a.amount::text, 'interest', a.interest::text, 'rate', a.rate, 'requested_on', a.requested_on,
      'allocated', (a.allocated_principal + a.allocated_interest - l.principal - l.interest)::text,
      'instalments', (
        select jsonb_agg(jsonb_build_object('number', i.number, 'due', i.due, 'principal', i.principal::text,
          'interest', i.interest::text) order by i.number)
        from advance_instalments i where i.tenant_id = ${tenant_id} and i.advance_id = a.id))
      order by a.id) as list
    from payslips s
    join advance_allocations l on l.tenant_id = ${tenant_id} and l.payslip_id = s.id and l.kind = 'PAYSLIP'
    join salary_advances a on a.tenant_id = ${tenant_id} and a.id = l.advance_id
    where s.tenant_id = ${tenant_id} and s.run_id = ${id} and s.employee_id = any (${[...ids]}::bigint[])
    group by s.employee_id`.execute(tx);
  return new Map(rows.map(({ employee_id, list }) => [employee_id, list.map(advanceFrom)]));
}
