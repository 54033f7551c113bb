import { formatDate, formatDay } from "@kontor/contract/format";

import type { PortalPayslipItem } from "../data.ts";

export const noPayslipsText = "You have no payslips yet. They appear here once you have been paid.";

/** The status of a payslip's payment, as a sentence. */
export function paymentSentence({ payment, paid_at, payday, net }: PortalPayslipItem): string {
  if (payment === "RETURNED") return "Your bank returned the payment. You will be paid again.";
  if (net === 0n) return `No payment was due on ${formatDate(payday)}.`;
  return paid_at === null ? "Paid." : `Paid on ${formatDay(paid_at)}.`;
}
