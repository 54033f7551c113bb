import { z } from "zod";

import { endpoint } from "../endpoint.ts";
import { done } from "../wire/calls.ts";
import { optionalLine, line } from "../wire/text.ts";
import { version } from "../wire/version.ts";
import { outsidePaymentFields } from "./payslips.ts";
import { payrollRun, runPath, runParams } from "./runs.ts";

const versioned = z.strictObject({ version });
const withReason = z.strictObject({ version, reason: line("the reason", 300) });

export const calculateRun = endpoint({
  method: "POST",
  path: `${runPath}/calculation`,
  summary: "Calculate a draft run again",
  access: "payroll.prepare",
  params: runParams,
  body: versioned,
  data: payrollRun,
});

export const discardRun = endpoint({
  method: "DELETE",
  path: runPath,
  summary: "Discard a draft run",
  access: "payroll.prepare",
  params: runParams,
  query: versioned,
  data: done,
});

export const submitRun = endpoint({
  method: "POST",
  path: `${runPath}/submission`,
  summary: "Submit a draft run for approval and freeze its inputs",
  access: "payroll.prepare",
  params: runParams,
  body: versioned,
  data: payrollRun,
});

export const decideRun = endpoint({
  method: "PUT",
  path: `${runPath}/approval`,
  summary: "Approve a submitted run and post it to the books, or reject it with a reason",
  access: "payroll.approve",
  params: runParams,
  body: z
    .strictObject({
      version,
      status: z.enum(["APPROVED", "REJECTED"], { error: "Choose APPROVED or REJECTED." }),
      reason: optionalLine(300),
    })
    .refine(({ status, reason }) => status === "APPROVED" || Boolean(reason), {
      path: ["reason"],
      error: "Enter why it is rejected.",
    }),
  data: payrollRun,
});

export const disburseRun = endpoint({
  method: "POST",
  path: `${runPath}/disbursement`,
  summary: "Send the net pay of an approved run, or resend failed payments",
  access: "payroll.disburse",
  params: runParams,
  body: versioned,
  data: payrollRun,
  idempotent: true,
});

export const markRunPaid = endpoint({
  method: "POST",
  path: `${runPath}/outside-payments`,
  summary:
    "Record that all remaining employees were paid by other means, for example with a bank payment file",
  access: "payroll.disburse",
  params: runParams,
  body: z.strictObject({
    version,
    ...outsidePaymentFields,
    /**
     * Mails the payslips to all employees, as a transfer would: for pay sent to the accounts on the
     * payslips.
     */
    mail_payslips: z.boolean({ error: "Say true or false." }).default(false),
  }),
  data: payrollRun,
  idempotent: true,
});

export const reverseRun = endpoint({
  method: "POST",
  path: `${runPath}/reversal`,
  summary: "Reverse an approved run without any payments, in the books and in salary advances",
  access: "payroll.approve",
  params: runParams,
  body: withReason,
  data: payrollRun,
  idempotent: true,
});

/** Layouts of the file for a bank that pays outside the product. */
const paymentLayouts = ["csv", "xlsx"] as const;

export const getPaymentFile = endpoint({
  method: "GET",
  path: `${runPath}/payment-file`,
  summary: "The remaining payments as a file for a bank, with account numbers as text",
  access: "payroll.disburse",
  params: runParams,
  query: z.strictObject({
    layout: z.enum(paymentLayouts, { error: "Choose csv or xlsx." }).default("csv"),
  }),
  data: z.unknown(),
  file: ["text/csv", "application/vnd.openxmlformats-officedocument.spreadsheetml.sheet"],
});
