import type { TransactionStatus } from "@kontor/contract/reference/statuses";

import { StatusChip, type StatusTone } from "../ui/status-chip.tsx";

const tones: Readonly<Record<TransactionStatus, StatusTone>> = {
  COMPLETED: "good",
  PENDING: "waiting",
  PROCESSING: "busy",
  FAILED: "bad",
  // The money came back, so that somebody is still to be paid.
  REVERSED: "bad",
};

/** The status of a movement of the funding account, or of the transfer that it is of. */
export function TransactionStatusChip({ status }: { status: TransactionStatus }) {
  return <StatusChip tone={tones[status]}>{status}</StatusChip>;
}
