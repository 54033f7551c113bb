import { VARIANCE_REASONS } from "@kontor/payroll/payslip/variance";
import { PAYSLIP_WARNINGS } from "@kontor/payroll/payslip/warning";
import { z } from "zod";

import { endpoint } from "../endpoint.ts";
import { exportFiles, exportFormat } from "../exports.ts";
import { transferAttempt } from "../funding/transfers.ts";
import { transactionStatuses } from "../reference/statuses.ts";
import { date } from "../wire/dates.ts";
import { id, idOut, organizationParams } from "../wire/ids.ts";
import { maxPerPage, pageQuery, sortBy } from "../wire/lists.ts";
import { moment } from "../wire/moment.ts";
import { money } from "../wire/money.ts";
import { optionalLine, line } from "../wire/text.ts";
import { version } from "../wire/version.ts";
import { postedPayment } from "./posted-payment.ts";
import {
  payrollRun,
  payslipFilters,
  runPath,
  runCycles,
  runParams,
  runStatuses,
  signedMoney,
} from "./runs.ts";

export const payslipListItem = z.strictObject({
  id: idOut,
  employee_id: idOut,
  staff_no: z.string(),
  name: z.string(),
  gross: signedMoney,
  /** Negative when refunds of earlier deductions exceed the deductions. */
  deductions: signedMoney,
  net: signedMoney,
  employer: money,
  /** Net less that of the previous run; null when the employee had no payslip. */
  difference: signedMoney.nullable(),
  reasons: z.array(z.enum(VARIANCE_REASONS)),
  warnings: z.array(z.enum(PAYSLIP_WARNINGS)),
  blocked: z.boolean(),
  excluded: z.boolean(),
  /** The status of the payment; null before it is sent. */
  payment: z.enum([...transactionStatuses, "PAID_OUTSIDE"]).nullable(),
  /** Why the last transfer failed or was returned; empty when none did. */
  payment_problem: z.string(),
});

/** The status of a payslip in one word. */
export const payslipStates = {
  READY: "",
  WARNED: "Warned",
  BLOCKED: "Blocked",
  LEFT_OUT: "Excluded",
  PENDING: "On Its Way",
  PROCESSING: "On Its Way",
  COMPLETED: "Paid",
  FAILED: "Failed",
  REVERSED: "Came Back",
  PAID_OUTSIDE: "Paid Outside",
} as const satisfies Record<string, string>;
export type PayslipState = keyof typeof payslipStates;

export const payslipSorts = [
  "name",
  "staff_no",
  "gross",
  "deductions",
  "net",
  "employer",
  "difference",
  "state",
] as const;

export const listPayslips = endpoint({
  method: "GET",
  path: `${runPath}/payslips`,
  summary: "The payslips of a run, ordered by name; search by name and staff number",
  access: "payroll.read",
  params: runParams,
  query: z.strictObject({ ...payslipFilters, sort: sortBy(payslipSorts), ...pageQuery(25) }),
  data: z.array(payslipListItem),
  paged: true,
});

export const getPayslipTotals = endpoint({
  method: "GET",
  path: `${runPath}/payslips/totals`,
  summary: "Totals of the payslips that match the filters, without excluded ones",
  access: "payroll.read",
  params: runParams,
  query: z.strictObject(payslipFilters),
  data: z.strictObject({
    payslips: z.int().min(0),
    gross: signedMoney,
    deductions: signedMoney,
    net: signedMoney,
    employer: money,
  }),
});

export const exportPayslips = endpoint({
  method: "GET",
  path: `${runPath}/payslips/export`,
  summary: "All payslips of a run that match the filters as a file",
  access: "payroll.read",
  params: runParams,
  query: z.strictObject({ ...payslipFilters, sort: sortBy(payslipSorts), format: exportFormat }),
  data: z.unknown(),
  file: exportFiles,
});

/** A payslip in the list of its employee, with its run. */
export const employeePayslipItem = z.strictObject({
  ...payslipListItem.omit({ employee_id: true, staff_no: true, name: true, reasons: true }).shape,
  run: z.strictObject({
    id: idOut,
    number: z.string(),
    status: z.enum(runStatuses),
  }),
  /** The month that is paid, `YYYY-MM`. */
  period: z.string(),
  cycle: z.enum(runCycles),
  /** The name of an off-cycle run; empty for the regular run of a month. */
  title: z.string(),
  payday: date,
  /**
   * When the money arrived; noon of the day for pay by other means. Null before, and when there was
   * nothing to send.
   */
  paid_at: moment.nullable(),
});

export const listEmployeePayslips = endpoint({
  method: "GET",
  path: "/organizations/{tenant_id}/{company_id}/employees/{id}/payslips",
  summary: "One employee’s payslips in all runs, including draft and reversed runs, newest first",
  access: "payroll.read",
  params: organizationParams.extend({ id }),
  query: z.strictObject(pageQuery(12)),
  data: z.array(employeePayslipItem),
  paged: true,
});

/** One line with its explanation: the rule and its legal source, the inputs, the arithmetic. */
export const payslipLine = z.strictObject({
  code: z.string(),
  kind: z.enum([
    "earning",
    "reduction",
    "benefit",
    "benefit_correction",
    "deduction",
    "refund",
    "employer",
  ]),
  label: z.string(),
  amount: money,
  rule: z.strictObject({
    name: z.string(),
    section: z.string().nullable(),
    source: z.string().nullable(),
    pack: z.string().nullable(),
  }),
  inputs: z.array(z.strictObject({ name: z.string(), value: z.string() })),
  arithmetic: z.string(),
  /**
   * For a line that recovers a salary advance: the advance, the split, and what is owed afterwards.
   */
  recovery: z
    .strictObject({ advance_id: idOut, principal: money, interest: money, left: money })
    .optional(),
});

