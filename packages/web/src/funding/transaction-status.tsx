import type { TransactionStatus } from "@kontor/contract/reference/statuses";

import { StatusChip, type StatusTone } from "../ui/status-chip.tsx";

const tones: Readonly<Record<TransactionStatus, StatusTone>> = {
  COMPLETED: "good",
  PENDING: "waiting",
  PROCESSING: "busy",
  FAILED: "bad",
  // The bank returned the money, so the receiver is not paid yet.
  REVERSED: "bad",
};

/** The status of a movement of the funding account, or of its transfer. */
export function TransactionStatusChip({ status }: { status: TransactionStatus }) {
  return <StatusChip tone={tones[status]}>{status}</StatusChip>;
}
