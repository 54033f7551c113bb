import type { Kobo } from "@kontor/books/money";
import { monthName } from "@kontor/payroll/month";
import type { z } from "zod";

import { describeList } from "../list.ts";
import {
  payslipSorts,
  payslipStates,
  type PayslipState,
  type payslipListItem,
} from "./payslips.ts";
import {
  signedKobo,
  runColumns,
  runCycleTitles,
  runStatusTitles,
  type runListItem,
  type signedMoney,
} from "./runs.ts";

type Signed = z.output<typeof signedMoney>;

/** An amount and its separate sign as one number; null leaves the cell empty. */
function signedKoboOrNull(value: Signed | null): Kobo | null {
  return value === null ? null : signedKobo(value);
}

/** Payroll runs by period. */
export const runsList = describeList<z.output<typeof runListItem>>()({
  label: "Payroll Runs",
  columns: {
    number: {
      header: "Number",
      kind: "text",
      sortedAs: "count",
      width: 12,
      value: (row) => row.number,
    },
    period: {
      header: "Period",
      kind: "text",
      sortedAs: "day",
      width: 16,
      value: (row) => monthName(row.period),
      phone: "what",
    },
    organization: {
      header: "Organization",
      kind: "text",
      wrap: true,
      value: (row) => row.company_name,
      organization: true,
      phone: "detail",
    },
    cycle: {
      header: "Cycle",
      kind: "text",
      width: 12,
      value: (row) => runCycleTitles[row.cycle],
    },
    status: {
      header: "Status",
      kind: "status",
      width: 20,
      value: (row) => runStatusTitles[row.status],
    },
    payday: { header: "Payday", kind: "date", value: (row) => row.payday, phone: "none" },
    people: { header: "People", kind: "count", value: (row) => row.people, phone: "none" },
    gross: { header: "Gross", kind: "money", value: (row) => row.gross, phone: "none" },
    net: { header: "Net", kind: "money", value: (row) => row.net, phone: "amount" },
    cost: { header: "Cost", kind: "money", value: (row) => row.cost, phone: "none" },
    difference: {
      header: "Difference",
      kind: "net",
      phone: "none",
      value: (row) => signedKoboOrNull(row.difference),
    },
  },
  // The screen shows the cycle with the period, and the payday on the run's page.
  screen: runColumns,
  organizationUnder: "number",
  main: "number",
  labelIn: "period",
  sorts: runColumns,
  landscape: true,
});

/** The most urgent fact about a payslip: exclusion, payment status, or obstacles. */
export function payslipState({
  excluded,
  payment,
  blocked,
  warnings,
}: Pick<
  z.output<typeof payslipListItem>,
  "excluded" | "payment" | "blocked" | "warnings"
>): PayslipState {
  if (excluded) return "LEFT_OUT";
  if (payment !== null) return payment;
  if (blocked) return "BLOCKED";
  return warnings.length > 0 ? "WARNED" : "READY";
}

/** The payslips of a run by employee name. */
export const payslipsList = describeList<z.output<typeof payslipListItem>>()({
  label: "Payslips",
  columns: {
    staff_no: { header: "Staff No.", kind: "text", width: 14, value: (row) => row.staff_no },
    name: { header: "Name", kind: "text", wrap: true, value: (row) => row.name, phone: "what" },
    gross: {
      header: "Gross",
      kind: "net",
      value: (row) => signedKoboOrNull(row.gross),
      phone: "none",
    },
    deductions: {
      header: "Deductions",
      kind: "net",
      value: (row) => signedKoboOrNull(row.deductions),
      phone: "none",
    },
    net: {
      header: "Net",
      kind: "net",
      value: (row) => signedKoboOrNull(row.net),
      phone: "amount",
    },
    employer: {
      header: "Employer’s Part",
      kind: "money",
      value: (row) => row.employer,
      phone: "none",
    },
    difference: {
      header: "Difference",
      kind: "net",
      phone: "none",
      value: (row) => signedKoboOrNull(row.difference),
    },
    state: {
      header: "State",
      kind: "text",
      width: 14,
      phone: "end",
      value: (row) => payslipStates[payslipState(row)],
    },
  },
  underIfLong: { name: "staff_no", net: "difference" },
  main: "name",
  sorts: payslipSorts,
  labelIn: "name",
  landscape: true,
});

/**
 * The employees whom a bank pays from a payment file; numbers are texts, so that leading zeros are
 * preserved.
 */
export const paymentList = describeList<{
  staff_no: string;
  bank_code: string;
  bank: string;
  account_number: string;
  account_name: string;
  amount: Kobo;
  narration: string;
}>()({
  label: "Payments",
  columns: {
    account_name: { header: "Account Name", kind: "text", value: (row) => row.account_name },
    account_number: { header: "Account Number", kind: "text", value: (row) => row.account_number },
    bank_code: { header: "Bank Code", kind: "text", value: (row) => row.bank_code },
    bank: { header: "Bank", kind: "text", value: (row) => row.bank },
    amount: { header: "Amount", kind: "money", value: (row) => row.amount },
    narration: { header: "Narration", kind: "text", value: (row) => row.narration },
    staff_no: { header: "Staff No.", kind: "text", value: (row) => row.staff_no },
  },
});
