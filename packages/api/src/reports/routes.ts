import {
  balanceSheetReport,
  profitAndLossReport,
} from "@kontor/contract/reports/financial-statements";
import { payrollRegisterReport } from "@kontor/contract/reports/payroll-register";
import { trialBalanceReport } from "@kontor/contract/reports/trial-balance";

import type { Route } from "../platform/http/serve.ts";
import { payrollRegister, payrollRegisterFile } from "./payroll/payroll-register.ts";
import { reportRoutes } from "./report.ts";
import {
  balanceSheet,
  balanceSheetFile,
  profitAndLoss,
  profitAndLossFile,
} from "./transaction/financial-statements.ts";
import { trialBalance, trialBalanceFile } from "./transaction/trial-balance.ts";

/** Every report: one line each. */
export const reportsRoutes: readonly Route[] = [
  ...reportRoutes(trialBalanceReport, trialBalance, trialBalanceFile),
  ...reportRoutes(profitAndLossReport, profitAndLoss, profitAndLossFile),
  ...reportRoutes(balanceSheetReport, balanceSheet, balanceSheetFile),
  ...reportRoutes(payrollRegisterReport, payrollRegister, payrollRegisterFile),
];
