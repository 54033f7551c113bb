import type { TransactionStatus } from "@kontor/contract/reference/statuses";

/** The status of a transfer. While it is open (PENDING, PROCESSING), its money is in transit. */
export type TransferStatus = TransactionStatus;

/**
 * What providers' words for a status mean, in any letter case. No money is moved on a word that is
 * not listed.
 *
 * Sources: Paystack, "Transfers" and "Verify Transfer" of its API reference; Monnify,
 * "Disbursements" and "Transfer status" of its developer documentation.
 */
const meanings: Readonly<Record<string, TransferStatus>> = {
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

/** What a provider's word for a status means; undefined for an unknown word. */
export function statusOf(word: string): TransferStatus | undefined {
  return meanings[word.toLowerCase()];
}

/** Whether the outcome of a transfer is still to come, so that its money is in transit. */
export function isOpen(status: TransferStatus): boolean {
  return status === "PENDING" || status === "PROCESSING";
}

/**
 * The effect of a report on a transfer: its new status, `same` when nothing is new, and `alert`
 * when the report contradicts what is known and a person has to look at it. Reports come late,
 * twice and out of order, so an open status never replaces a later one.
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
