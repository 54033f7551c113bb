import { payslipState } from "@kontor/contract/payroll/lists";
import { payslipStates, type PayslipState } from "@kontor/contract/payroll/payslips";
import { runStatusTitles } from "@kontor/contract/payroll/runs";

import { StatusChip, type StatusTone } from "../ui/status-chip.tsx";
import type { ListedPayslip, RunStatus } from "./data.ts";

const tones: Readonly<Record<RunStatus, StatusTone>> = {
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
  return <StatusChip tone={tones[status]}>{runStatusTitles[status]}</StatusChip>;
}

const stateTones: Readonly<Record<PayslipState, StatusTone>> = {
  READY: "neutral",
  WARNED: "waiting",
  BLOCKED: "bad",
  LEFT_OUT: "neutral",
  PENDING: "busy",
  PROCESSING: "busy",
  COMPLETED: "good",
  FAILED: "bad",
  REVERSED: "bad",
  PAID_OUTSIDE: "good",
};

type PayslipChipProps = {
  payslip: Pick<ListedPayslip, "excluded" | "payment" | "blocked" | "warnings">;
};

/** The most urgent fact of a payslip; empty if there is none. */
export function PayslipChip({ payslip }: PayslipChipProps) {
  const state = payslipState(payslip);
  if (state === "READY") return null;
  return <StatusChip tone={stateTones[state]}>{payslipStates[state]}</StatusChip>;
}
