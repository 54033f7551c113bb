import type { Kobo } from "@kontor/books/money";
import type { Permission } from "@kontor/contract/endpoint";
import { formatCounted } from "@kontor/contract/format";
import { sql } from "kysely";

import { exactlyOne } from "../../platform/database/rows.ts";
import { Refusal } from "../../platform/refusal.ts";
import type { Context, Tx } from "../../platform/scope.ts";
import { approvalOrder, isPostedRun } from "../calculation/posted-runs.ts";
import { payrollSettingsValueOf } from "../settings.ts";
import { paymentProgressOf } from "./payment.ts";
import { runNumber, type RunRow } from "./row.ts";

/* The conditions of each step of a run. A step checks them under the lock of the run; the page of the run checks them to show the reason in advance. */

/** @throws Refusal `run_changed` with the first change, `run_not_calculated` */
function requireUnchanged(row: RunRow, changes: readonly string[]): void {
  const number = runNumber(row.number);
  if (row.calculation !== "DONE") throw new Refusal("run_not_calculated", { number });
  const [first] = changes;
  if (first === undefined) return;
  const more = changes.length === 1 ? "" : ` (and ${changes.length - 1} more)`;
  throw new Refusal("run_changed", { number, change: `${first}${more}` });
}

/**
 * @throws Refusal `run_not_draft`, `run_not_calculated`, `run_changed`, `run_blocked`, `run_empty` where a
 *   run may not be submitted
 */
export async function requireSubmittable(
  { tx }: Pick<Context, "tx">,
  row: RunRow,
  changes: readonly string[],
): Promise<void> {
  const number = runNumber(row.number);
  if (row.status !== "DRAFT") throw new Refusal("run_not_draft", { number });
  requireUnchanged(row, changes);
  const { rows } = await sql<{ blocked: number }>`
    select count(*)::int as blocked from payslips
    where tenant_id = ${row.tenant_id} and run_id = ${row.id} and blocked and not excluded`.execute(
    tx,
  );
  const { blocked } = exactlyOne(rows);
  if (blocked > 0) {
    throw new Refusal("run_blocked", { number, count: formatCounted(blocked, "payslip") });
  }
  if (await isEmpty(tx, row)) throw new Refusal("run_empty", { number });
}

/**
 * Whether no payslip of a run changes anything: no line has an amount, and none has another overpaid tax than
 * the payslip before it. Lines can cancel out, for example when an item is recovered and paid again under
 * another tax treatment.
 */
async function isEmpty(tx: Tx, row: RunRow): Promise<boolean> {
  if (row.people > 0 && (row.gross !== 0n || row.net !== 0n || row.employer !== 0n)) return false;
  const { rows } = await sql`
    select from payslips s
    where s.tenant_id = ${row.tenant_id} and s.run_id = ${row.id} and not s.excluded and (
      exists (select from json_to_recordset(s.lines) as l(amount bigint) where l.amount > 0)
      or s.tax_overpaid <> coalesce((
        select o.tax_overpaid from payslips o
        join payroll_runs r on r.tenant_id = o.tenant_id and r.id = o.run_id and ${isPostedRun(sql`r`)}
        where o.tenant_id = ${row.tenant_id} and o.employee_id = s.employee_id and o.year = s.year and not o.excluded
        order by ${approvalOrder} desc limit 1), 0))
    limit 1`.execute(tx);
  return rows.length === 0;
}

/** @throws Refusal `run_not_submitted`, `run_changed`, `same_person` where a run may not be approved */
export async function requireApprovable(
  context: Context,
  row: RunRow,
  changes: readonly string[],
): Promise<void> {
  requireSubmitted(row);
  requireUnchanged(row, changes);
  await requireDifferentPerson(context, row, [row.submitted_by]);
}

/** @throws Refusal `run_not_submitted` */
export function requireSubmitted(row: RunRow): void {
  if (row.status !== "PENDING_APPROVAL") {
    throw new Refusal("run_not_submitted", { number: runNumber(row.number) });
  }
}

/**
 * @throws Refusal `same_person` when the caller took an earlier step and the steps must be taken by
 *   different people
 */
export async function requireDifferentPerson(
  { tx, actor }: Context,
  row: RunRow,
  before: readonly (number | null)[],
): Promise<void> {
  if (!before.includes(actor.user_id)) return;
  const { separate_people } = await payrollSettingsValueOf(tx, row.tenant_id);
  if (separate_people) throw new Refusal("same_person", { number: runNumber(row.number) });
}

/** @throws Refusal `run_not_approved` where a run is not approved, or everybody is paid */
export function requireUnpaid(row: RunRow): void {
  if (!["PENDING_DISBURSEMENT", "DISBURSING", "PARTLY_PAID"].includes(row.status)) {
    throw new Refusal("run_not_approved", { number: runNumber(row.number) });
  }
}

/** @throws Refusal `run_not_approved`, `run_nothing_to_send`, `same_person` where nothing may be sent of a run */
export async function requireDisbursable(context: Context, row: RunRow): Promise<void> {
  const number = runNumber(row.number);
  requireUnpaid(row);
  const { to_send } = await paymentProgressOf(context.tx, row);
  if (to_send === 0n) throw new Refusal("run_nothing_to_send", { number });
  await requireDifferentPerson(context, row, [row.submitted_by, row.approved_by]);
}

/** Why the caller cannot take the next step of a run although they have the permission; null when they can. */
export async function nextStepRefusal(
  context: Context,
  row: RunRow,
  changes: readonly string[],
  toSend: Kobo,
): Promise<string | null> {
  const may = (permission: Permission) => context.actor.permissions.includes(permission);
  return refusalMessage(async () => {
    if (row.status === "DRAFT" && may("payroll.prepare")) {
      await requireSubmittable(context, row, changes);
    }
    if (row.status === "PENDING_APPROVAL" && may("payroll.approve")) {
      await requireApprovable(context, row, changes);
    }
    const isUnsent =
      row.status === "PENDING_DISBURSEMENT" ||
      row.status === "PARTLY_PAID" ||
      // While all payments are on their way, there is nothing to do.
      (row.status === "DISBURSING" && toSend > 0n);
    if (isUnsent && may("payroll.disburse")) await requireDisbursable(context, row);
  });
}

/**
 * Why the caller cannot record payments of a run by other means, or reverse them, although they have the
 * permission; null when they can.
 */
export async function outsidePaymentRefusal(context: Context, row: RunRow): Promise<string | null> {
  if (!context.actor.permissions.includes("payroll.disburse")) return null;
  return refusalMessage(() =>
    requireDifferentPerson(context, row, [row.submitted_by, row.approved_by]),
  );
}

async function refusalMessage(check: () => Promise<void>): Promise<string | null> {
  try {
    await check();
    return null;
  } catch (error) {
    if (error instanceof Refusal) return error.message;
    throw error;
  }
}
