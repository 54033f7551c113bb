import type { Kobo } from "@kontor/books/money";
import type { TransferPurpose } from "@kontor/contract/funding/funding";
import type { transferAttempt } from "@kontor/contract/funding/transfers";
import { sql } from "kysely";
import type { z } from "zod";

import { exactlyOne } from "../../platform/database/rows.ts";
import type { Tx } from "../../platform/scope.ts";
import { isTransferOpen } from "./status.ts";

export type TransferAttempt = z.output<typeof transferAttempt>;

/** The transfers that pay a row of a feature, latest first. */
export async function transfersOf(
  tx: Tx,
  tenantId: number,
  purpose: TransferPurpose,
  subjectId: number,
): Promise<TransferAttempt[]> {
  const { rows } = await sql<TransferAttempt>`
    select id, attempt, reference, status, coalesce(failure_reason, '') as reason, created_at as requested_at,
      coalesce(reversed_at, outcome_at) as finished_at
    from transfers
    where tenant_id = ${tenantId} and purpose = ${purpose} and subject_id = ${subjectId}
    order by attempt desc`.execute(tx);
  return rows;
}

/**
 * The transfer of a subject whose outcome is still open, if any; only the latest can be.
 *
 * @param transfers of one subject, the latest first.
 */
export function openTransferOf(transfers: readonly TransferAttempt[]): TransferAttempt | undefined {
  const [latest] = transfers;
  return latest !== undefined && isTransferOpen(latest.status) ? latest : undefined;
}

/** The transfers of all organizations that are on their way, with their sum; reads all tenants. */
export async function openTransferTotals(tx: Tx): Promise<{ count: number; amount: Kobo }> {
  const { rows } = await sql<{ count: number; amount: Kobo }>`
    select count(*)::integer as count, coalesce(sum(amount), 0)::bigint as amount from transfers
    where next_try_at is not null and status in ('PENDING', 'PROCESSING')`.execute(tx);
  return exactlyOne(rows);
}
