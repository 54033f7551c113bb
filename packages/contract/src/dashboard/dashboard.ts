import { z } from "zod";

import { endpoint } from "../endpoint.ts";
import { month, runStatuses } from "../payroll/runs.ts";
import { date } from "../wire/dates.ts";
import { idOut, organizationFilter } from "../wire/ids.ts";
import { moment } from "../wire/moment.ts";
import { money, side } from "../wire/money.ts";

/**
 * A wallet and the number of days it lasts at the average daily outflow of the last three months.
 */
const wallet = z.strictObject({
  tenant_id: idOut,
  company_id: idOut,
  name: z.string(),
  balance: money,
  balance_dc: side,
  /** Average daily outflow; zero when there was none. */
  daily: money,
  /** Whole days until the wallet is empty; null without an outflow. */
  runway_days: z.int().min(0).nullable(),
});

/** The decisions that wait for the caller, by the screen on which they are made. */
export const decisionTitles = {
  salary_advances: "Salary advances to decide",
  payroll_runs: "Payroll runs to approve or pay",
  bank_accounts: "Bank accounts to confirm",
  reliefs: "Tax reliefs to approve",
} as const;

export type Decision = keyof typeof decisionTitles;

/** How many days before their due date dues are pointed out. */
export const dueSoonDays = 7;

/** The authorities that payroll's deductions and contributions are owed to. */
export const authorityTitles = {
  paye: "PAYE",
  pension: "Pension",
  nhf: "NHF",
  nsitf: "NSITF",
  itf: "ITF",
} as const;

export type Authority = keyof typeof authorityTitles;

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
 * The overview of one organization, or of all that the caller may read. A part is null when the
 * caller lacks its permission, or when the organization has its module switched off.
 */
export const dashboard = z.strictObject({
  as_of: moment,
  wallets: z
    .strictObject({
      total: money,
      total_dc: side,
      count: z.int().min(0),
      /** The wallets that run out first. */
      first: z.array(wallet),
    })
    .nullable(),
  /** Incoming and outgoing wallet amounts by month, the current month last. */
  flows: z.array(z.strictObject({ month, money_in: money, money_out: money })).nullable(),
  /** Expenses by group since a day; negative when more was reversed than spent. */
  costs: z
    .strictObject({
      since: date,
      groups: z.array(
        z.strictObject({
          /** Null for several organizations, whose groups are added up by name. */
          group_id: idOut.nullable(),
          name: z.string(),
          amount: money,
          amount_dc: side,
        }),
      ),
    })
    .nullable(),
  decisions: z.array(
    z.strictObject({ decision: z.enum(keysOf(decisionTitles)), waiting: z.int().min(0) }),
  ),
  payroll: z
    .strictObject({
      month,
      /** The number of the month's runs at each step. */
      steps: z.array(z.strictObject({ status: z.enum(runStatuses), runs: z.int().min(1) })),
      /** The runs themselves, when there are few. */
      runs: z.array(run),
    })
    .nullable(),
  /** Debts to authorities, and the day by which the oldest month of them is due. */
  due: z
    .array(
      z.strictObject({
        authority: z.enum(keysOf(authorityTitles)),
        owed: money,
        /** Null when nothing is owed, or no payroll was posted. */
        due_date: date.nullable(),
        /** The payroll month of that debt. */
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
        /** As in the audit log: the record's present name; null without one. */
        record: z.string().nullable(),
        actor_name: z.string().nullable(),
        /** The network address of the request; null for work outside requests. */
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
  summary: "The dashboard of one organization, or of all that the caller may read",
  access: "session",
  query: z.strictObject({ tenant_id: organizationFilter }),
  data: dashboard,
});
