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
import { exclude, excludeSeveral } from "./payslips/exclusion.ts";
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
  record,
  recordAll,
  remittanceLedgers,
  remittances,
  reverseOf,
} from "./remittances/remittances.ts";
import { discard, recalculate, startRunOf } from "./runs/draft.ts";
import { runsFile, runsPage, runTotals } from "./runs/list.ts";
import { findRun } from "./runs/run.ts";
import { waitingRuns } from "./runs/waiting.ts";
import { payrollSettingsConfiguration } from "./settings.ts";
import { decide, submit } from "./steps/approval.ts";
import { disburse } from "./steps/disbursement.ts";
import { paymentLedgers, payOutside, payRestOutside, reverseOutside } from "./steps/outside.ts";
import { paymentFile } from "./steps/payment-file.ts";
import { reverse } from "./steps/reversal.ts";

export const payrollRoutes: readonly Route[] = [
  ...singleConfigurationRoutes(payrollSettings, payrollSettingsConfiguration),
  route(rehearsal.getRehearsalTerms, rehearsalTerms),
  route(rehearsal.startRehearsal, beginRehearsal),
  route(rehearsal.getRehearsal, findRehearsal),
  fileRoute(rehearsal.exportRehearsal, rehearsalFile, { snapshot: true }),
  route(runs.listRuns, runsPage),
  route(runs.getRunTotals, runTotals),
  fileRoute(runs.exportRuns, runsFile, { snapshot: true }),
  route(runs.startRun, startRunOf),
  route(runs.getRun, findRun),
  route(runs.countWaitingRuns, waitingRuns),
  route(steps.submitRun, submit),
  route(steps.decideRun, decide),
  route(steps.disburseRun, disburse),
  route(steps.markRunPaid, payRestOutside),
  route(steps.reverseRun, reverse),
  fileRoute(steps.getPaymentFile, paymentFile),
  route(steps.calculateRun, recalculate),
  route(steps.discardRun, discard),
  route(payslips.listPayslips, payslipsPage),
  route(payslips.getPayslipTotals, payslipTotals),
  fileRoute(payslips.exportPayslips, payslipsFile, { snapshot: true }),
  route(payslips.getPayslip, findPayslip),
  route(payslips.listEmployeePayslips, payslipsOfEmployee),
  route(getPayCorrections, payCorrections),
  fileRoute(payslips.getPayslipPdf, payslipPdf),
  route(payslips.excludePayslip, exclude),
  route(payslips.excludePayslips, excludeSeveral),
  route(payslips.listPaymentLedgers, paymentLedgers),
  route(payslips.markPayslipPaid, payOutside),
  route(payslips.reverseOutsidePayment, reverseOutside),
  route(remittance.listRemittances, remittances),
  route(remittance.listRemittanceLedgers, remittanceLedgers),
  route(remittance.recordRemittance, record),
  route(remittance.recordRemittances, recordAll),
  route(remittance.reverseRemittance, reverseOf),
];
