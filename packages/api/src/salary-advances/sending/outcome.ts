import { sql } from "kysely";

import type { OutcomeHandler, TransferOutcome } from "../../funding/transfers/transfer.ts";
import { auditAll } from "../../platform/audit.ts";
import type { AdvanceRow } from "../records/advance.ts";
import { updateStatusCounts } from "../records/counters.ts";

type Row = Pick<AdvanceRow, "id" | "status">;

const actions: Readonly<Record<TransferOutcome["status"], string>> = {
  COMPLETED: "salary-advance.paid",
  FAILED: "salary-advance.not-paid",
  REVERSED: "salary-advance.sent-back",
};

/**
 * Stores the outcomes of advances' transfers: COMPLETED makes an advance PAID; an advance whose
 * money came back is APPROVED until it is sent again.
 */
export const saveAdvanceOutcomes: OutcomeHandler = async (poster, tenantId, outcomes) => {
  const { tx, recordedAt } = poster;
  const ids = outcomes.map(({ subject_id }) => subject_id);
  const { rows } = await sql<Row>`
    select id, status from salary_advances
    where tenant_id = ${tenantId} and id = any (${ids}::bigint[])
    order by id for no key update`.execute(tx);
  const statuses = new Map(rows.map(({ id, status }) => [id, status]));
  const paid: number[] = [];
  const returned: number[] = [];
  for (const { subject_id, status } of outcomes) {
    const before = statuses.get(subject_id);
    if (before !== "APPROVED" && before !== "PAID") {
      throw new Error(`salary advance ${subject_id} of tenant ${tenantId} is ${before}`);
    }
    if (status === "COMPLETED" && before === "APPROVED") paid.push(subject_id);
    if (status === "REVERSED" && before === "PAID") returned.push(subject_id);
  }
  await sql`
    update salary_advances set version = version + 1, updated_at = ${recordedAt}, send_wanted_at = null,
      status = case when id = any (${paid}::bigint[]) then 'PAID'
        when id = any (${returned}::bigint[]) then 'APPROVED' else status end,
      paid_at = case when id = any (${paid}::bigint[]) then ${recordedAt}::timestamptz
        when id = any (${returned}::bigint[]) then null else paid_at end
    where tenant_id = ${tenantId} and id = any (${ids}::bigint[])`.execute(tx);
  if (paid.length > 0) await updateStatusCounts(tx, tenantId, "APPROVED", "PAID", paid.length);
  if (returned.length > 0)
    await updateStatusCounts(tx, tenantId, "PAID", "APPROVED", returned.length);
  await auditAll(
    poster,
    tenantId,
    outcomes.map(({ subject_id, status, reference, reason }) => ({
      action: actions[status],
      subject: `salary-advance:${subject_id}`,
      detail: { reference, ...(reason === "" ? {} : { reason }) },
    })),
  );
};
