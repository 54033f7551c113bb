import { dueStatusTitles, type DueStatus } from "@kontor/contract/pay-reports/statutory-dues";

import { StatusChip, type StatusTone } from "../../ui/status-chip.tsx";

const tones: Readonly<Record<DueStatus, StatusTone>> = {
  OPEN: "waiting",
  PARTLY: "waiting",
  OVERDUE: "bad",
  REMITTED: "good",
  EXCESS: "bad",
  NONE: "neutral",
};

/** The status of an amount due to an authority. */
export function DueChip({ status }: { status: DueStatus }) {
  return <StatusChip tone={tones[status]}>{dueStatusTitles[status]}</StatusChip>;
}
