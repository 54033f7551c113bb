import { kobo, ZERO } from "@kontor/books/money";
import type { DataOf } from "@kontor/contract/endpoint";
import type { FinancialLine } from "@kontor/contract/reports/financial-statements";
import type { trialBalanceReport } from "@kontor/contract/reports/trial-balance";

type TrialBalance = DataOf<typeof trialBalanceReport.read>;
type TrialBalanceRow = TrialBalance["rows"][number];

/** A ledger that stood at ₦10.00 DR, took ₦5.00 and stands at ₦15.00 DR. */
export function trialBalanceRow(more: Partial<TrialBalanceRow> = {}): TrialBalanceRow {
  return {
    kind: "ledger",
    tenant_id: 7,
    id: 21,
    group_id: 11,
    code: "01-01-0001",
    name: "Current account",
    opening_debit: kobo(1000n),
    opening_credit: ZERO,
    debit: kobo(500n),
    credit: ZERO,
    closing_debit: kobo(1500n),
    closing_credit: ZERO,
    ...more,
  };
}

/** A trial balance of these rows, whose sides agree. */
export function trialBalance(
  rows: TrialBalanceRow[],
  more: Partial<TrialBalance> = {},
): TrialBalance {
  const { opening_debit, opening_credit, debit, credit, closing_debit, closing_credit } =
    trialBalanceRow();
  return {
    rows,
    totals: { opening_debit, opening_credit, debit, credit, closing_debit, closing_credit },
    difference: ZERO,
    short_side: null,
    group: null,
    ...more,
  };
}

/** The income of a ledger: ₦60.00, after ₦50.00 before. */
export function financialLine(more: Partial<FinancialLine> = {}): FinancialLine {
  return {
    kind: "ledger",
    class: "03",
    tenant_id: 7,
    id: 31,
    group_id: 13,
    code: "03-01-0001",
    name: "Sales",
    amount: kobo(6000n),
    amount_dc: "CR",
    compared: kobo(5000n),
    compared_dc: "CR",
    ...more,
  };
}
