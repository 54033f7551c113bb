import type { Kobo } from "@kontor/books/money";
import { z } from "zod";

import { endpoint } from "../endpoint.ts";
import { formatMoney } from "../format.ts";
import { payslipDetail, payslipLine } from "../payroll/payslips.ts";
import { runCycles, signedMoney } from "../payroll/runs.ts";
import { date } from "../wire/dates.ts";
import { id, idOut } from "../wire/ids.ts";
import { pageQuery } from "../wire/lists.ts";
import { moment } from "../wire/moment.ts";
import { money } from "../wire/money.ts";

/** A payslip in the list of the employee who was paid. */
export const portalPayslipItem = z.strictObject({
  id: idOut,
  /** The month that is paid, `YYYY-MM`. */
  period: z.string(),
  cycle: z.enum(runCycles),
  /** The name of an off-cycle run; empty for the regular run of a month. */
  title: z.string(),
  payday: date,
  gross: money,
  deductions: signedMoney,
  net: money,
  /** RETURNED: the bank returned the money, and it will be paid again. */
  payment: z.enum(["PAID", "RETURNED"]),
  /** When it was paid; null when the money was returned or there was nothing to send. */
  paid_at: moment.nullable(),
});

export const portalPayslip = z.strictObject({
  ...portalPayslipItem.shape,
  /** Number of the payroll run. */
  run: z.string(),
  name: z.string(),
  staff_no: z.string(),
  /** In the order in which they are printed. */
  lines: z.array(payslipLine),
  /** The employer's contributions in addition to gross. */
  employer: money,
  year: z.int(),
  /** The tax year including this payslip. */
  year_to_date: payslipDetail.shape.year_to_date,
  /** The PAYE deducted this year beyond the tax that the year is expected to have. */
  tax_overpaid: money,
  /** The bank and the last four digits; null when there was nothing to send. */
  bank_account: z.string().nullable(),
});

/** What becomes of overpaid tax, as a sentence on a payslip. @param amount in kobo, above zero */
export function overpaidTaxSentence(amount: Kobo): string {
  return `${formatMoney(amount)} more PAYE was deducted this year than its tax is expected to be. What later pay of the year does not use, the tax authority refunds.`;
}

export const listPortalPayslips = endpoint({
  method: "GET",
  path: "/portal/payslips",
  summary: "The signed-in employee’s paid payslips, newest first",
  access: "portal",
  query: z.strictObject(pageQuery(12)),
  data: z.array(portalPayslipItem),
  paged: true,
});

const portalPayslipParams = z.strictObject({ id });

export const getPortalPayslip = endpoint({
  method: "GET",
  path: "/portal/payslips/{id}",
  summary: "One payslip of the signed-in employee, with the calculation of each line",
  access: "portal",
  params: portalPayslipParams,
  data: portalPayslip,
});

export const getPortalPayslipPdf = endpoint({
  method: "GET",
  path: "/portal/payslips/{id}/pdf",
  summary: "One payslip of the signed-in employee on the organization’s letterhead",
  access: "portal",
  params: portalPayslipParams,
  data: z.unknown(),
  file: ["application/pdf"],
});
