import { isMonth } from "@kontor/payroll/month";
import { z } from "zod";

import { endpoint } from "../endpoint.ts";
import { done } from "../wire/calls.ts";
import { date } from "../wire/dates.ts";
import { id, idOut } from "../wire/ids.ts";
import { moment } from "../wire/moment.ts";
import { amount, amountFromZero, money } from "../wire/money.ts";
import { optionalLine, line } from "../wire/text.ts";
import { version } from "../wire/version.ts";
import { employeePath, employeeParams, payRate } from "./employees.ts";

/** A calendar month, `YYYY-MM`. */
const month = z
  .string({ error: "Give a month as YYYY-MM." })
  .refine(isMonth, { error: "Give a month as YYYY-MM." })
  .meta({ description: 'A month, for example "2026-03"' });

/** A tax year, which is the calendar year. */
const year = z
  .union(
    [
      z.int(),
      z
        .string()
        .regex(/^\d{4}$/)
        .transform(Number),
    ],
    { error: "Give a year, such as 2026." },
  )
  .refine((value) => value >= 2000 && value <= 2999, { error: "Give a year, such as 2026." });

/** A rate in the history of pay. */
export const storedPayRate = z.strictObject({
  ...payRate.shape,
  reason: z.string(),
  recorded_at: moment,
  recorded_by: z.string().nullable(),
  /** When it was replaced by another rate for the same day, or withdrawn. */
  superseded_at: moment.nullable(),
});

export const listPayRates = endpoint({
  method: "GET",
  path: `${employeePath}/pay-rates`,
  summary: "The monthly pay rates of an employee by effective date, newest first",
  access: "employees.pay.read",
  params: employeeParams,
  data: z.array(storedPayRate),
});

/** The four parts of pay; each may be zero, but not all. */
const payPartFields = {
  basic: amountFromZero,
  housing: amountFromZero,
  transport: amountFromZero,
  other: amountFromZero,
};

export const payRateBody = z
  .strictObject({
    from_date: date,
    ...payPartFields,
    reason: optionalLine(200),
    /**
     * The rate that the sender saw for the same day, which this one replaces; null for none. A day
     * that has another rate in force is refused. If absent, any rate for the day is replaced.
     */
    replaces: id.nullable().optional(),
  })
  .refine((body) => body.basic + body.housing + body.transport + body.other > 0n, {
    path: ["basic"],
    error: "Enter an amount above 0.00 for at least one part of the pay.",
  });

/** A rate for a day that already has one replaces it; the history keeps both. */
export const addPayRate = endpoint({
  method: "POST",
  path: `${employeePath}/pay-rates`,
  summary: "Set the monthly pay of an employee from a given day",
  access: "employees.pay.write",
  params: employeeParams,
  body: payRateBody,
  data: storedPayRate,
  status: 201,
  idempotent: true,
});

export const withdrawPayRate = endpoint({
  method: "DELETE",
  path: `${employeePath}/pay-rates/{rate_id}`,
  summary: "Withdraw a pay rate that has not started yet",
  access: "employees.pay.write",
  params: employeeParams.extend({ rate_id: id }),
  data: done,
});

/** A run corrects the pay of the twelve months before its own. */
export const getArrearsWindow = endpoint({
  method: "GET",
  path: `${employeePath}/arrears-window`,
  summary:
    "The month of the next regular payroll, and the months whose pay it still corrects after a change of the pay rates",
  access: "employees.pay.read",
  params: employeeParams,
  data: z.strictObject({
    /** The first of these months; null while payroll has paid the employee for no earlier month. */
    from: z.string().nullable(),
    /** The month after the last approved one; null before the first. */
    next: z.string().nullable(),
  }),
});

export const payItemKinds = ["EARNING", "DEDUCTION"] as const;

const payItemFields = {
  name: line("what it is", 80),
  kind: z.enum(payItemKinds, { error: "Choose EARNING or DEDUCTION." }),
  amount,
  /** For an earning, whether it is taxed; for a deduction, whether it reduces taxable pay. */
  taxable: z.boolean({ error: "Say true or false." }),
  /** For an earning, whether it is pensionable; for a deduction, whether it reduces pensionable pay. */
  pensionable: z.boolean({ error: "Say true or false." }),
};

/** An addition to, or deduction from, the pay of one or more months. */
export const payItem = z.strictObject({
  id: idOut,
  ...payItemFields,
  amount: money,
  name: z.string(),
  from_month: z.string(),
  /** The last month; null for open-ended, equal to the first for a one-time item. */
  to_month: z.string().nullable(),
  /**
   * Whether it was created when the employee left, for an amount owed either way. If the employee
   * is rehired, it becomes an ordinary item.
   */
  settlement: z.boolean(),
  version: z.int(),
});

export const listPayItems = endpoint({
  method: "GET",
  path: `${employeePath}/pay-items`,
  summary: "The pay items of an employee (earnings and deductions), newest first",
  access: "employees.pay.read",
  params: employeeParams,
  data: z.array(payItem),
});

export const payItemBody = z
  .strictObject({ ...payItemFields, from_month: month, to_month: month.nullable() })
  .refine(({ from_month, to_month }) => to_month === null || from_month <= to_month, {
    path: ["to_month"],
    error: "The last month is before the first month.",
  })
  .refine(({ kind, taxable, pensionable }) => kind === "EARNING" || taxable || !pensionable, {
    path: ["pensionable"],
    error: "Only a deduction that reduces taxable pay can reduce pensionable pay.",
  });

export const addPayItem = endpoint({
  method: "POST",
  path: `${employeePath}/pay-items`,
  summary: "Add a pay item, once or each month",
  access: "employees.pay.write",
  params: employeeParams,
  body: payItemBody,
  data: payItem,
  status: 201,
  idempotent: true,
});

