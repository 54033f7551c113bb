import type { Kobo } from "@kontor/books/money";
import type { TransferPurpose } from "@kontor/contract/funding/funding";

import type { Poster } from "../../accounting/entries/postings.ts";
import { publishAfterCommit } from "../../platform/database/database.ts";
import type { Tx } from "../../platform/scope.ts";
import type { TransferStatus } from "./status.ts";

/** The topic that a commit announces when there is a transfer to send or ask about. */
export const transferTopic = "transfers";

/** Wakes the sending job after the transaction has committed. */
export function wakeTransfers(tx: Tx): void {
  publishAfterCommit(tx, transferTopic);
}

/** The outcome of a transfer, as its subject's feature receives it; amount in kobo. */
export type TransferOutcome = {
  transfer_id: number;
  subject_id: number;
  attempt: number;
  reference: string;
  amount: Kobo;
  status: "COMPLETED" | "FAILED" | "REVERSED";
  /** The status before. A REVERSED transfer may never have been known as completed. */
  was: TransferStatus;
  /** Why it failed or was reversed, as text for users. */
  reason: string;
  at: Date;
};

/**
 * Funding calls this with the outcomes of transfers of one purpose, in the transaction that posts
 * and stores them. If it throws, the outcome is rolled back and retried. Each outcome is delivered
 * once. The transfers are locked and the ledgers are not yet, so the feature must lock its own rows
 * before ledgers, as it does when it requests a transfer. It must not post to the ledgers of the
 * transfer: funding does.
 */
export type OutcomeHandler = (
  poster: Poster,
  tenantId: number,
  outcomes: readonly TransferOutcome[],
) => Promise<void>;

/** The handlers of the features that request transfers; the jobs list them. */
export type OutcomeHandlers = Readonly<Partial<Record<TransferPurpose, OutcomeHandler>>>;
