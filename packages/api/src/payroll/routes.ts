import { getPayCorrections } from "@kontor/contract/payroll/corrections";
import * as payslips from "@kontor/contract/payroll/payslips";
import * as rehearsal from "@kontor/contract/payroll/rehearsal";
import * as remittance from "@kontor/contract/payroll/remittances";
import * as runs from "@kontor/contract/payroll/runs";
import { payrollSettings } from "@kontor/contract/payroll/settings";
import * as steps from "@kontor/contract/payroll/steps";

import { fileRoute } from "../platform/http/serve-file.ts";
import { route, type Route } from "../platform/http/serve.ts";
import { singleConfigurationRoutes } from "../platform/organization/configuration-routes.ts";
import { payslipsOfEmployee } from "./payslips/employee-payslips.ts";
import { setExclusion, excludeSeveral } from "./payslips/exclusion.ts";
import { payslipsFile, payslipsPage, payslipTotals } from "./payslips/list.ts";
import { payCorrections } from "./payslips/pay-corrections.ts";
import { payslipPdf } from "./payslips/payslip-pdf.ts";
import { findPayslip } from "./payslips/payslip.ts";
import {
  beginRehearsal,
  findRehearsal,
  rehearsalFile,
  rehearsalTerms,
} from "./rehearsal/rehearsal.ts";
import {
  recordOneRemittance,
  recordSeveralRemittances,
  remittanceLedgers,
  findRemittances,
  reverseRemittanceOf,
} from "./remittances/remittances.ts";
import { discardDraft, recalculate, startAndCalculate } from "./runs/draft.ts";
import { runsFile, runsPage, runTotals } from "./runs/list.ts";
import { findRun } from "./runs/run.ts";
import { countRunsWaiting } from "./runs/waiting.ts";
import { payrollSettingsConfiguration } from "./settings.ts";
import { decideSubmission, submitForApproval } from "./steps/approval.ts";
import { disburse } from "./steps/disbursement.ts";
import {
  paymentLedgers,
  recordOutsidePayment,
  recordRestPaidOutside,
  reverseOutsidePaymentOf,
} from "./steps/outside.ts";
import { paymentFile } from "./steps/payment-file.ts";
import { reverseRunOf } from "./steps/reversal.ts";

export const payrollRoutes: readonly Route[] = [
  ...singleConfigurationRoutes(payrollSettings, payrollSettingsConfiguration),
  route(rehearsal.getRehearsalTerms, rehearsalTerms),
  route(rehearsal.startRehearsal, beginRehearsal),
  route(rehearsal.getRehearsal, findRehearsal),
  fileRoute(rehearsal.exportRehearsal, rehearsalFile, { snapshot: true }),
  route(runs.listRuns, runsPage),
  route(runs.getRunTotals, runTotals),
  fileRoute(runs.exportRuns, runsFile, { snapshot: true }),
  route(runs.startRun, startAndCalculate),
  route(runs.getRun, findRun),
  route(runs.countWaitingRuns, countRunsWaiting),
  route(steps.submitRun, submitForApproval),
  route(steps.decideRun, decideSubmission),
  route(steps.disburseRun, disburse),
  route(steps.markRunPaid, recordRestPaidOutside),
  route(steps.reverseRun, reverseRunOf),
  fileRoute(steps.getPaymentFile, paymentFile),
  route(steps.calculateRun, recalculate),
  route(steps.discardRun, discardDraft),
  route(payslips.listPayslips, payslipsPage),
  route(payslips.getPayslipTotals, payslipTotals),
  fileRoute(payslips.exportPayslips, payslipsFile, { snapshot: true }),
  route(payslips.getPayslip, findPayslip),
  route(payslips.listEmployeePayslips, payslipsOfEmployee),
  route(getPayCorrections, payCorrections),
  fileRoute(payslips.getPayslipPdf, payslipPdf),
  route(payslips.excludePayslip, setExclusion),
  route(payslips.excludePayslips, excludeSeveral),
  route(payslips.listPaymentLedgers, paymentLedgers),
  route(payslips.markPayslipPaid, recordOutsidePayment),
  route(payslips.reverseOutsidePayment, reverseOutsidePaymentOf),
  route(remittance.listRemittances, findRemittances),
  route(remittance.listRemittanceLedgers, remittanceLedgers),
  route(remittance.recordRemittance, recordOneRemittance),
  route(remittance.recordRemittances, recordSeveralRemittances),
  route(remittance.reverseRemittance, reverseRemittanceOf),
];
