import type { DataOf, InputOf } from "@kontor/contract/endpoint";
import { formatDate, formatMoment, formatMoney } from "@kontor/contract/format";
import type { SalaryAdvanceItem } from "@kontor/contract/salary-advances/advances";
import type { decideAdvance, decideAdvances } from "@kontor/contract/salary-advances/decisions";
import { sql } from "kysely";

import { posterOf } from "../accounting/entries/postings.ts";
import { audit } from "../platform/audit.ts";
import { applyIndependently } from "../platform/organization/apply-independently.ts";
import { Refusal } from "../platform/refusal.ts";
import { enterTenant, type Context, type Tx } from "../platform/scope.ts";
import { advanceEmployee, type AdvanceEmployee } from "./records/advance-employee.ts";
import { advanceAt, planOf, writeAdvance, type AdvanceRow } from "./records/advance.ts";
import { updateStatusCounts } from "./records/counters.ts";
import { decidedBy, userName } from "./records/decided-by.ts";
import { advanceItem } from "./records/list.ts";
import { mailEmployee } from "./records/mails.ts";
import { assessToday } from "./requests/assess-today.ts";
import { sendOrQueue } from "./sending/send.ts";

/**
 * Approves or rejects a request. The request contains the amount and employee that the user saw, so
 * that a decision on outdated values is refused. An approved advance is sent at once if the wallet
 * covers it.
 *
 * @throws Refusal `not_found`; `advance_differs` (409) when amount or employee differ from the
 *   request; `advance_decided` (409), which says by whom and when; those of {@link
 *   requireApprovable}.
 */
export async function decideRequest(
  context: Context,
  input: InputOf<typeof decideAdvance>,
): Promise<SalaryAdvanceItem> {
  const { tx, clock, environment } = context;
  const { tenant_id, status, reason = "" } = input;
  await enterTenant(context, tenant_id);
  const row = await advanceAt(tx, { tenant_id, id: input.id }, true);
  if (row.amount !== input.amount || row.employee_id !== input.employee_id) {
    throw new Refusal("advance_differs", { amount: formatMoney(row.amount) });
  }
  if (row.status !== "PENDING") throw await decidedAlready(tx, row);
  const today = clock.today();
  const path = { ...row, id: row.employee_id };
  const employee = await advanceEmployee(tx, path, today, true);
  if (status === "APPROVED") await requireApprovable(context, row, employee);
  const now = clock.now();
  const columns = sql`status = ${status}, decided_as = 'USER', decided_by = ${context.actor.user_id},
    decided_at = ${now}, decision_reason = ${reason}`;
  await writeAdvance(tx, row, columns, now);
  await updateStatusCounts(tx, tenant_id, "PENDING", status);
  const action = status === "APPROVED" ? "salary-advance.approved" : "salary-advance.rejected";
  await audit(context, tenant_id, action, `salary-advance:${row.id}`, {
    amount: formatMoney(row.amount),
    employee_id: row.employee_id,
    ...(reason === "" ? {} : { reason }),
  });
  if (status === "APPROVED") await sendOrQueue(posterOf(context), environment, row);
  const label = status === "APPROVED" ? "approved" : "rejected";
  await mailEmployee(context, label, row, employee, reason);
  return advanceItem(tx, row, today);
}

/**
 * Refuses approvals that no user may give; other warnings of the card are for the user to weigh.
 * Locks the employee, so that of two concurrent approvals the second sees the first.
 *
 * @throws Refusal `advance_employee_leaving` (409) when the employee leaves and it could never be
 *   sent; `advance_due_past` (409) when even its last payday has passed;
 *   `advance_labour_act_binding` (409) when the Labour Act forbids it and is binding here.
 */
async function requireApprovable(
  context: Context,
  row: AdvanceRow,
  employee: AdvanceEmployee,
): Promise<void> {
  const { exit_date } = employee;
  if (exit_date !== null && exit_date < row.due_date) {
    throw new Refusal("advance_employee_leaving");
  }
  if (row.due_date < context.clock.today()) {
    throw new Refusal("advance_due_past", { due: formatDate(row.due_date) });
  }
  const plan = await planOf(context.tx, row);
  const { eligibility } = await assessToday(context, row, plan, employee);
  if (eligibility.reasons.includes("labour_act")) {
    const section = eligibility.labourAct[0]?.section ?? "";
    throw new Refusal("advance_labour_act_binding", { section });
  }
}

async function decidedAlready(tx: Tx, row: AdvanceRow): Promise<Refusal> {
  const { revoked_at, revoked_by } = row;
  if (revoked_at !== null && revoked_by !== null) {
    const who = await userName(tx, revoked_by);
    const what = "revoked the approval of";
    return new Refusal("advance_decided", { who, what, when: formatMoment(revoked_at) });
  }
  const { by, at } = await decidedBy(tx, row);
  const rejected = row.decided_as === "EMPLOYEE" ? "withdrew" : "rejected";
  const what = row.status === "REJECTED" ? rejected : "approved";
  return new Refusal("advance_decided", { who: by, what, when: formatMoment(at) });
}

/**
 * Decides several requests independently: the refusal of one does not affect the others.
 *
 * @throws Refusal `not_found` when one is of an organization that the caller may not enter.
 */
export async function decideRequests(
  context: Context,
  { decisions, reason }: InputOf<typeof decideAdvances>,
): Promise<DataOf<typeof decideAdvances>> {
  const outcomes = await applyIndependently(context, decisions, (decision) =>
    decideRequest(context, { ...decision, reason }),
  );
  return decisions.map(({ id, tenant_id }, place) => {
    const { result = null, refusal = null } = outcomes[place] ?? {};
    const problem = refusal && { code: refusal.code, message: refusal.message };
    return { id, tenant_id, advance: result, problem };
  });
}
