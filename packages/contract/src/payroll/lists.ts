import { printMoney, type Kobo } from "@kontor/books/money";
import { monthName } from "@kontor/payroll/month";
import type { z } from "zod";

import { describeList } from "../list.ts";
import type { payslipListItem } from "./payslips.ts";
import { runStatusTitles, type runListItem, type signedMoney } from "./runs.ts";

type Signed = z.output<typeof signedMoney>;

/** An amount with its sign in front, for a column that may go either way. */
function withSign(value: Signed | null): string | null {
  if (value === null) return null;
  return `${value.negative ? "-" : ""}${printMoney(value.amount)}`;
}

/** An amount that is below zero only where something blocks it. */
function notNegative({ amount, negative }: Signed): Kobo | null {
  return negative ? null : amount;
}

/** Payroll runs by period. */
export const runsList = describeList<z.output<typeof runListItem>>()({
  label: "Payroll Runs",
  columns: {
    number: { header: "Number", kind: "text", width: 12, value: (row) => row.number },
    period: {
      header: "Period",
      kind: "text",
      width: 16,
      value: (row) => monthName(row.period),
      phone: "what",
    },
    organization: {
      header: "Organization",
      kind: "text",
      value: (row) => row.company_name,
      organization: true,
    },
    cycle: {
      header: "Cycle",
      kind: "text",
      width: 12,
      value: (row) => (row.cycle === "REGULAR" ? "Regular" : "Off Cycle"),
    },
    status: {
      header: "Status",
      kind: "status",
      width: 20,
      value: (row) => runStatusTitles[row.status],
    },
    payday: { header: "Payday", kind: "date", value: (row) => row.payday },
    people: { header: "People", kind: "count", value: (row) => row.people },
    gross: { header: "Gross", kind: "money", value: (row) => row.gross },
    net: { header: "Net", kind: "money", value: (row) => row.net, phone: "amount" },
    cost: { header: "Cost", kind: "money", value: (row) => row.cost },
    difference: {
      header: "Difference",
      kind: "text",
      width: 18,
      value: (row) => withSign(row.difference),
    },
  },
  main: "number",
  sorts: ["period", "net", "status"],
  landscape: true,
});

/** The payslips of a run by name. */
export const payslipsList = describeList<z.output<typeof payslipListItem>>()({
  label: "Payslips",
  columns: {
    staff_no: { header: "Staff No.", kind: "text", width: 14, value: (row) => row.staff_no },
    name: { header: "Name", kind: "text", wrap: true, value: (row) => row.name, phone: "what" },
    gross: { header: "Gross", kind: "money", value: (row) => notNegative(row.gross) },
    deductions: { header: "Deductions", kind: "money", value: (row) => row.deductions },
    net: {
      header: "Net",
      kind: "money",
      value: (row) => notNegative(row.net),
      phone: "amount",
    },
    employer: { header: "Employer's Part", kind: "money", value: (row) => row.employer },
    difference: {
      header: "Difference",
      kind: "text",
      width: 18,
      value: (row) => withSign(row.difference),
    },
    excluded: {
      header: "Paid",
      kind: "text",
      width: 10,
      value: (row) => (row.excluded ? "Left out" : "Yes"),
    },
  },
  main: "name",
  sorts: ["staff_no", "name", "gross", "net"],
  landscape: true,
});

/** Whom a bank is to pay outside of the product; numbers are texts, so that no zero is lost. */
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
