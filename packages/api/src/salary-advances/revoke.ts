import type { InputOf } from "@kontor/contract/endpoint";
import { formatMoney } from "@kontor/contract/format";
import type { revokeApproval } from "@kontor/contract/salary-advances/decisions";
import { sql } from "kysely";

import { transfersOf, openTransferOf } from "../funding/transfers/find.ts";
import { audit } from "../platform/audit.ts";
import { publishAfterCommit } from "../platform/database/database.ts";
import { enterOrganization } from "../platform/organization/organization.ts";
import { Refusal } from "../platform/refusal.ts";
import type { Context } from "../platform/scope.ts";
import { advanceEmployee } from "./records/advance-employee.ts";
import { advanceAt, allocatedOf, writeAdvance, type AdvanceRow } from "./records/advance.ts";
import { updateStatusCounts } from "./records/counters.ts";
import { mailEmployee } from "./records/mails.ts";
import { sendingTopic } from "./sending/send.ts";

/**
 * Revokes the approval of an advance that has not been paid out, and mails the employee the reason.
 * Its status becomes REJECTED, its share of the limit and the wallet is released, and advances
 * waiting behind it are considered.
 *
 * @returns the advance before the change, locked.
 * @throws Refusal `not_found`; `advance_not_revocable` (409) unless it is APPROVED;
 *   `transfer_under_way` (409) while a transfer may still pay it; `advance_partly_repaid` (409)
 *   when it came back after a partial repayment.
 */
export async function revoke(
  context: Context,
  input: InputOf<typeof revokeApproval>,
): Promise<AdvanceRow> {
  const { tx, clock, actor } = context;
  await enterOrganization(context, input);
  const row = await advanceAt(tx, input, true);
  if (row.status !== "APPROVED") {
    throw new Refusal("advance_not_revocable", { status: row.status });
  }
  const transfers = await transfersOf(tx, row.tenant_id, "salary_advance", row.id);
  const underWay = openTransferOf(transfers);
  if (underWay !== undefined) {
    throw new Refusal("transfer_under_way", { reference: underWay.reference });
  }
  const repaid = allocatedOf(row);
  if (repaid > 0n) throw new Refusal("advance_partly_repaid", { amount: formatMoney(repaid) });
  const now = clock.now();
  const { reason } = input;
  const columns = sql`status = 'REJECTED', send_wanted_at = null, revoked_at = ${now},
    revoked_by = ${actor.user_id}, revocation_reason = ${reason}`;
  await writeAdvance(tx, row, columns, now);
  await updateStatusCounts(tx, row.tenant_id, "APPROVED", "REJECTED");
  await audit(context, row.tenant_id, "salary-advance.revoked", `salary-advance:${row.id}`, {
    amount: formatMoney(row.amount),
    employee_id: row.employee_id,
    reason,
  });
  if (row.send_wanted_at !== null) publishAfterCommit(tx, sendingTopic);
  const path = { ...row, id: row.employee_id };
  const employee = await advanceEmployee(tx, path, clock.today());
  await mailEmployee(context, "rejected", row, employee, `The approval was revoked: ${reason}`);
  return row;
}
