import { kobo, printMoney } from "@kontor/books/money";
import type { InputOf } from "@kontor/contract/endpoint";
import type { decideRun, submitRun } from "@kontor/contract/payroll/steps";
import { sql } from "kysely";

import { posterOf, postEntries } from "../../accounting/entries/postings.ts";
import { audit } from "../../platform/audit.ts";
import { exactlyOne } from "../../platform/database/rows.ts";
import type { Context, Tx } from "../../platform/scope.ts";
import { recordRecoveries, lockAdvances } from "../../salary-advances/repayments/recover.ts";
import { requireApprovable, requireSubmittable, requireSubmitted } from "../runs/guards.ts";
import { runPosting, runPostingLines } from "../runs/posting.ts";
import { recoveriesOf } from "../runs/recoveries.ts";
import {
  changesOf,
  recordRunEvent,
  lockRun,
  lockRunApprovals,
  runNumber,
  type RunRow,
} from "../runs/row.ts";
import { presentChangedRun, type PayrollRun } from "../runs/run.ts";
import { mailApprovers, mailDisbursers } from "./mails.ts";

/**
 * Submits a draft for approval and notifies the owners. The stored marks of its inputs freeze it: a
 * later change of an input prevents the approval.
 *
 * @throws Refusal `not_found`, `module_off`, `changed_meanwhile`, and as `requireSubmittable`
 */
export async function submitForApproval(
  context: Context,
  input: InputOf<typeof submitRun>,
): Promise<PayrollRun> {
  const { tx, clock, actor } = context;
  const row = await lockRun(context, input, input.version);
  const changes = await changesOf(tx, row);
  await requireSubmittable(context, row, changes);
  await sql`
    update payroll_runs set status = 'PENDING_APPROVAL', submitted_by = ${actor.user_id},
      submitted_at = ${clock.now()}, version = version + 1, updated_at = ${clock.now()}
    where tenant_id = ${row.tenant_id} and id = ${row.id}`.execute(tx);
  await recordRunEvent(context, row, "SUBMITTED");
  await auditStep(context, row, "payroll-run.submitted");
  await mailApprovers(context, row);
  return presentChangedRun(context, input, changes);
}

/**
 * Approves a submitted run, which posts it, or sends it back to its draft with a reason.
 *
 * @throws Refusal `not_found`, `module_off`, `changed_meanwhile`, `run_not_submitted`; to approve also
 *   `run_changed`, `same_person`.
 */
export async function decideSubmission(
  context: Context,
  input: InputOf<typeof decideRun>,
): Promise<PayrollRun> {
  const row = await lockRun(context, input, input.version);
  if (input.status === "APPROVED") await approve(context, row);
  else await reject(context, row, input.reason ?? "");
  return presentChangedRun(context, input);
}

async function approve(context: Context, row: RunRow): Promise<void> {
  const { tx, clock, actor } = context;
  requireSubmitted(row);
  // Another run that is being approved at the same time may pay the same people.
  await lockRunApprovals(tx, row.tenant_id);
  // A simultaneous repayment of an advance commits either before this, and counts as a change, or after
  // it.
  const recoveries = await recoveriesOf(tx, row);
  await lockAdvances(
    tx,
    row.tenant_id,
    recoveries.map(({ advance_id }) => advance_id),
  );
  await requireApprovable(context, row, await changesOf(tx, row));
  await savePayslipDivisions(tx, row);
  const entry_id = await post(context, row, recoveries);
  const now = clock.now();
  await sql`
    update payroll_runs set status = ${row.net > 0n ? "PENDING_DISBURSEMENT" : "PAID"}, entry_id = ${entry_id},
      approved_by = ${actor.user_id}, approved_at = ${now}, version = version + 1, updated_at = ${now}
    where tenant_id = ${row.tenant_id} and id = ${row.id}`.execute(tx);
  await recordRunEvent(context, row, "APPROVED");
  await auditStep(context, row, "payroll-run.approved", entry_id === null ? {} : { entry_id });
  if (row.net > 0n) await mailDisbursers(context, row);
}

/**
 * Posts a run with its recoveries. @returns the entry; null if its lines cancel out, so that there is nothing
 *   to post.
 */
async function post(
  context: Context,
  row: RunRow,
  recoveries: Awaited<ReturnType<typeof recoveriesOf>>,
): Promise<number | null> {
  const lines = await runPostingLines(context.tx, row);
  if (lines.length === 0) return null;
  const posting = runPosting(row, lines, context.clock.today());
  const poster = posterOf(context);
  const { entry_id } = exactlyOne(await postEntries(poster, row.tenant_id, [posting]));
  const entry = { entry_id, date: posting.entry_date };
  await recordRecoveries(poster, row.tenant_id, entry, recoveries);
  return entry_id;
}

/**
 * Stores with each payslip its employee's present divisions: the authorities for tax and pension,
 * and the divisions of reports. A later move does not change what was posted.
 */
async function savePayslipDivisions(tx: Tx, { tenant_id, id }: RunRow): Promise<void> {
  await sql`
    update payslips s set state_id = e.state_id, pfa = e.pfa, branch_id = e.branch_id, department = e.department,
      grade = e.grade
    from employees e
    where s.tenant_id = ${tenant_id} and s.run_id = ${id} and e.tenant_id = ${tenant_id} and e.id = s.employee_id`.execute(
    tx,
  );
}

async function reject(context: Context, row: RunRow, reason: string): Promise<void> {
  requireSubmitted(row);
  await backToDraft(context, row);
  await recordRunEvent(context, row, "REJECTED", reason);
  await auditStep(context, row, "payroll-run.rejected", { reason });
}

async function backToDraft({ tx, clock }: Context, row: RunRow): Promise<void> {
  await sql`
    update payroll_runs set status = 'DRAFT', submitted_by = null, submitted_at = null, version = version + 1,
      updated_at = ${clock.now()}
    where tenant_id = ${row.tenant_id} and id = ${row.id}`.execute(tx);
}

async function auditStep(
  context: Context,
  row: RunRow,
  action: string,
  more: Readonly<Record<string, unknown>> = {},
): Promise<void> {
  await audit(context, row.tenant_id, action, `payroll-run:${row.id}`, {
    number: runNumber(row.number),
    people: row.people,
    net: printMoney(kobo(row.net)),
    ...more,
  });
}
