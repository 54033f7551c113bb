import type { InputOf } from "@kontor/contract/endpoint";
import type { excludePayslip } from "@kontor/contract/payroll/payslips";
import { sql } from "kysely";

import { audit } from "../../platform/audit.ts";
import type { Context } from "../../platform/scope.ts";
import { differenceColumns } from "../calculation/keep-payslips.ts";
import { asJson } from "../calculation/stored-pay.ts";
import { refreshTotals } from "../calculation/totals.ts";
import { lockRun, requireCalculatedDraft } from "../runs/row.ts";
import { presentPayslip, varianceOfPayslip, wholePayslip, type PayslipDetail } from "./payslip.ts";

/**
 * Excludes an employee from a draft, or includes a suspended one. A recalculation keeps this decision, and if
 * the run is reversed, the run that replaces it (of the same month, cycle and people) keeps it too.
 * Including an employee who is not suspended only removes the decision, so a later suspension excludes
 * them.
 *
 * @throws Refusal `not_found`, `module_off`, `run_not_draft`, `run_calculating`
 */
export async function exclude(
  context: Context,
  input: InputOf<typeof excludePayslip>,
): Promise<PayslipDetail> {
  const { tx, clock, actor } = context;
  const run = await lockRun(context, input);
  requireCalculatedDraft(run);
  const row = await wholePayslip(tx, run, input.payslip_id);
  const { excluded } = input;
  const now = clock.now();
  const reason = excluded ? (input.reason ?? "") : "";
  const { variance, reasons, difference } = differenceColumns(
    await varianceOfPayslip(tx, run, row, excluded),
  );
  await sql`
    update payslips set excluded = ${excluded}, excluded_reason = ${reason},
      excluded_by_hand = ${excluded} or exists (
        select from employees e
        where e.tenant_id = ${run.tenant_id} and e.id = ${row.employee_id} and e.suspended),
      exclusion_by = ${excluded ? actor.user_id : null}, exclusion_at = ${excluded ? now : null},
      exclusion_run_id = null,
      variance = ${asJson(variance)}::jsonb,
      reasons = ${reasons}::text[], difference = ${difference}
    where tenant_id = ${run.tenant_id} and id = ${row.id}`.execute(tx);
  await refreshTotals(tx, run);
  await sql`
    update payroll_runs set version = version + 1, updated_at = ${now}
    where tenant_id = ${run.tenant_id} and id = ${run.id}`.execute(tx);
  const action = excluded ? "payslip.excluded" : "payslip.included";
  await audit(context, run.tenant_id, action, `payroll-run:${run.id}`, {
    employee_id: row.employee_id,
    ...(reason === "" ? {} : { reason }),
  });
  return presentPayslip(context, run, await wholePayslip(tx, run, row.id));
}
