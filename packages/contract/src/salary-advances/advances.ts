import { INELIGIBILITIES, LABOUR_ACT_LIMITS } from "@kontor/payroll/advances/eligibility";
import { z } from "zod";

import { endpoint } from "../endpoint.ts";
import { exportFiles, exportFormat } from "../exports.ts";
import { transferAttempt } from "../funding/transfers.ts";
import { salaryAdvanceStatuses } from "../reference/statuses.ts";
import { date, dayRange, daysInOrder, daysOutOfOrder } from "../wire/dates.ts";
import { id, idOut, organizationFilter, organizationParams } from "../wire/ids.ts";
import { pageQuery, search, sortBy } from "../wire/lists.ts";
import { moment } from "../wire/moment.ts";
import { money } from "../wire/money.ts";

/** How the employee accepted the terms: PORTAL by the employee in the portal, the others recorded by staff. */
export const termsAcceptances = ["PORTAL", "SIGNED_PAPER", "EMAIL"] as const;
/** The labels on a screen. */
export const acceptanceTitles: Readonly<Record<(typeof termsAcceptances)[number], string>> = {
  PORTAL: "In the portal",
  SIGNED_PAPER: "On signed paper",
  EMAIL: "By email",
};

export type SalaryAdvanceStatus = (typeof salaryAdvanceStatuses)[number];

export const salaryAdvanceItem = z.strictObject({
  id: idOut,
  /** SA- and six digits, numbered by organization. */
  number: z.string(),
  employee_id: idOut,
  tenant_id: idOut,
  company_id: idOut,
  /** First and last name. */
  emp_name: z.string(),
  company_name: z.string(),
  amount: money,
  /** Principal plus interest. */
  payback_amount: money,
  status: z.enum(salaryAdvanceStatuses),
  /**
   * The amount still to be repaid; zero before the money has arrived and after the last repayment.
   */
  outstanding: money,
  requested_at: moment,
  updated_at: moment,
  /** Whether the card of a PENDING advance has a warning to read before approval. */
  warns: z.boolean(),
});

export type SalaryAdvanceItem = z.output<typeof salaryAdvanceItem>;

export const salaryAdvanceSorts = [
  "emp_name",
  "company_name",
  "amount",
  "payback_amount",
  "status",
  "updated_at",
] as const;

/** Filters of the list. The days are those of the request, in Lagos, and both ends are included. */
export const salaryAdvanceFilters = {
  tenant_id: organizationFilter,
  employee_id: id.optional(),
  search,
  status: z
    .enum(salaryAdvanceStatuses, { error: `Choose one of ${salaryAdvanceStatuses.join(", ")}.` })
    .optional(),
  ...dayRange,
};

export const listSalaryAdvances = endpoint({
  method: "GET",
  path: "/salary-advances",
  summary:
    "Salary advances, latest change first; search by employee, staff number and advance number",
  access: "salary-advances.read",
  query: z
    .strictObject({
      ...salaryAdvanceFilters,
      sort: sortBy(salaryAdvanceSorts),
      ...pageQuery(25),
    })
    .refine(daysInOrder, daysOutOfOrder),
  data: z.array(salaryAdvanceItem),
  paged: true,
});

export const getSalaryAdvanceTotals = endpoint({
  method: "GET",
  path: "/salary-advances/totals",
  summary: "Totals of the salary advances that match the filters; omitted for very long lists",
  access: "salary-advances.read",
  query: z.strictObject(salaryAdvanceFilters).refine(daysInOrder, daysOutOfOrder),
  /** Null when more than 50,000 advances would have to be added up. */
  data: z
    .strictObject({
      advances: z.int().min(0),
      amount: money,
      payback_amount: money,
      outstanding: money,
    })
    .nullable(),
});

export const exportSalaryAdvances = endpoint({
  method: "GET",
  path: "/salary-advances/export",
  summary: "All salary advances that match the filters as a file",
  access: "salary-advances.read",
  query: z
    .strictObject({
      ...salaryAdvanceFilters,
      sort: sortBy(salaryAdvanceSorts),
      format: exportFormat,
    })
    .refine(daysInOrder, daysOutOfOrder),
  data: z.unknown(),
  file: exportFiles,
});

/** The count in the sidebar. */
export const countPendingAdvances = endpoint({
  method: "GET",
  path: "/salary-advances/pending",
  summary: "The number of salary advances waiting for a decision",
  access: "salary-advances.decide",
  query: z.strictObject({ tenant_id: organizationFilter }),
  data: z.strictObject({ pending: z.int().min(0) }),
});

/** The path parameters of one advance. */
export const salaryAdvanceParams = organizationParams.extend({ id });

/** The path of all calls on one advance. */
export const salaryAdvancePath = "/organizations/{tenant_id}/{company_id}/salary-advances/{id}";

/** One part of the plan. */
const instalment = z.strictObject({
  number: z.int().positive(),
  due: date,
  principal: money,
  interest: money,
  /** Principal and interest. */
  amount: money,
  /** The part of it repaid or written off. */
  repaid: money,
});

/**
 * REVERSAL undoes a payslip's recovery after its run was reversed: the amounts are owed again.
 * REFUND returns repayments to the employee when the bank has returned the money of the advance,
 * and UNDONE_WRITE_OFF reverses its write-off.
 */
