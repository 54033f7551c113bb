import { StatusChip, type StatusTone } from "../ui/status-chip.tsx";
import type { AdvanceStatus } from "./data.ts";

/** The tone of each status. */
export const advanceTones: Readonly<Record<AdvanceStatus, StatusTone>> = {
  PENDING: "waiting",
  APPROVED: "busy",
  REJECTED: "bad",
  PAID: "good",
};

/** The status of an advance. */
export function AdvanceStatusChip({ status }: { status: AdvanceStatus }) {
  return <StatusChip tone={advanceTones[status]}>{status}</StatusChip>;
}
