import { paymentTitles, type PaymentStatus } from "@kontor/contract/pay-reports/payment-list";

import { StatusChip, type StatusTone } from "../../ui/status-chip.tsx";

const tones: Readonly<Record<PaymentStatus, StatusTone>> = {
  FAILED: "bad",
  REVERSED: "bad",
  UNPAID: "waiting",
  LEFT_OUT: "neutral",
  PENDING: "busy",
  PAID_OUTSIDE: "good",
  COMPLETED: "good",
  NOTHING: "neutral",
};

/** The status of a payment. */
export function PaymentChip({ status }: { status: PaymentStatus }) {
  return <StatusChip tone={tones[status]}>{paymentTitles[status]}</StatusChip>;
}
