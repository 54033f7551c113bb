import type { advanceForecastReport } from "@kontor/contract/pay-reports/advance-forecast";
import type {
  advancesAgeingReport,
  advancesOutstandingReport,
} from "@kontor/contract/pay-reports/advances-outstanding";
import type { employerCostReport, yearToDateReport } from "@kontor/contract/pay-reports/pay-costs";
import type { payVarianceReport } from "@kontor/contract/pay-reports/pay-variance";
import type { paymentListReport } from "@kontor/contract/pay-reports/payment-list";
import type { payrollRegisterReport } from "@kontor/contract/pay-reports/payroll-register";
import type { statutoryDuesReport } from "@kontor/contract/pay-reports/statutory-dues";
import type { statutoryScheduleReport } from "@kontor/contract/pay-reports/statutory-schedules";
import type { bankReconciliationReport } from "@kontor/contract/reports/bank-reconciliation";
import type { cashFlowReport } from "@kontor/contract/reports/cash-flow";
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
import { createRoute, type AnyValidator, type RouteComponent } from "@tanstack/react-router";

import { listSearchParamsOf } from "../platform/address.ts";
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
  component: screenComponent(() => import("../reports/section-page.tsx"), "ReportsHomePage"),
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

/**
 * The route of a report. It takes its parts one by one: the app shell has the routes of all reports,
 * and each repeated name counts there.
 */
function reportRoute<const Path extends string, Search extends AnyValidator>(
  path: Path,
  validateSearch: Search,
  component: RouteComponent,
) {
  return createRoute({ getParentRoute: () => reports, path, validateSearch, component });
}

const trialBalance = reportRoute(
  "transaction/trial-balance",
  listSearchParamsOf<typeof trialBalanceReport.read>(),
  screenComponent(
    () => import("../reports/transaction/trial-balance-page.tsx"),
    "TrialBalancePage",
  ),
);

const profitAndLoss = reportRoute(
  "transaction/profit-and-loss",
  listSearchParamsOf<typeof profitAndLossReport.read>(),
  screenComponent(
    () => import("../reports/transaction/profit-and-loss-page.tsx"),
    "ProfitAndLossPage",
  ),
);

const balanceSheet = reportRoute(
  "transaction/balance-sheet",
  listSearchParamsOf<typeof balanceSheetReport.read>(),
  screenComponent(
    () => import("../reports/transaction/balance-sheet-page.tsx"),
    "BalanceSheetPage",
  ),
);

const cashFlow = reportRoute(
  "transaction/cash-flow",
  listSearchParamsOf<typeof cashFlowReport.read>(),
  screenComponent(() => import("../reports/transaction/cash-flow-page.tsx"), "CashFlowPage"),
);

const ledgerSummary = reportRoute(
  "transaction/ledger-summary",
  listSearchParamsOf<typeof ledgerSummaryReport.read>(),
  screenComponent(
    () => import("../reports/transaction/ledger-summary-page.tsx"),
    "LedgerSummaryPage",
  ),
);

const dayBook = reportRoute(
  "transaction/day-book",
  listSearchParamsOf<typeof dayBookReport.read>(),
  screenComponent(() => import("../reports/transaction/day-book-page.tsx"), "DayBookPage"),
);

const changes = reportRoute(
  "transaction/changes",
  listSearchParamsOf<typeof changesReport.read>(),
  screenComponent(() => import("../reports/transaction/changes-page.tsx"), "ChangesPage"),
);

const monthEnd = reportRoute(
  "transaction/month-end",
  listSearchParamsOf<typeof monthEndReport.read>(),
  screenComponent(
    () => import("../reports/transaction/month-end-page.tsx"),
    "MonthEndChecklistPage",
  ),
);

const payrollRegister = reportRoute(
  "payroll/register",
  listSearchParamsOf<typeof payrollRegisterReport.read>(),
  screenComponent(
    () => import("../reports/payroll/payroll-register-page.tsx"),
    "PayrollRegisterPage",
  ),
);

const paymentList = reportRoute(
  "payroll/payments",
  listSearchParamsOf<typeof paymentListReport.read>(),
  screenComponent(() => import("../reports/payroll/payment-list-page.tsx"), "PaymentListPage"),
);

const statutoryDues = reportRoute(
  "payroll/statutory",
  listSearchParamsOf<typeof statutoryDuesReport.read>(),
  screenComponent(() => import("../reports/payroll/statutory-dues-page.tsx"), "StatutoryDuesPage"),
);

const statutorySchedule = reportRoute(
  "payroll/statutory-schedule",
  listSearchParamsOf<typeof statutoryScheduleReport.read>(),
  screenComponent(
    () => import("../reports/payroll/statutory-schedule-page.tsx"),
    "StatutorySchedulePage",
  ),
);

const yearToDate = reportRoute(
  "payroll/year-to-date",
  listSearchParamsOf<typeof yearToDateReport.read>(),
  screenComponent(() => import("../reports/payroll/year-to-date-page.tsx"), "YearToDatePage"),
);

const employerCost = reportRoute(
  "payroll/employer-cost",
  listSearchParamsOf<typeof employerCostReport.read>(),
  screenComponent(() => import("../reports/payroll/employer-cost-page.tsx"), "EmployerCostPage"),
);

const payVariance = reportRoute(
  "payroll/variance",
  listSearchParamsOf<typeof payVarianceReport.read>(),
  screenComponent(() => import("../reports/payroll/pay-variance-page.tsx"), "PayVariancePage"),
);

const advancesOutstanding = reportRoute(
  "payroll/advances",
  listSearchParamsOf<typeof advancesOutstandingReport.read>(),
  screenComponent(
    () => import("../reports/advances/advances-outstanding-page.tsx"),
    "AdvancesOutstandingPage",
  ),
);

const advancesAgeing = reportRoute(
  "payroll/advances-ageing",
  listSearchParamsOf<typeof advancesAgeingReport.read>(),
  screenComponent(
    () => import("../reports/advances/advances-ageing-page.tsx"),
    "AdvancesAgeingPage",
  ),
);

const advanceForecast = reportRoute(
  "payroll/advance-forecast",
  listSearchParamsOf<typeof advanceForecastReport.read>(),
  screenComponent(
    () => import("../reports/advances/advance-forecast-page.tsx"),
    "AdvanceForecastPage",
  ),
);

const fundingMovements = reportRoute(
  "transaction/funding-movements",
  listSearchParamsOf<typeof fundingMovementsReport.read>(),
  screenComponent(
    () => import("../reports/funding/funding-movements-page.tsx"),
    "FundingMovementsPage",
  ),
);

const reconciliation = reportRoute(
  "transaction/reconciliation",
  listSearchParamsOf<typeof reconciliationReport.read>(),
  screenComponent(() => import("../reports/funding/reconciliation-page.tsx"), "ReconciliationPage"),
);

const bankReconciliation = reportRoute(
  "transaction/bank-reconciliation",
  listSearchParamsOf<typeof bankReconciliationReport.read>(),
  screenComponent(
    () => import("../reports/transaction/bank-reconciliation-page.tsx"),
    "BankReconciliationPage",
  ),
);

const differingEntries = reportRoute(
  "transaction/reconciliation-differences",
  listSearchParamsOf<typeof differingEntriesReport.read>(),
  screenComponent(
    () => import("../reports/funding/differing-entries-page.tsx"),
    "DifferingEntriesPage",
  ),
);

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
  cashFlow,
  ledgerSummary,
  dayBook,
  changes,
  monthEnd,
  fundingMovements,
  reconciliation,
  bankReconciliation,
  differingEntries,
]);
