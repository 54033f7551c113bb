import { INELIGIBILITIES, LABOUR_ACT_LIMITS } from "@kontor/payroll/advances/eligibility";
import { z } from "zod";

import { endpoint } from "../endpoint.ts";
import { exportFiles, exportFormat } from "../exports.ts";
import { salaryAdvanceStatuses, transactionStatuses } from "../reference/statuses.ts";
import {
  date,
  dayRange,
  daysInOrder,
  daysOutOfOrder,
  id,
  idOut,
  money,
  moment,
  organizationFilter,
  organizationPath,
  pageQuery,
  search,
  sortBy,
} from "../wire.ts";

/** How the employee accepted the terms; PORTAL is what an employee does alone, the others staff record. */
export const termsAcceptances = ["PORTAL", "SIGNED_PAPER", "EMAIL"] as const;
/** What each is called on a screen. @public */
export const acceptanceTitles: Readonly<Record<(typeof termsAcceptances)[number], string>> = {
  PORTAL: "In the portal",
  SIGNED_PAPER: "On signed paper",
  EMAIL: "By email",
};

export type SalaryAdvanceStatus = (typeof salaryAdvanceStatuses)[number];

export const salaryAdvanceItem = z.strictObject({
  id: idOut,
  /** SA- and six digits, counted by organization. */
  number: z.string(),
  employee_id: idOut,
  tenant_id: idOut,
  company_id: idOut,
  /** First and last name. */
  emp_name: z.string(),
  company_name: z.string(),
  amount: money,
  /** Principal and interest together. */
  payback_amount: money,
  status: z.enum(salaryAdvanceStatuses),
  /** What is still to be paid back; zero before the money has arrived and after the last repayment. */
  outstanding: money,
  requested_at: moment,
  updated_at: moment,
  /** Whether the card of a PENDING one warns of something, so that it is read before it is approved. */
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

/** Filters of the list; the days are those of the request, in Lagos, and both ends belong to the range. */
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
  summary: "Salary advances, the latest change first; search by employee, staff number and number",
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
  summary: "What the salary advances that the filters let through come to; nothing of very many",
  access: "salary-advances.read",
  query: z.strictObject(salaryAdvanceFilters).refine(daysInOrder, daysOutOfOrder),
  /** Null where more than 50,000 advances would have to be added up. */
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
  summary: "All salary advances that the filters let through as a file",
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

/** What the sidebar counts. */
export const countPendingAdvances = endpoint({
  method: "GET",
  path: "/salary-advances/pending",
  summary: "How many salary advances wait for a decision",
  access: "salary-advances.decide",
  query: z.strictObject({ tenant_id: organizationFilter }),
  data: z.strictObject({ pending: z.int().min(0) }),
});

/** Path of one advance. */
export const salaryAdvancePath = organizationPath.extend({ id });

/** The call and its path, for all that belongs to one advance. */
export const salaryAdvanceAddress = "/organizations/{tenant_id}/{company_id}/salary-advances/{id}";

/** One part of the plan. */
const instalment = z.strictObject({
  number: z.int().positive(),
  due: date,
  principal: money,
  interest: money,
  /** Principal and interest. */
  amount: money,
  /** What of it is repaid or written off. */
  repaid: money,
});

/** What becomes of the money on its way to the employee. */
const transfer = z.strictObject({
  id: idOut,
  attempt: z.int().positive(),
  reference: z.string(),
  status: z.enum(transactionStatuses),
  /** Why it failed or was reversed; empty otherwise. */
  reason: z.string(),
  requested_at: moment,
  finished_at: moment.nullable(),
});

/**
 * REVERSAL gives back what a payslip took, of a payroll run that was reversed: its amounts are owed again. REFUND
 * gives back to the employee what was paid of an advance whose money the bank sent back, and UNDONE_WRITE_OFF
 * takes a write-off of it back.
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

/** What an employee asked for before and meanwhile, for the card of the present request. */
const earlierAdvance = z.strictObject({
  id: idOut,
  number: z.string(),
  amount: money,
  status: z.enum(salaryAdvanceStatuses),
  requested_at: moment,
  outstanding: money,
});

/** What the pay of a month becomes by the instalment that is taken from it. */
const projectedPay = z.strictObject({
  due: date,
  /** Net pay as it would be today, without this advance. */
  net: money,
  instalment: money,
  /** What is left; null where the pay does not cover the instalment. */
  left: money.nullable(),
});

/** Why an approved advance has not been sent. */
export const sendingObstacles = [
  /** The wallet does not cover it; `missing` says by how much. */
  "funds_missing",
  /** The employee has no confirmed bank account. */
  "bank_account_missing",
  /** The employee leaves before the last instalment, or has left. */
  "employee_leaving",
  "employee_suspended",
  /** The last transfer failed or was reversed; somebody tries again. */
  "transfer_failed",
] as const;

/** Everything that one needs to know to decide, and what has become of it since. */
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
    /** PORTAL: the employee; STAFF: somebody on the employee's behalf. */
    channel: z.enum(["PORTAL", "STAFF"]),
    name: z.string(),
  }),
  /** The rules as they were when it was requested; they hold for it ever after. */
  rules: z.strictObject({ max_percentage: z.int(), auto_approval: z.boolean() }),
  terms: z.strictObject({
    version: z.string(),
    /** The text that was accepted, its placeholders filled. */
    html: z.string(),
    accepted_at: moment,
    accepted_how: z.enum(termsAcceptances),
    note: z.string(),
  }),
  /** The limit with its arithmetic, as of today; null for those who may not see pay. */
  limit: z
    .strictObject({
      gross_monthly: money.nullable(),
      /** max_percentage of gross. */
      limit: money,
      /** Principal of other advances, outstanding or asked for. */
      others: money,
      /** What is left of the limit beside those. */
      available: money,
    })
    .nullable(),
  /** Net pay in the months of the plan; null for those who may not see pay. */
  projected: z.array(projectedPay).nullable(),
  /** What the wallet has; null for those who may not see funds. */
  wallet: z
    .strictObject({
      balance: money,
      /** Of advances that are approved and not sent yet, this one left out. */
      promised: money,
      /** What is missing to send this one; zero when it is covered. */
      missing: money,
    })
    .nullable(),
  /** Why the rules would not allow it today. */
  ineligible: z.array(z.enum(INELIGIBILITIES)),
  /** What the Labour Act says against it, and the section. */
  labour_act: z.array(z.strictObject({ limit: z.enum(LABOUR_ACT_LIMITS), section: z.string() })),
  decision: z
    .strictObject({
      /** `system` when the rule decided by itself. */
      by: z.string(),
      automatic: z.boolean(),
      at: moment,
      reason: z.string(),
    })
    .nullable(),
  /** Who took the approval back, when and why; null when nobody did. */
  revocation: z.strictObject({ by: z.string(), at: moment, reason: z.string() }).nullable(),
  /** Why it has not been sent although it is approved; null when nothing stands in the way. */
  obstacle: z
    .strictObject({
      code: z.enum(sendingObstacles),
      missing: money.nullable(),
      message: z.string(),
    })
    .nullable(),
  /** The latest first. */
  transfers: z.array(transfer),
  paid_at: moment.nullable(),
  owed: z.strictObject({ principal: money, interest: money, total: money }),
  allocations: z.array(allocation),
  /** Other advances of the employee, the latest first. */
  history: z.array(earlierAdvance),
});

export type SalaryAdvance = z.output<typeof salaryAdvance>;

export const getSalaryAdvance = endpoint({
  method: "GET",
  path: salaryAdvanceAddress,
  summary: "One salary advance with all that is needed to decide, and what became of it",
  access: "salary-advances.read",
  params: salaryAdvancePath,
  data: salaryAdvance,
});
