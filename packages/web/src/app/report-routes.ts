import type { advanceForecastReport } from "@kontor/contract/pay-reports/advance-forecast";
import type {
  advancesAgeingReport,
  advancesOutstandingReport,
} from "@kontor/contract/pay-reports/advances-owed";
import type { employerCostReport, yearToDateReport } from "@kontor/contract/pay-reports/pay-costs";
import type { payVarianceReport } from "@kontor/contract/pay-reports/pay-variance";
import type { paymentListReport } from "@kontor/contract/pay-reports/payment-list";
import type { payrollRegisterReport } from "@kontor/contract/pay-reports/payroll-register";
import type { statutoryDuesReport } from "@kontor/contract/pay-reports/statutory-dues";
import type { statutoryScheduleReport } from "@kontor/contract/pay-reports/statutory-schedules";
import type { changesReport } from "@kontor/contract/reports/changes";
import type { dayBookReport } from "@kontor/contract/reports/day-book";
import type {
  balanceSheetReport,
  profitAndLossReport,
} from "@kontor/contract/reports/financial-statements";
import type { fundingMovementsReport } from "@kontor/contract/reports/funding-movements";
import type { ledgerSummaryReport } from "@kontor/contract/reports/ledger-summary";
import type { monthEndReport } from "@kontor/contract/reports/month-end";
import type {
  differingEntriesReport,
  reconciliationReport,
} from "@kontor/contract/reports/reconciliation";
import type { trialBalanceReport } from "@kontor/contract/reports/trial-balance";
import { createRoute, redirect } from "@tanstack/react-router";

import { listAddress } from "../platform/address.ts";
import { app } from "./app-route.ts";
import { screenComponent } from "./screen-component.ts";

const reports = createRoute({
  getParentRoute: () => app,
  path: "reports",
  staticData: { permission: "reports.read" },
  component: screenComponent(() => import("../reports/reports-layout.tsx"), "ReportsLayout"),
});

const home = createRoute({
  getParentRoute: () => reports,
  path: "/",
  beforeLoad: () => redirect({ to: "/app/reports/transaction", replace: true, throw: true }),
});

const payroll = createRoute({
  getParentRoute: () => reports,
  path: "payroll",
  component: screenComponent(() => import("../reports/section-page.tsx"), "PayrollReportsPage"),
});

const transaction = createRoute({
  getParentRoute: () => reports,
  path: "transaction",
  component: screenComponent(() => import("../reports/section-page.tsx"), "TransactionReportsPage"),
});

// Each report has one route here and one line in the list of its section.

const trialBalance = createRoute({
  getParentRoute: () => reports,
  path: "transaction/trial-balance",
  validateSearch: listAddress<typeof trialBalanceReport.read>(),
  component: screenComponent(
    () => import("../reports/transaction/trial-balance-page.tsx"),
    "TrialBalancePage",
  ),
});

const profitAndLoss = createRoute({
  getParentRoute: () => reports,
  path: "transaction/profit-and-loss",
  validateSearch: listAddress<typeof profitAndLossReport.read>(),
  component: screenComponent(
    () => import("../reports/transaction/profit-and-loss-page.tsx"),
    "ProfitAndLossPage",
  ),
});

const balanceSheet = createRoute({
  getParentRoute: () => reports,
  path: "transaction/balance-sheet",
  validateSearch: listAddress<typeof balanceSheetReport.read>(),
  component: screenComponent(
    () => import("../reports/transaction/balance-sheet-page.tsx"),
    "BalanceSheetPage",
  ),
});

const ledgerSummary = createRoute({
  getParentRoute: () => reports,
  path: "transaction/ledger-summary",
  validateSearch: listAddress<typeof ledgerSummaryReport.read>(),
  component: screenComponent(
    () => import("../reports/transaction/ledger-summary-page.tsx"),
    "LedgerSummaryPage",
  ),
});

const dayBook = createRoute({
  getParentRoute: () => reports,
  path: "transaction/day-book",
  validateSearch: listAddress<typeof dayBookReport.read>(),
  component: screenComponent(
    () => import("../reports/transaction/day-book-page.tsx"),
    "DayBookPage",
  ),
});

const changes = createRoute({
  getParentRoute: () => reports,
  path: "transaction/changes",
  validateSearch: listAddress<typeof changesReport.read>(),
  component: screenComponent(
    () => import("../reports/transaction/changes-page.tsx"),
    "ChangesPage",
  ),
});

const monthEnd = createRoute({
  getParentRoute: () => reports,
  path: "transaction/month-end",
  validateSearch: listAddress<typeof monthEndReport.read>(),
  component: screenComponent(
    () => import("../reports/transaction/month-end-page.tsx"),
    "MonthEndChecklistPage",
  ),
});

