import type { TransactionStatus } from "@kontor/contract/reference/statuses";

import { StatusChip, type StatusTone } from "../ui/status-chip.tsx";

const tones: Readonly<Record<TransactionStatus, StatusTone>> = {
  COMPLETED: "good",
  PENDING: "waiting",
  PROCESSING: "busy",
  FAILED: "bad",
  // The money came back, so the receiver is still to be paid.
  REVERSED: "bad",
};

/** The status of a movement of the funding account, or of its transfer. */
export function TransactionStatusChip({ status }: { status: TransactionStatus }) {
  return <StatusChip tone={tones[status]}>{status}</StatusChip>;
}
