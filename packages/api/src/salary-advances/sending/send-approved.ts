import { posterOf } from "../../accounting/entries/postings.ts";
import { transfersOf, openTransferOf } from "../../funding/transfers/find.ts";
import { audit } from "../../platform/audit.ts";
import { enterOrganization } from "../../platform/organization/organization.ts";
import { Refusal } from "../../platform/refusal.ts";
import type { Context } from "../../platform/scope.ts";
import { advanceAt, type AdvancePath, type AdvanceRow } from "../records/advance.ts";
import { sendOrQueue } from "./send.ts";

/**
 * Sends an approved advance, or sends it again after a transfer failed or came back. A waiting one
 * keeps its place.
 *
 * @returns the advance, locked.
 * @throws Refusal `not_found`; `advance_not_approved` (409); `transfer_under_way` (409) while a
 *   transfer may still pay it.
 */
export async function sendApproved(context: Context, path: AdvancePath): Promise<AdvanceRow> {
  const { tx, environment } = context;
  await enterOrganization(context, path);
  const row = await advanceAt(tx, path, true);
  if (row.status !== "APPROVED") throw new Refusal("advance_not_approved");
  const transfers = await transfersOf(tx, row.tenant_id, "salary_advance", row.id);
  const underWay = openTransferOf(transfers);
  if (underWay !== undefined) {
    throw new Refusal("transfer_under_way", { reference: underWay.reference });
  }
  if (row.send_wanted_at === null) {
    await audit(context, row.tenant_id, "salary-advance.send-wanted", `salary-advance:${row.id}`);
    await sendOrQueue(posterOf(context), environment, row);
  }
  return row;
}
