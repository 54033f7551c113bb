import type { VarianceReason } from "@kontor/payroll/payslip/variance";
import type { PayslipWarningCode } from "@kontor/payroll/payslip/warning";

import type { PayrollRun } from "./data.ts";

/** The reasons why pay differs from the previous run: a title, and an explanation. */
export const reasonTexts: Readonly<Record<VarianceReason, { title: string; about: string }>> = {
  joiner: { title: "Joiners", about: "Not employed in the run before" },
  leaver: { title: "Leavers", about: "No longer employed" },
  left_out: {
    title: "In one run only",
    about: "Employed all along, but excluded from one of the runs or recorded after it",
  },
  rate: { title: "Pay rates", about: "Change in monthly pay" },
  proration: { title: "Part of a month", about: "More or fewer days paid in the month" },
  item: { title: "Recurring items", about: "Regular additions and deductions" },
  one_off: { title: "One-off items", about: "One-off additions and deductions" },
  arrears: { title: "Arrears", about: "Pay for earlier months" },
  advance: { title: "Salary advances", about: "Salary advance recoveries" },
  statutory: {
    title: "Tax and contributions",
    about: "PAYE with benefits in kind, pension, NHF, NSITF and ITF",
  },
  bank_account: { title: "Bank accounts", about: "Bank account changed, pay unchanged" },
};

/** The warning of a payslip, in two or three words. */
export const warningTitles: Readonly<Record<PayslipWarningCode, string>> = {
  no_pay_rate: "No pay rate",
  net_below_zero: "Net pay below zero",
  no_bank_account: "No bank account",
  month_in_opening_figures: "Month in the opening figures",
  net_below_floor: "Net pay below the minimum",
  item_reduced: "Deduction limited by minimum net pay",
  advance_reduced: "Recovery limited by minimum net pay",
  below_minimum_wage: "Below the minimum wage",
  tax_overpaid: "Tax overpaid",
  tax_beyond_pay: "Tax beyond the pay",
  month_not_paid: "Earlier months unpaid",
  later_year_overpaid: "Overpaid in a later tax year",
  month_counted_twice: "Month counted twice",
  contribution_overpaid: "Contributions overpaid",
  item_corrected: "Earlier one-off item corrected",
  nothing_to_pay: "Nothing to pay",
};

/** The warning with its consequence. */
export const warningSentences: Readonly<Record<PayslipWarningCode, string>> = {
  no_pay_rate: "Some days worked have no pay rate. Add one.",
  net_below_zero: "Tax, contributions and deductions exceed the pay. Reduce the deductions.",
  no_bank_account: "There is no bank account to send the pay to. Add one.",
  month_in_opening_figures:
    "The employee’s opening figures include this month, so it would count twice for the tax of the year. End them before this month, or exclude the employee.",
  net_below_floor: "Tax and contributions alone reduce net pay below the minimum.",
  item_reduced: "To keep the minimum net pay, not everything was deducted.",
  advance_reduced: "To keep the minimum net pay, not all of the salary advance due was recovered.",
  below_minimum_wage: "Pay for a full month at this rate is below the national minimum wage.",
  tax_overpaid: "More tax was deducted this year than is due. The tax authority refunds it.",
  tax_beyond_pay:
    "Benefits in kind make the tax larger than the pay of the year can bear. The rest is not deducted: collect it from the employee, or remit it yourself.",
  month_not_paid:
    "Others were paid, and the employment was recorded later. Pay each month in an off-cycle run for that month that includes the employee.",
  later_year_overpaid:
    "The overpayment counts in the tax of its own year. An off-cycle run of that year that includes the employee recovers it from what is still owed.",
  month_counted_twice:
    "The employee’s opening figures include a month that payroll has paid, so it counts twice for the tax of the year. End them before that month.",
  contribution_overpaid:
    "Contributions were made on pay that was taken back since, and a leaver has no later pay to set it against. Request the refund from the fund, or settle it with the employee.",
  item_corrected:
    "The item was changed after it was paid. This payslip settles the difference, and its line shows what was paid before.",
  nothing_to_pay: "There is nothing to pay on this payslip.",
};

/** The warnings whose amount differs by person. */
export const warningsWithAmount: ReadonlySet<PayslipWarningCode> = new Set([
  "net_below_zero",
  "item_reduced",
  "advance_reduced",
  "tax_overpaid",
  "tax_beyond_pay",
  "contribution_overpaid",
]);

type RunEvent = PayrollRun["events"][number]["event"];

/** What was done to a run. */
export const eventTitles: Readonly<Record<RunEvent, string>> = {
  STARTED: "Started",
  CALCULATED: "Calculated",
  SUBMITTED: "Submitted for approval",
  APPROVED: "Approved",
  REJECTED: "Rejected",
  VOIDED: "Submission withdrawn",
  PAYMENT_FILE: "Bank payment file downloaded",
  DISBURSED: "Disbursed",
  PAID: "Everybody paid",
  PAYMENT_REVERSED: "Payment reversed",
  REVERSED: "Reversed",
};

/** The events that move a run to its next step, and those that return it to an earlier one. */
export const eventTones: Readonly<Partial<Record<RunEvent, "good" | "bad">>> = {
  APPROVED: "good",
  PAID: "good",
  REJECTED: "bad",
  VOIDED: "bad",
  PAYMENT_REVERSED: "bad",
  REVERSED: "bad",
};
