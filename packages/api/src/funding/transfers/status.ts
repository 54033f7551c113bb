import type { TransactionStatus } from "@kontor/contract/funding/funding";

/** Where a transfer stands. PENDING and PROCESSING are open: its money is in transit. */
export type TransferStatus = TransactionStatus;

/**
 * What providers' words for a status mean, in any letter case. A word that is not here says nothing that
 * money may be moved by.
 *
 * Sources: Paystack, "Transfers" and "Verify Transfer" of its API reference; Monnify, "Disbursements" and
 * "Transfer status" of its developer documentation.
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

/** What a provider's word for a status means; undefined for one that nobody knows. */
export function statusOf(word: string): TransferStatus | undefined {
  return meanings[word.toLowerCase()];
}

export function isOpen(status: TransferStatus): boolean {
  return status === "PENDING" || status === "PROCESSING";
}

/**
 * What a report makes of a transfer: the status that it gets, `same` when it says nothing new, and
 * `alert` when it contradicts what is known, which a person has to look at. Reports come late, twice and out
 * of order, so an open status never takes back a later one.
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
