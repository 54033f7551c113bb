import { kobo, ZERO } from "@kontor/books/money";
import type { DataOf } from "@kontor/contract/endpoint";
import type { payrollRegisterReport } from "@kontor/contract/pay-reports/payroll-register";
import type { CashFlowLine, cashFlowReport } from "@kontor/contract/reports/cash-flow";
import type { dayBookReport } from "@kontor/contract/reports/day-book";
import type { FinancialLine } from "@kontor/contract/reports/financial-statements";
import type { trialBalanceReport } from "@kontor/contract/reports/trial-balance";

import { signed } from "./payroll.ts";

type DayBookRow = DataOf<typeof dayBookReport.read>["rows"][number];
type Register = DataOf<typeof payrollRegisterReport.read>;
type CashFlow = DataOf<typeof cashFlowReport.read>;
type TrialBalance = DataOf<typeof trialBalanceReport.read>;
type TrialBalanceRow = TrialBalance["rows"][number];

/**
 * A ledger with an opening balance of ₦10.00 DR, a movement of ₦5.00 and a closing balance of
 * ₦15.00 DR.
 */
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
    changed: false,
    ...more,
  };
}

/** A trial balance of these rows, whose sides are equal. */
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

/** The income of a ledger: ₦60.00, and ₦50.00 in the earlier period. */
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
    changed: false,
    ...more,
  };
}

/** A line of a statement of cash flows: ₦60.00 received, and ₦50.00 in the earlier period. */
export function cashFlowLine(more: Partial<CashFlowLine> = {}): CashFlowLine {
  return {
    kind: "ledger",
    cash_flow: "operating",
    tenant_id: 7,
    id: 32,
    group_id: 14,
    code: "02-02-0001",
    name: "Trade payables",
    amount: kobo(6000n),
    amount_dc: "DR",
    compared: kobo(5000n),
    compared_dc: "DR",
    changed: false,
    ...more,
  };
}

/**
 * A statement of cash flows of one organization beside the month before, or without a comparison of
 * several, with one line of each kind.
 */
export function cashFlow(of: "ledger" | "organization" = "ledger"): CashFlow {
  const sum = { id: null, tenant_id: null, group_id: null, code: null };
  const name = of === "ledger" ? {} : { kind: of, id: 7, group_id: null, name: "Acme Foods" };
  const parts: CashFlowLine[] = [
    cashFlowLine({ ...sum, kind: "result", name: "Result" }),
    cashFlowLine({ ...sum, kind: "changes", name: "Changes in operating assets and liabilities" }),
  ];
  const paid = { id: 33, code: "01-03-0001", name: "Equipment", amount_dc: "CR" } as const;
  const rows = [
    cashFlowLine({ ...sum, kind: "section", name: "Operating activities" }),
    ...(of === "ledger" ? parts : []),
    cashFlowLine(name),
    ...(of === "ledger" ? [cashFlowLine({ ...paid, cash_flow: "investing" })] : []),
    cashFlowLine({ ...sum, cash_flow: null, kind: "net", name: "Net change in cash" }),
    cashFlowLine({ ...sum, cash_flow: null, kind: "opening", name: "Cash at the start" }),
    cashFlowLine({ ...sum, cash_flow: null, kind: "closing", name: "Cash at the end" }),
    cashFlowLine({ id: 21, code: "01-01-0001", cash_flow: "cash", name: "Bank", ...name }),
  ];
  return of === "ledger"
    ? { rows, compared_with: { start_date: "2026-02-01", end_date: "2026-02-28" }, doubtful: [] }
    : { rows: rows.map((row) => ({ ...row, compared: null })), compared_with: null, doubtful: [] };
}

/** The first item of an entry of ₦5.00. */
export function dayBookRow(more: Partial<DayBookRow> = {}): DayBookRow {
  return {
    tenant_id: 7,
    organization_name: "Acme Foods",
    entry_id: 51,
    entry_type_id: 1,
    ent_number: "RCT-000051",
    date: "2026-03-09",
    narration: "Sales of the week",
    line: 1,
    ledger_id: 21,
    code: "01-01-0001",
    name: "Current account",
    item_narration: "Paid in",
    debit: kobo(500n),
    credit: ZERO,
    since: null,
    ...more,
  };
}

/** The second item of an entry of ₦5.00. */
export const dayBook = {
  rows: [dayBookRow({ line: 2 })],
  totals: { debit: kobo(500n), credit: kobo(500n), items: 2 },
};

/** ₦450,000.00 of basic and housing, of which ₦360,000.00 are paid out. */
const registerAmounts: Register["totals"] = {
  basic: signed(400_000_00n),
  housing: signed(50_000_00n),
  transport: signed(0n),
  other: signed(0n),
  items: signed(0n),
  gross: signed(450_000_00n),
  benefits: signed(0n),
  paye: kobo(54_000_00n),
  pension_employee: kobo(36_000_00n),
  nhf: ZERO,
  advance_principal: ZERO,
  advance_interest: ZERO,
  other_deductions: signed(0n),
  deductions: signed(90_000_00n),
  net: signed(360_000_00n),
  pension_employer: kobo(45_000_00n),
  nsitf: kobo(4_500_00n),
  itf: ZERO,
  employer: kobo(49_500_00n),
};

/** Ada's payslip of an approved run. */
export function registerRow(
  more: Partial<Register["rows"][number]> = {},
): Register["rows"][number] {
  return {
    id: 501,
    tenant_id: 7,
    company_id: 9,
    run_id: 31,
    run_number: "PR-000003",
    period: "2026-03",
    employee_id: 21,
    staff_no: "ACM-0007",
    name: "Okafor, Ada",
    division: "",
    ...registerAmounts,
    ...more,
  };
}

/** A register of these payslips, of one run. */
export function payrollRegister(rows: Register["rows"]): Register {
  return {
    period: "2026-03",
    rows,
    organizations: [],
    totals: registerAmounts,
    subtotals: [],
    runs: [
      {
        id: 31,
        tenant_id: 7,
        company_id: 9,
        number: "PR-000003",
        cycle: "REGULAR",
        status: "PENDING_DISBURSEMENT",
        people: 1,
        net: kobo(360_000_00n),
      },
    ],
  };
}

/** A summary of one ledger, or of one organization. */
export function ledgerSummary(kind: "ledger" | "organization" = "ledger") {
  return {
    rows: [
      {
        kind,
        tenant_id: 7,
        id: 21,
        code: "01-01-0001",
        name: "Current account",
        opening: kobo(1000n),
        opening_dc: "DR" as const,
        debit: kobo(500n),
        credit: ZERO,
        closing: kobo(1500n),
        closing_dc: "DR" as const,
        items: 3,
        last_day: "2026-03-09",
        changed: false,
      },
    ],
    totals: { debit: kobo(500n), credit: kobo(500n), items: 3 },
  };
}
