import type { InputOf } from "@kontor/contract/endpoint";
import type { excludePayslip, excludePayslips } from "@kontor/contract/payroll/payslips";
import { sql } from "kysely";

import { audit } from "../../platform/audit.ts";
import { Refusal } from "../../platform/refusal.ts";
import type { Context } from "../../platform/scope.ts";
import { varianceColumns } from "../calculation/save-payslips.ts";
import { jsonOfAmounts } from "../calculation/stored-pay.ts";
import { refreshTotals } from "../calculation/totals.ts";
import { lockCalculatedDraft, runNumber, type RunRow } from "../runs/row.ts";
import { presentChangedRun, type PayrollRun } from "../runs/run.ts";
import { presentPayslip, varianceOfPayslip, readPayslip, type PayslipDetail } from "./payslip.ts";

/**
 * Excludes an employee from a draft, or includes a suspended one. A recalculation keeps this decision, and if
 * the run is reversed, the run that replaces it (of the same month, cycle and people) keeps it too.
 * Including an employee who is not suspended only removes the decision, so a later suspension excludes
 * them.
 *
 * @throws Refusal `not_found`, `module_off`, `run_not_draft`, `run_calculating`
 */
export async function setExclusion(
  context: Context,
  input: InputOf<typeof excludePayslip>,
): Promise<PayslipDetail> {
  const run = await lockCalculatedDraft(context, input);
  const { excluded, payslip_id } = input;
  await saveExclusion(context, run, {
    payslip_id,
    excluded,
    reason: excluded ? (input.reason ?? "") : "",
  });
  await refreshRun(context, run);
  return presentPayslip(context, run, await readPayslip(context.tx, run, payslip_id));
}

/**
 * Excludes several employees from a draft for the same reason, each as {@link exclude} does: all of them or none.
 *
 * @throws Refusal `not_found`, `module_off`, `run_not_draft`, `run_calculating`; `payslips_changed` when the run is
 *   not the one in which they were chosen.
 */
export async function excludeSeveral(
  context: Context,
  input: InputOf<typeof excludePayslips>,
): Promise<PayrollRun> {
  const run = await lockCalculatedDraft(context, input);
  if (run.version !== input.version) {
    throw new Refusal("payslips_changed", { number: runNumber(run.number) });
  }
  const { reason } = input;
  for (const payslip_id of new Set(input.payslip_ids)) {
    await saveExclusion(context, run, { payslip_id, excluded: true, reason });
  }
  await refreshRun(context, run);
  return presentChangedRun(context, input);
}

type ExclusionDecision = { payslip_id: number; excluded: boolean; reason: string };

/** Stores and records a decision about one payslip of a locked draft. @throws Refusal `not_found` */
async function saveExclusion(
  context: Context,
  run: RunRow,
  { payslip_id, excluded, reason }: ExclusionDecision,
): Promise<void> {
  const { tx, clock, actor } = context;
  const row = await readPayslip(tx, run, payslip_id);
  const { variance, reasons, difference } = varianceColumns(
    await varianceOfPayslip(tx, run, row, excluded),
  );
  await sql`
    update payslips set excluded = ${excluded}, excluded_reason = ${reason},
      excluded_by_hand = ${excluded} or exists (
        select from employees e
        where e.tenant_id = ${run.tenant_id} and e.id = ${row.employee_id} and e.suspended),
      exclusion_by = ${excluded ? actor.user_id : null}, exclusion_at = ${excluded ? clock.now() : null},
      exclusion_run_id = null,
      variance = ${jsonOfAmounts(variance)}::jsonb,
      reasons = ${reasons}::text[], difference = ${difference}
    where tenant_id = ${run.tenant_id} and id = ${row.id}`.execute(tx);
  const action = excluded ? "payslip.excluded" : "payslip.included";
  await audit(context, run.tenant_id, action, `payroll-run:${run.id}`, {
    employee_id: row.employee_id,
    ...(reason === "" ? {} : { reason }),
  });
}

/** Adds up the totals of a run again, and raises its version. */
async function refreshRun({ tx, clock }: Context, run: RunRow): Promise<void> {
  await refreshTotals(tx, run);
  await sql`
    update payroll_runs set version = version + 1, updated_at = ${clock.now()}
    where tenant_id = ${run.tenant_id} and id = ${run.id}`.execute(tx);
}
