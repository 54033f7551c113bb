import { kobo, ZERO } from "@kontor/books/money";
import type { DataOf } from "@kontor/contract/endpoint";
import type { paymentListReport } from "@kontor/contract/pay-reports/payment-list";

type Payments = DataOf<typeof paymentListReport.read>;
type Payment = Payments["rows"][number];

const organization = { tenant_id: 7, company_id: 9, organization: "Acme Corporation" };
const run = { run_id: 31, run_number: "PR-000003" };

/** Ada's pay of ₦360,000.00, whose account the bank refused. */
export function payment(more: Partial<Payment> = {}): Payment {
  return {
    id: 501,
    ...organization,
    ...run,
    employee_id: 21,
    staff_no: "ACM-0007",
    name: "Okafor, Ada",
    bank: "Zenith Bank",
    account: "••••••6789",
    account_name: "ADA OKAFOR",
    amount: kobo(360_000_00n),
    status: "FAILED",
    reference: "kontor-payslip-501-1",
    attempts: 1,
    paid_at: null,
    reason: "The account is closed",
    ...more,
  };
}

/** The payments of March: Ada's, and the totals of the others. */
export function paymentList(rows: Payment[] = [payment()]): Payments {
  const totals = { people: rows.length, amount: kobo(360_000_00n) };
  return {
    period: "2026-03",
    rows,
    totals: rows.length === 0 ? { people: 0, amount: ZERO } : totals,
    statuses: [
      { status: "FAILED", ...totals },
      { status: "COMPLETED", people: 2, amount: kobo(500_000_00n) },
    ],
    banks: [
      { code: "057", bank: "Zenith Bank", people: 2, amount: kobo(760_000_00n) },
      { code: null, bank: "", people: 1, amount: kobo(100_000_00n) },
    ],
    runs: [{ id: 31, ...organization, number: run.run_number, cycle: "REGULAR" }],
  };
}
