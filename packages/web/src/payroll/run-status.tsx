import { runStatusTitles } from "@kontor/contract/payroll/runs";

import { StatusChip, type StatusTone } from "../ui/status-chip.tsx";
import type { RunStatus } from "./data.ts";

/** The colour of each status of a run. */
export const runStatusTones: Readonly<Record<RunStatus, StatusTone>> = {
  DRAFT: "neutral",
  PENDING_APPROVAL: "waiting",
  PENDING_DISBURSEMENT: "waiting",
  DISBURSING: "busy",
  PARTLY_PAID: "bad",
  PAID: "good",
  REVERSED: "neutral",
};

/** The status of a run. */
export function RunStatusChip({ status }: { status: RunStatus }) {
  return <StatusChip tone={runStatusTones[status]}>{runStatusTitles[status]}</StatusChip>;
}