const payrollRegister = createRoute({
  getParentRoute: () => reports,
  path: "payroll/register",
  validateSearch: listAddress<typeof payrollRegisterReport.read>(),
  component: screenComponent(
    () => import("../reports/payroll/payroll-register-page.tsx"),
    "PayrollRegisterPage",
  ),
});

const paymentList = createRoute({
  getParentRoute: () => reports,
  path: "payroll/payments",
  validateSearch: listAddress<typeof paymentListReport.read>(),
  component: screenComponent(
    () => import("../reports/payroll/payment-list-page.tsx"),
    "PaymentListPage",
  ),
});

const statutoryDues = createRoute({
  getParentRoute: () => reports,
  path: "payroll/statutory",
  validateSearch: listAddress<typeof statutoryDuesReport.read>(),
  component: screenComponent(
    () => import("../reports/payroll/statutory-dues-page.tsx"),
    "StatutoryDuesPage",
  ),
});

const statutorySchedule = createRoute({
  getParentRoute: () => reports,
  path: "payroll/statutory-schedule",
  validateSearch: listAddress<typeof statutoryScheduleReport.read>(),
  component: screenComponent(
    () => import("../reports/payroll/statutory-schedule-page.tsx"),
    "StatutorySchedulePage",
  ),
});

const yearToDate = createRoute({
  getParentRoute: () => reports,
  path: "payroll/year-to-date",
  validateSearch: listAddress<typeof yearToDateReport.read>(),
  component: screenComponent(
    () => import("../reports/payroll/year-to-date-page.tsx"),
    "YearToDatePage",
  ),
});

const employerCost = createRoute({
  getParentRoute: () => reports,
  path: "payroll/employer-cost",
  validateSearch: listAddress<typeof employerCostReport.read>(),
  component: screenComponent(
    () => import("../reports/payroll/employer-cost-page.tsx"),
    "EmployerCostPage",
  ),
});

const payVariance = createRoute({
  getParentRoute: () => reports,
  path: "payroll/variance",
  validateSearch: listAddress<typeof payVarianceReport.read>(),
  component: screenComponent(
    () => import("../reports/payroll/pay-variance-page.tsx"),
    "PayVariancePage",
  ),
});

const advancesOutstanding = createRoute({
  getParentRoute: () => reports,
  path: "payroll/advances",
  validateSearch: listAddress<typeof advancesOutstandingReport.read>(),
  component: screenComponent(
    () => import("../reports/advances/advances-outstanding-page.tsx"),
    "AdvancesOutstandingPage",
  ),
});

const advancesAgeing = createRoute({
  getParentRoute: () => reports,
  path: "payroll/advances-ageing",
  validateSearch: listAddress<typeof advancesAgeingReport.read>(),
  component: screenComponent(
    () => import("../reports/advances/advances-ageing-page.tsx"),
    "AdvancesAgeingPage",
  ),
});

const advanceForecast = createRoute({
  getParentRoute: () => reports,
  path: "payroll/advance-forecast",
  validateSearch: listAddress<typeof advanceForecastReport.read>(),
  component: screenComponent(
    () => import("../reports/advances/advance-forecast-page.tsx"),
    "AdvanceForecastPage",
  ),
});

const fundingMovements = createRoute({
  getParentRoute: () => reports,
  path: "transaction/funding-movements",
  validateSearch: listAddress<typeof fundingMovementsReport.read>(),
  component: screenComponent(
    () => import("../reports/funding/funding-movements-page.tsx"),
    "FundingMovementsPage",
  ),
});

const reconciliation = createRoute({
  getParentRoute: () => reports,
  path: "transaction/reconciliation",
  validateSearch: listAddress<typeof reconciliationReport.read>(),
  component: screenComponent(
    () => import("../reports/funding/reconciliation-page.tsx"),
    "ReconciliationPage",
  ),
});

const differingEntries = createRoute({
  getParentRoute: () => reports,
  path: "transaction/reconciliation-differences",
  validateSearch: listAddress<typeof differingEntriesReport.read>(),
  component: screenComponent(
    () => import("../reports/funding/differing-entries-page.tsx"),
    "DifferingEntriesPage",
  ),
});

/** The screens of Reports, inside their layout. */
export const reportRoutes = reports.addChildren([
  home,
  payroll,
  transaction,
  payrollRegister,
  paymentList,
  statutoryDues,
  statutorySchedule,
  yearToDate,
  employerCost,
  payVariance,
  advancesOutstanding,
  advancesAgeing,
  advanceForecast,
  trialBalance,
  profitAndLoss,
  balanceSheet,
  ledgerSummary,
  dayBook,
  changes,
  monthEnd,
  fundingMovements,
  reconciliation,
  differingEntries,
]);
