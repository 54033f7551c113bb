import { z } from "zod";

import { endpoint } from "../endpoint.ts";
import { month, runStatuses } from "../payroll/runs.ts";
import { date, idOut, money, moment, organizationFilter, side } from "../wire.ts";

/** A wallet and how long it lasts at the average daily outflow of the last three months. */
const wallet = z.strictObject({
  tenant_id: idOut,
  company_id: idOut,
  name: z.string(),
  balance: money,
  balance_dc: side,
  /** Average daily outflow; zero where there was none. */
  daily: money,
  /** Whole days until it is empty; null without an outflow. */
  runway_days: z.int().min(0).nullable(),
});

/** What waits for the caller, by the place where it is decided. */
export const decisions = {
  salary_advances: "Salary advances to decide",
  payroll_runs: "Payroll runs to approve or pay",
  bank_accounts: "Bank accounts to confirm",
  reliefs: "Tax reliefs to approve",
} as const;

export type Decision = keyof typeof decisions;

/** The authorities that payroll's deductions and contributions are owed to. */
export const authorities = {
  paye: "PAYE",
  pension: "Pension",
  nhf: "NHF",
  nsitf: "NSITF",
  itf: "ITF",
} as const;

export type Authority = keyof typeof authorities;

const keysOf = <Key extends string>(record: Readonly<Record<Key, string>>) =>
  Object.keys(record) as [Key, ...Key[]];

const run = z.strictObject({
  tenant_id: idOut,
  company_id: idOut,
  id: idOut,
  number: z.string(),
  company_name: z.string(),
  status: z.enum(runStatuses),
  payday: date,
  people: z.int().min(0),
  net: money,
});

/**
 * The overview of one organization or all that the caller may read. A part that the caller has no
 * permission for is null.
 */
export const dashboard = z.strictObject({
  as_of: moment,
  wallets: z
    .strictObject({
      total: money,
      total_dc: side,
      count: z.int().min(0),
      /** Those that run out first. */
      first: z.array(wallet),
    })
    .nullable(),
  /** What came into and went out of the wallets, by month, the present one last. */
  flows: z.array(z.strictObject({ month, money_in: money, money_out: money })).nullable(),
  /** Expenses by group since a day; below zero where more was taken back than spent. */
  costs: z
    .strictObject({
      since: date,
      groups: z.array(
        z.strictObject({
          /** Null of several organizations, whose groups are added up by their names. */
          group_id: idOut.nullable(),
          name: z.string(),
          amount: money,
          amount_dc: side,
        }),
      ),
    })
    .nullable(),
  decisions: z.array(
    z.strictObject({ decision: z.enum(keysOf(decisions)), waiting: z.int().min(0) }),
  ),
  payroll: z
    .strictObject({
      month,
      /** The number of runs of the month at each step. */
      steps: z.array(z.strictObject({ status: z.enum(runStatuses), runs: z.int().min(1) })),
      /** The runs themselves, when there are few. */
      runs: z.array(run),
    })
    .nullable(),
  /** Debts to authorities, and the day by which the oldest month of them is due. */
  due: z
    .array(
      z.strictObject({
        authority: z.enum(keysOf(authorities)),
        owed: money,
        /** Null while nothing is owed, or where no payroll was posted. */
        due_date: date.nullable(),
        /** Its month of payroll. */
        month: month.nullable(),
      }),
    )
    .nullable(),
  activity: z
    .array(
      z.strictObject({
        id: idOut,
        recorded_at: moment,
        action: z.string(),
        subject: z.string(),
        actor_name: z.string().nullable(),
        /** The network address of the request; null for work without one. */
        address: z.string().nullable(),
        tenant_id: idOut.nullable(),
        organization: z.string().nullable(),
      }),
    )
    .nullable(),
});

export const getDashboard = endpoint({
  method: "GET",
  path: "/dashboard",
  summary: "The dashboard of one organization or all that the caller may read",
  access: "session",
  query: z.strictObject({ tenant_id: organizationFilter }),
  data: dashboard,
});