const payItemParams = employeeParams.extend({ item_id: id });

export const savePayItem = endpoint({
  method: "PUT",
  path: `${employeePath}/pay-items/{item_id}`,
  summary: "Change a pay item",
  access: "employees.pay.write",
  params: payItemParams,
  body: payItemBody.safeExtend({ version }),
  data: payItem,
});

export const removePayItem = endpoint({
  method: "DELETE",
  path: `${employeePath}/pay-items/{item_id}`,
  summary: "Remove a pay item; existing payslips keep it",
  access: "employees.pay.write",
  params: payItemParams,
  data: done,
});

export const reliefStatuses = ["WAITING", "APPROVED", "REJECTED", "SUPERSEDED"] as const;

const reliefAmounts = {
  /** Rent paid in the year: rent relief is a fifth of it, up to the legal cap. */
  rent: amountFromZero,
  /** Premium of life insurance paid in the previous year. */
  life_premium: amountFromZero,
  /** Interest on a loan for an owner-occupied home. */
  owner_occupier_interest: amountFromZero,
  nhis: amountFromZero,
};

export const relief = z.strictObject({
  id: idOut,
  year: z.int(),
  rent: money,
  life_premium: money,
  owner_occupier_interest: money,
  nhis: money,
  status: z.enum(reliefStatuses),
  /** The evidence, for {@link getEmployeeDocument}. */
  document_id: idOut.nullable(),
  document_name: z.string().nullable(),
  claimed_at: moment,
  claimed_by: z.string().nullable(),
  /** Whether the caller entered the claim, and so cannot approve it. */
  own_claim: z.boolean(),
  decided_at: moment.nullable(),
  decided_by: z.string().nullable(),
  /** The reason for the rejection. */
  reason: z.string(),
});

export const listReliefs = endpoint({
  method: "GET",
  path: `${employeePath}/reliefs`,
  summary: "The tax relief claims of an employee by year, newest first",
  access: "employees.pay.read",
  params: employeeParams,
  data: z.array(relief),
});

/** The maximum size of an evidence file, in bytes: 5 MB. */
export const maxEvidenceBytes = 5 * 1024 * 1024;

/** The kinds of files that may be evidence. */
export const evidenceTypes: readonly string[] = [
  "application/pdf",
  "image/png",
  "image/jpeg",
  "image/webp",
];

/**
 * The claim waits for approval by a second person. It replaces a pending claim for the same year.
 */
export const claimRelief = endpoint({
  method: "POST",
  path: `${employeePath}/reliefs`,
  summary: "Enter a tax relief claim for a year, with evidence (PDF or image)",
  access: "employees.pay.write",
  params: employeeParams,
  body: z.strictObject({ year, ...reliefAmounts }),
  files: ["evidence"],
  data: relief,
  status: 201,
  idempotent: true,
});

export const decideRelief = endpoint({
  method: "POST",
  path: `${employeePath}/reliefs/{relief_id}/decision`,
  summary: "Approve or reject a tax relief claim, as a second person",
  access: "employees.pay.write",
  params: employeeParams.extend({ relief_id: id }),
  body: z
    .strictObject({
      approve: z.boolean({ error: "Say true or false." }),
      reason: optionalLine(300),
    })
    .refine(({ approve, reason }) => approve || Boolean(reason), {
      path: ["reason"],
      error: "Enter why the claim is rejected.",
    }),
  data: relief,
});

export const getEmployeeDocument = endpoint({
  method: "GET",
  path: `${employeePath}/documents/{document_id}`,
  summary: "Uploaded evidence of an employee",
  access: "employees.pay.read",
  params: employeeParams.extend({ document_id: id }),
  data: z.unknown(),
  file: evidenceTypes,
});

const openingAmounts = {
  /** What was earned in money. */
  gross: money,
  /**
   * The taxed value of benefits in kind, which is not in the gross. It settles these months; null leaves
   * them to the records of benefits.
   */
  benefits: money.nullable(),
  pension: money,
  nhf: money,
  tax: money,
};

/** Earnings and deductions of a year before payroll was run in Kontor. */
export const openingFigures = z.strictObject({
  year: z.int(),
  /** The last month included in the figures. */
  through_month: z.string(),
  ...openingAmounts,
  version: z.int(),
});

export const listOpeningFigures = endpoint({
  method: "GET",
  path: `${employeePath}/opening-figures`,
  summary:
    "Opening figures of an employee (pay and deductions before Kontor) by year, newest first",
  access: "employees.pay.read",
  params: employeeParams,
  data: z.array(openingFigures),
});

/** Opening figures as they are entered, by hand or in a file. */
export const openingFiguresBody = z
  .strictObject({
    through_month: month,
    gross: amountFromZero,
    benefits: amountFromZero.nullable(),
    pension: amountFromZero,
    nhf: amountFromZero,
    tax: amountFromZero,
    version: version.optional(),
  })
  .refine(({ gross, pension, nhf, tax }) => pension + nhf + tax <= gross, {
    path: ["gross"],
    error: "More was withheld than earned. Check the amounts.",
  });

export const saveOpeningFigures = endpoint({
  method: "PUT",
  path: `${employeePath}/opening-figures/{year}`,
  summary: "Enter the opening figures of a year; omit the version if there are none yet",
  access: "employees.pay.write",
  params: employeeParams.extend({ year }),
  body: openingFiguresBody,
  data: openingFigures,
});

export const removeOpeningFigures = endpoint({
  method: "DELETE",
  path: `${employeePath}/opening-figures/{year}`,
  summary: "Remove the opening figures of a year",
  access: "employees.pay.write",
  params: employeeParams.extend({ year }),
  data: done,
});