export const payslipDetail = z.strictObject({
  ...payslipListItem.shape,
  period: z.string(),
  lines: z.array(payslipLine),
  /** Why it differs from the previous payslip; the parts add up to the difference. */
  variance: z.array(
    z.strictObject({
      reason: z.enum(VARIANCE_REASONS),
      gross: signedMoney,
      net: signedMoney,
      cost: signedMoney,
      lines: z.array(
        z.strictObject({
          code: z.string(),
          label: z.string(),
          before: signedMoney,
          after: signedMoney,
        }),
      ),
    }),
  ),
  warning_details: z.array(
    z.strictObject({
      code: z.enum(PAYSLIP_WARNINGS),
      blocks: z.boolean(),
      line: z.string().nullable(),
      amount: signedMoney.nullable(),
      /** The month that the warning is about, `YYYY-MM`; null for the period being paid. */
      month: z.string().nullable(),
    }),
  ),
  year_to_date: z.strictObject({
    gross: money,
    taxable: money,
    /** The benefits in kind in the taxable pay. */
    benefits: money,
    pension: money,
    nhf: money,
    paye: money,
    net: money,
  }),
  /** Masked except for the last four digits. */
  bank_account: z.string().nullable(),
  excluded_reason: z.string(),
  /** Who excluded the employee and when; null if nobody did, or it was not recorded. */
  exclusion: z
    .strictObject({
      by: z.string(),
      at: moment,
      /** The reversed run from which this run took it over, or null. */
      kept_from: z.strictObject({ id: idOut, number: z.string() }).nullable(),
    })
    .nullable(),
  /** The latest first. */
  transfers: z.array(transferAttempt),
  /** Payments by other means, in force or reversed, the latest first. */
  outside_payments: z.array(postedPayment.extend({ note: z.string() })),
});

/** The path parameters of one payslip of a run. */
export const payslipParams = runParams.extend({ payslip_id: id });
const payslipPath = `${runPath}/payslips/{payslip_id}` as const;

export const getPayslip = endpoint({
  method: "GET",
  path: payslipPath,
  summary: "One payslip, each line with its rule, inputs and calculation",
  access: "payroll.read",
  params: payslipParams,
  data: payslipDetail,
});

export const getPayslipPdf = endpoint({
  method: "GET",
  path: `${payslipPath}/pdf`,
  summary: "One payslip as the employee receives it",
  access: "payroll.read",
  params: payslipParams,
  data: z.unknown(),
  file: ["application/pdf"],
});

export const excludePayslip = endpoint({
  method: "PUT",
  path: `${payslipPath}/exclusion`,
  summary: "Exclude an employee from a draft run, or include them again",
  access: "payroll.prepare",
  params: payslipParams,
  body: z
    .strictObject({
      excluded: z.boolean({ error: "Say true or false." }),
      reason: optionalLine(200),
    })
    .refine(({ excluded, reason }) => !excluded || Boolean(reason), {
      path: ["reason"],
      error: "Enter why the employee is excluded.",
    }),
  data: payslipDetail,
});

export const excludePayslips = endpoint({
  method: "POST",
  path: `${runPath}/exclusions`,
  summary: "Exclude several employees from a draft run for the same reason: all of them or none",
  access: "payroll.prepare",
  params: runParams,
  body: z.strictObject({
    /** The version of the run whose payslips were chosen. */
    version,
    payslip_ids: z
      .array(id)
      .min(1, "Choose the payslips.")
      .max(maxPerPage, `Choose at most ${maxPerPage} payslips.`),
    reason: line("why the employees are excluded", 200),
  }),
  data: payrollRun,
  idempotent: true,
});

/** The ledgers from which a payslip may be paid by other means. */
export const listPaymentLedgers = endpoint({
  method: "GET",
  path: `${runPath}/payment-ledgers`,
  summary: "The cash and bank ledgers from which pay can be paid, Bank clearing first",
  access: "payroll.disburse",
  params: runParams,
  data: z.array(z.strictObject({ id: idOut, code: z.string(), name: z.string() })),
});

/** How an employee was paid by other means. */
export const outsidePaymentFields = {
  /** When the money was handed over: from the month being paid up to today. */
  date,
  /** The cash or bank ledger that it left; defaults to Bank clearing. */
  ledger_id: id.optional(),
  note: line("how it was paid", 200),
};

export const markPayslipPaid = endpoint({
  method: "PUT",
  path: `${payslipPath}/payment`,
  summary: "Record that an employee was paid by other means, such as cash or another bank",
  access: "payroll.disburse",
  params: payslipParams,
  body: z.strictObject(outsidePaymentFields),
  data: payslipDetail,
  idempotent: true,
});

export const reverseOutsidePayment = endpoint({
  method: "POST",
  path: `${payslipPath}/payment/reversal`,
  summary: "Reverse a payment by other means with a linked entry, so that it is unpaid again",
  access: "payroll.disburse",
  params: payslipParams,
  body: z.strictObject({ reason: line("the reason", 300) }),
  data: payslipDetail,
  status: 201,
  idempotent: true,
});
