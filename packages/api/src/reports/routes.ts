import { advanceForecastReport } from "@kontor/contract/pay-reports/advance-forecast";
import {
  advancesAgeingReport,
  advancesOutstandingReport,
} from "@kontor/contract/pay-reports/advances-outstanding";
import { employerCostReport, yearToDateReport } from "@kontor/contract/pay-reports/pay-costs";
import { payVarianceReport } from "@kontor/contract/pay-reports/pay-variance";
import { paymentListReport } from "@kontor/contract/pay-reports/payment-list";
import { payrollRegisterReport } from "@kontor/contract/pay-reports/payroll-register";
import { statutoryDuesReport } from "@kontor/contract/pay-reports/statutory-dues";
import { statutoryScheduleReport } from "@kontor/contract/pay-reports/statutory-schedules";
import { bankReconciliationReport } from "@kontor/contract/reports/bank-reconciliation";
import { cashFlowReport } from "@kontor/contract/reports/cash-flow";
import { changesReport } from "@kontor/contract/reports/changes";
import { dayBookReport } from "@kontor/contract/reports/day-book";
import {
  balanceSheetReport,
  profitAndLossReport,
} from "@kontor/contract/reports/financial-statements";
import { fundingMovementsReport } from "@kontor/contract/reports/funding-movements";
import { ledgerSummaryReport } from "@kontor/contract/reports/ledger-summary";
import { monthEndReport } from "@kontor/contract/reports/month-end";
import {
  differingEntriesReport,
  reconciliationReport,
} from "@kontor/contract/reports/reconciliation";
import { trialBalanceReport } from "@kontor/contract/reports/trial-balance";

import type { Route } from "../platform/http/serve.ts";
import { advanceForecast, advanceForecastFile } from "./payroll/advance-forecast.ts";
import { advancesAgeing, advancesAgeingFile } from "./payroll/advances-ageing.ts";
import { advancesOutstanding, advancesOutstandingFile } from "./payroll/advances-outstanding.ts";
import { employerCost, employerCostFile } from "./payroll/employer-cost.ts";
import { payVariance, payVarianceFile } from "./payroll/pay-variance.ts";
import { paymentList, paymentListFile } from "./payroll/payment-list.ts";
import { payrollRegister, payrollRegisterFile } from "./payroll/payroll-register.ts";
import { statutoryDues, statutoryDuesFile } from "./payroll/statutory-dues.ts";
import { statutorySchedule, statutoryScheduleFile } from "./payroll/statutory-schedule.ts";
import { yearToDate, yearToDateFile } from "./payroll/year-to-date.ts";
import { reportRoutes } from "./report.ts";
import { bankReconciliation, bankReconciliationFile } from "./transaction/bank-reconciliation.ts";
import { cashFlow, cashFlowFile } from "./transaction/cash-flow.ts";
import { changes, changesFile } from "./transaction/changes.ts";
import { dayBook, dayBookFile } from "./transaction/day-book.ts";
import {
  balanceSheet,
  balanceSheetFile,
  profitAndLoss,
  profitAndLossFile,
} from "./transaction/financial-statements.ts";
import { fundingMovements, fundingMovementsFile } from "./transaction/funding-movements.ts";
import { ledgerSummary, ledgerSummaryFile } from "./transaction/ledger-summary.ts";
import { monthEnd, monthEndFile } from "./transaction/month-end.ts";
import {
  differingEntries,
  differingEntriesFile,
  reconciliation,
  reconciliationFile,
} from "./transaction/reconciliation.ts";
import { trialBalance, trialBalanceFile } from "./transaction/trial-balance.ts";

/** All reports, one line each. */
export const reportsRoutes: readonly Route[] = [
  ...reportRoutes(trialBalanceReport, trialBalance, trialBalanceFile),
  ...reportRoutes(profitAndLossReport, profitAndLoss, profitAndLossFile),
  ...reportRoutes(balanceSheetReport, balanceSheet, balanceSheetFile),
  ...reportRoutes(cashFlowReport, cashFlow, cashFlowFile),
  ...reportRoutes(ledgerSummaryReport, ledgerSummary, ledgerSummaryFile),
  ...reportRoutes(dayBookReport, dayBook, dayBookFile),
  ...reportRoutes(changesReport, changes, changesFile),
  ...reportRoutes(bankReconciliationReport, bankReconciliation, bankReconciliationFile),
  ...reportRoutes(monthEndReport, monthEnd, monthEndFile),
  ...reportRoutes(fundingMovementsReport, fundingMovements, fundingMovementsFile),
  ...reportRoutes(reconciliationReport, reconciliation, reconciliationFile),
  ...reportRoutes(differingEntriesReport, differingEntries, differingEntriesFile),
  ...reportRoutes(payrollRegisterReport, payrollRegister, payrollRegisterFile),
  ...reportRoutes(statutoryDuesReport, statutoryDues, statutoryDuesFile),
  ...reportRoutes(statutoryScheduleReport, statutorySchedule, statutoryScheduleFile),
  ...reportRoutes(yearToDateReport, yearToDate, yearToDateFile),
  ...reportRoutes(employerCostReport, employerCost, employerCostFile),
  ...reportRoutes(paymentListReport, paymentList, paymentListFile),
  ...reportRoutes(advancesOutstandingReport, advancesOutstanding, advancesOutstandingFile),
  ...reportRoutes(advancesAgeingReport, advancesAgeing, advancesAgeingFile),
  ...reportRoutes(advanceForecastReport, advanceForecast, advanceForecastFile),
  ...reportRoutes(payVarianceReport, payVariance, payVarianceFile),
];
