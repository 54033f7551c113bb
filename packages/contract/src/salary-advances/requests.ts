import { INELIGIBILITIES } from "@kontor/payroll/advances/eligibility";
import { MAX_INSTALMENTS } from "@kontor/payroll/advances/plan";
import { z } from "zod";

import { endpoint } from "../endpoint.ts";
import { date } from "../wire/dates.ts";
import { id, organizationParams } from "../wire/ids.ts";
import { amount, money } from "../wire/money.ts";
import { optionalLine } from "../wire/text.ts";
import { salaryAdvanceItem } from "./advances.ts";

/** Number of monthly instalments of the repayment. */
export const instalments = z
  .int({ error: `Choose 1 to ${MAX_INSTALMENTS} instalments.` })
  .min(1, `Choose 1 to ${MAX_INSTALMENTS} instalments.`)
  .max(MAX_INSTALMENTS, `Choose 1 to ${MAX_INSTALMENTS} instalments.`);

/** How staff may record that an employee accepted the terms. */
export const recordedAcceptances = ["SIGNED_PAPER", "EMAIL"] as const;

/** The path of an employee's requests. */
const advancesPath = "/organizations/{tenant_id}/{company_id}/employees/{id}/salary-advances";

/** What an employee may request. Both sides compute the plan from it with the same pure rules. */
export const advanceOffer = z.strictObject({
  /** A percentage of the gross monthly salary, and a yearly percentage. */
  max_percentage: z.int(),
  interest_rate: z.number(),
  /** The sum of all monthly pay components; null without a pay rate. */
  gross_monthly: money.nullable(),
  limit: money,
  others: money,
  available: money,
  /** The day of the request, and the twelve possible paydays of its instalments. */
  requested_on: date,
  paydays: z.array(date).length(MAX_INSTALMENTS),
  /** The last day of work; a plan may not go beyond it. */
  exit_date: date.nullable(),
  terms: z.strictObject({ version: z.string(), html: z.string() }),
  /** Why nothing can be requested now, whatever the amount. */
  ineligible: z.array(z.enum(INELIGIBILITIES)),
  /**
   * Whether the Labour Act counts the employee as a worker, whether its limits are binding, and
   * whether another approved or paid advance is still owed.
   */
  labour_act: z.strictObject({
    worker: z.boolean(),
    binding: z.boolean(),
    another_owed: z.boolean(),
  }),
});

export const getAdvanceOffer = endpoint({
  method: "GET",
  path: `${advancesPath}/offer`,
  summary: "The advance that an employee can ask for today, with the calculation",
  access: "salary-advances.request",
  params: organizationParams.extend({ id }),
  data: advanceOffer,
});

export const advanceRequestFields = {
  amount,
  instalments,
  /**
   * The version of the terms shown. If the terms have changed since, the request is refused so that
   * they are read again.
   */
  terms_version: z.string({ error: "Accept the terms first." }).min(1, "Accept the terms first."),
  /** The payback that was shown; if it has changed since, the request is refused. */
  payback_amount: amount.optional(),
};

export const requestAdvanceBody = z.strictObject({
  ...advanceRequestFields,
  accepted_how: z.enum(recordedAcceptances, {
    error: "Choose how the employee accepted the terms: SIGNED_PAPER or EMAIL.",
  }),
  note: optionalLine(300),
});

export const requestAdvance = endpoint({
  method: "POST",
  path: advancesPath,
  summary: "Record an employee’s request for a salary advance",
  access: "salary-advances.request",
  params: organizationParams.extend({ id }),
  body: requestAdvanceBody,
  data: salaryAdvanceItem,
  status: 201,
  idempotent: true,
});
