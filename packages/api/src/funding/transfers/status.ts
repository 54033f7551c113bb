import type { TransactionStatus } from "@kontor/contract/reference/statuses";

/**
 * The status of a transfer. While it is PENDING or PROCESSING the transfer is open and its money in
 * transit.
 */
export type TransferStatus = TransactionStatus;

/**
 * The status for each provider's status word, in any letter case. A word that is not listed never
 * moves money.
 *
 * Sources: Paystack, "Transfers" and "Verify Transfer" of its API reference; Monnify,
 * "Disbursements" and "Transfer status" of its developer documentation.
 */
const statusByWord: Readonly<Record<string, TransferStatus>> = {
  otp: "PENDING",
  received: "PENDING",
  pending_authorization: "PENDING",
  pending: "PROCESSING",
  in_progress: "PROCESSING",
  awaiting_processing: "PROCESSING",
  success: "COMPLETED",
  completed: "COMPLETED",
  failed: "FAILED",
  abandoned: "FAILED",
  blocked: "FAILED",
  rejected: "FAILED",
  expired: "FAILED",
  reversed: "REVERSED",
};

/** The status for a provider's status word; undefined for an unknown word. */
export function transferStatusOf(word: string): TransferStatus | undefined {
  return statusByWord[word.toLowerCase()];
}

/** Whether a transfer's outcome is still to come, so that its money is in transit. */
export function isTransferOpen(status: TransferStatus): boolean {
  return status === "PENDING" || status === "PROCESSING";
}

/**
 * The effect of a report on a transfer: the new status; `same` when the report is no news; `alert`
 * when it contradicts what is known and an operator must look at the transfer. Reports arrive late,
 * twice and out of order, so an open status never replaces a final one.
 */
export function transitionOf(
  status: TransferStatus,
  reported: TransferStatus,
): TransferStatus | "same" | "alert" {
  if (status === reported || reported === "PENDING") return "same";
  switch (status) {
    case "PENDING":
      return reported;
    case "PROCESSING":
      return reported;
    case "COMPLETED":
      if (reported === "REVERSED") return "REVERSED";
      return reported === "FAILED" ? "alert" : "same";
    case "FAILED":
      return reported === "COMPLETED" ? "alert" : "same";
    case "REVERSED":
      return "same";
    default:
      return status satisfies never;
  }
}
