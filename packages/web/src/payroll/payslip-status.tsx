import { payslipState } from "@kontor/contract/payroll/lists";
import { payslipStates, type PayslipState } from "@kontor/contract/payroll/payslips";

import { StatusChip, type StatusTone } from "../ui/status-chip.tsx";
import type { ListedPayslip } from "./data.ts";

const tones: Readonly<Record<PayslipState, StatusTone>> = {
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
  return <StatusChip tone={tones[state]}>{payslipStates[state]}</StatusChip>;
}
