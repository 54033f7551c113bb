import type { Kobo } from "@kontor/books/money";
import type { TransferPurpose } from "@kontor/contract/funding/funding";

import type { Poster } from "../../accounting/entries/postings.ts";
import { announce } from "../../platform/database/database.ts";
import type { Tx } from "../../platform/scope.ts";
import type { TransferStatus } from "./status.ts";

/** What a commit announces when there is a transfer to send or ask about. */
export const transferTopic = "transfers";

/** Wakes the job that sends, once this transaction has committed. */
export function wakeTransfers(tx: Tx): void {
  announce(tx, transferTopic);
}

/** The outcome of a transfer, as its subject's feature receives it; amount in kobo. */
export type TransferOutcome = {
  transfer_id: number;
  subject_id: number;
  attempt: number;
  reference: string;
  amount: Kobo;
  status: "COMPLETED" | "FAILED" | "REVERSED";
  /** Whether the money had arrived before; a REVERSED transfer may never have been known as completed. */
  was: TransferStatus;
  /** Why it failed or was reversed, in words to show. */
  reason: string;
  at: Date;
};

/**
 * Called by funding with the outcomes of transfers of its purpose, in the transaction that posts
 * and stores them: throwing undoes the outcome, which is then tried again. Each outcome is
 * delivered once. The transfers are locked and the ledgers not yet, so the feature locks its rows
 * before ledgers, as it does when it requests a transfer. It must not post to the ledgers of the
 * transfer: funding does.
 */
export type OutcomeHandler = (
  poster: Poster,
  tenantId: number,
  outcomes: readonly TransferOutcome[],
) => Promise<void>;

/** The features that request transfers, listed where the jobs are. */
export type OutcomeHandlers = Readonly<Partial<Record<TransferPurpose, OutcomeHandler>>>;
