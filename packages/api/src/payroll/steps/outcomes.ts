import { sql } from "kysely";

import type { OutcomeHandler } from "../../funding/transfers/transfer.ts";
import { lagosDate, type Clock } from "../../platform/clock.ts";
import type { Environment } from "../../platform/environment.ts";
import { lockPayslips, refreshPaymentStatus } from "../runs/payment.ts";
import { mailPaidEmployees } from "./mail-paid.ts";

type Tools = { environment: Environment; clock: Clock };

/**
 * Stores the outcomes of the transfers of payslips, updates the status of their runs, and mails
 * those who were paid. Runs are locked before their payslips, as in the disbursement.
 */
export function payslipOutcomeHandler(tools: Tools): OutcomeHandler {
  return async ({ tx, recordedAt }, tenantId, outcomes) => {
    const ids = outcomes.map(({ subject_id }) => subject_id);
    const { rows: runs } = await sql<{ id: number }>`
      select r.id from payroll_runs r
      where r.tenant_id = ${tenantId} and r.id in (
        select s.run_id from payslips s where s.tenant_id = ${tenantId} and s.id = any (${ids}::bigint[]))
      order by r.id for no key update`.execute(tx);
    await lockPayslips(tx, sql`s.tenant_id = ${tenantId} and s.id = any (${ids}::bigint[])`);
    const changes = outcomes.map(({ subject_id, status }) => ({ id: subject_id, status }));
    await sql`
      update payslips s set payment = c.status,
        paid_at = case c.status when 'COMPLETED' then ${recordedAt}::timestamptz end
      from jsonb_to_recordset(${JSON.stringify(changes)}::jsonb) as c(id bigint, status text)
      where s.tenant_id = ${tenantId} and s.id = c.id`.execute(tx);
    for (const { id } of runs)
      await refreshPaymentStatus(tx, { tenant_id: tenantId, id }, recordedAt);
    const paid = outcomes.filter(({ status }) => status === "COMPLETED");
    await mailPaidEmployees(
      { ...tools, tx },
      tenantId,
      paid.map(({ subject_id }) => subject_id),
      lagosDate(recordedAt),
    );
  };
}