export const allocationKinds = [
  "PAYSLIP",
  "CASH",
  "WRITE_OFF",
  "REVERSAL",
  "REFUND",
  "UNDONE_WRITE_OFF",
] as const;

const allocation = z.strictObject({
  id: idOut,
  kind: z.enum(allocationKinds),
  /** The business date of the entry. */
  date,
  amount: money,
  principal: money,
  interest: money,
  note: z.string(),
  recorded_by: z.string().nullable(),
  entry_id: idOut,
  entry_type_id: idOut,
  ent_number: z.string(),
});

/** Another request of the employee, on the card of this one. */
const earlierAdvance = z.strictObject({
  id: idOut,
  number: z.string(),
  amount: money,
  status: z.enum(salaryAdvanceStatuses),
  requested_at: moment,
  outstanding: money,
});

/** The projected pay of a month and what its instalment leaves of it. */
const projectedPay = z.strictObject({
  due: date,
  /** Projected net pay without this advance; zero where deductions exceed the pay. */
  net: money,
  /** The part of the instalment that is not repaid yet. */
  instalment: money,
  /** The pay left after the instalment; null when the pay does not cover it. */
  left: money.nullable(),
});

/** Why an approved advance has not been sent. */
export const sendingObstacles = [
  /** The wallet balance is too low; `missing` is the shortfall. */
  "funds_missing",
  /** The employee has no confirmed bank account. */
  "bank_account_missing",
  /** The employee leaves before the last instalment, or has left. */
  "employee_leaving",
  /** Even the last instalment is already past due. */
  "instalments_past",
  "employee_suspended",
  "organization_suspended",
  /** The last transfer failed or was reversed; a user may retry it. */
  "transfer_failed",
] as const;

/** Everything needed for the decision, and the history since. */
export const salaryAdvance = z.strictObject({
  ...salaryAdvanceItem.shape,
  staff_no: z.string(),
  version: z.int(),
  /** Percent a year. */
  interest_rate: z.number(),
  interest: money,
  /** The payday of the last instalment. */
  due_date: date,
  instalments: z.array(instalment),
  requested_by: z.strictObject({
    /** PORTAL: the employee; STAFF: a user on the employee's behalf. */
    channel: z.enum(["PORTAL", "STAFF"]),
    name: z.string(),
  }),
  /** The rules at the time of the request; later changes do not apply to it. */
  rules: z.strictObject({ max_percentage: z.int(), auto_approval: z.boolean() }),
  /** The rules for a new request, while this one is pending and they differ; otherwise null. */
  rules_now: z.strictObject({ max_percentage: z.int(), interest_rate: z.number() }).nullable(),
  terms: z.strictObject({
    version: z.string(),
    /** The accepted text, with its placeholders filled. */
    html: z.string(),
    accepted_at: moment,
    accepted_how: z.enum(termsAcceptances),
    note: z.string(),
  }),
  /** The limit with its arithmetic, as of today; null without the permission to see pay. */
  limit: z
    .strictObject({
      gross_monthly: money.nullable(),
      /** max_percentage of gross. */
      limit: money,
      /** Principal of other advances, outstanding or requested. */
      others: money,
      /** The part of the limit that they leave available. */
      available: money,
    })
    .nullable(),
  /** Net pay in the months of the plan; null without the permission to see pay. */
  projected: z.array(projectedPay).nullable(),
  /** The wallet; null without the permission to see funds. */
  wallet: z
    .strictObject({
      /** As of today. */
      balance: money,
      /** The part of it that entries dated later need, so that it cannot be sent. */
      needed_later: money,
      /** The sum of other advances that are sent before this one. */
      promised: money,
      /** The shortfall for sending this one; zero when it is covered or in transit. */
      missing: money,
    })
    .nullable(),
  /** Why the rules would not allow it today. */
  ineligible: z.array(z.enum(INELIGIBILITIES)),
  /** The Labour Act limits that it breaks, each with its section. */
  labour_act: z.array(z.strictObject({ limit: z.enum(LABOUR_ACT_LIMITS), section: z.string() })),
  decision: z
    .strictObject({
      /** `system` for an automatic approval. */
      by: z.string(),
      automatic: z.boolean(),
      at: moment,
      reason: z.string(),
    })
    .nullable(),
  /** Who revoked the approval, when and why, or null. */
  revocation: z.strictObject({ by: z.string(), at: moment, reason: z.string() }).nullable(),
  /** Why it is approved but not sent, or null. */
  obstacle: z
    .strictObject({
      code: z.enum(sendingObstacles),
      missing: money.nullable(),
      message: z.string(),
    })
    .nullable(),
  /** The latest first. */
  transfers: z.array(transferAttempt),
  paid_at: moment.nullable(),
  owed: z.strictObject({ principal: money, interest: money, total: money }),
  allocations: z.array(allocation),
  /** Other advances of the employee, the latest first. */
  history: z.array(earlierAdvance),
});

export type SalaryAdvance = z.output<typeof salaryAdvance>;

export const getSalaryAdvance = endpoint({
  method: "GET",
  path: salaryAdvancePath,
  summary: "One salary advance with all the information for the decision, and its outcome",
  access: "salary-advances.read",
  params: salaryAdvanceParams,
  data: salaryAdvance,
});
