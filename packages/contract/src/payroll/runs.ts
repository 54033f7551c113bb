import { displayKobo, type Kobo } from "@kontor/books/money";
import { isMonth } from "@kontor/payroll/month";
import { VARIANCE_REASONS } from "@kontor/payroll/payslip/variance";
import { PAYSLIP_WARNINGS } from "@kontor/payroll/payslip/warning";
import { z } from "zod";

import { endpoint } from "../endpoint.ts";
import { exportFiles, exportFormat } from "../exports.ts";
import { formatCounted } from "../format.ts";
import { date } from "../wire/dates.ts";
import { id, idOut, organizationFilter, organizationParams } from "../wire/ids.ts";
import { flag, pageQuery, search, sortBy } from "../wire/lists.ts";
import { moment } from "../wire/moment.ts";
import { money, side } from "../wire/money.ts";
import { optionalLine } from "../wire/text.ts";
import { postedEntry } from "./posted-payment.ts";
import { maxNamedEmployees, recordGap } from "./record-gaps.ts";

/**
 * The life cycle of a run. A rejected run is a DRAFT again; REVERSED ends an approved run that was
 * not paid.
 */
export const runStatuses = [
  "DRAFT",
  "PENDING_APPROVAL",
  "PENDING_DISBURSEMENT",
  "DISBURSING",
  "PARTLY_PAID",
  "PAID",
  "REVERSED",
] as const;

export const runStatusTitles: Readonly<Record<(typeof runStatuses)[number], string>> = {
  DRAFT: "Draft",
  PENDING_APPROVAL: "Pending Approval",
  PENDING_DISBURSEMENT: "Pending Disbursement",
  DISBURSING: "Disbursing",
  PARTLY_PAID: "Partly Paid",
  PAID: "Paid",
  REVERSED: "Reversed",
};

/**
 * Whether an approved run may still be reversed, as far as its payment goes: nothing of it was paid. A run
 * with nothing to pay is PAID from its approval on.
 */
export function isReversible(run: {
  readonly status: (typeof runStatuses)[number];
  readonly net: bigint;
}): boolean {
  return run.status === "PENDING_DISBURSEMENT" || (run.status === "PAID" && run.net === 0n);
}

export const runCycles = ["REGULAR", "OFF_CYCLE"] as const;

/** The cycles as displayed. */
export const runCycleTitles: Readonly<Record<(typeof runCycles)[number], string>> = {
  REGULAR: "Regular",
  OFF_CYCLE: "Off-cycle",
};

/** A calendar month, `YYYY-MM`. */
export const month = z
  .string({ error: "Give a month as YYYY-MM." })
  .refine(isMonth, { error: "Give a month as YYYY-MM." })
  .meta({ description: 'A month, for example "2026-03"' });

/** An amount that may be negative: a difference, or a net pay below zero. */
export const signedMoney = z.strictObject({ amount: money, negative: z.boolean() });

/** Combines an amount and its separate sign into one number of kobo. */
export function signedKobo({ amount, negative }: z.output<typeof signedMoney>): Kobo {
  return displayKobo(negative ? -amount : amount);
}

/** A number of people in words: "1 person", "1,200 people". */
export function formatPeople(count: number): string {
  return formatCounted(count, "person", "people");
}

export const runListItem = z.strictObject({
  id: idOut,
  /** PR- and six digits, numbered by organization. */
  number: z.string(),
  tenant_id: idOut,
  company_id: idOut,
  company_name: z.string(),
  period: z.string(),
  cycle: z.enum(runCycles),
  status: z.enum(runStatuses),
  payday: date,
  /** Payslips, without excluded ones. */
  people: z.int().min(0),
  gross: money,
  net: money,
  /** Gross plus the employer's contributions. */
  cost: money,
  /**
   * Net less that of the previous regular run; null when there is none, and for an off-cycle run.
   */
  difference: signedMoney.nullable(),
  /** Whether an input of its calculation has changed since. */
  stale: z.boolean(),
  updated_at: moment,
});

/** The columns of the screen, all of which can be sorted. */
export const runColumns = [
  "number",
  "organization",
  "period",
  "status",
  "people",
  "gross",
  "net",
  "cost",
  "difference",
] as const;

export const runSorts = [...runColumns, "updated_at"] as const;

export const runFilters = {
  tenant_id: organizationFilter,
  /** Searches number, month, title and organization. */
  search,
  status: z.enum(runStatuses, { error: `Choose one of ${runStatuses.join(", ")}.` }).optional(),
  cycle: z.enum(runCycles, { error: "Choose REGULAR or OFF_CYCLE." }).optional(),
  period: month.optional(),
  /** Whether the run waits for the caller to approve or pay it. */
  waiting: flag,
};

export const listRuns = endpoint({
  method: "GET",
  path: "/payroll-runs",
  summary: "Payroll runs, newest period first",
  access: "payroll.read",
  query: z.strictObject({ ...runFilters, sort: sortBy(runSorts), ...pageQuery(25) }),
  data: z.array(runListItem),
  paged: true,
});

export const getRunTotals = endpoint({
  method: "GET",
  path: "/payroll-runs/totals",
  summary: "Totals of the payroll runs that match the filters",
  access: "payroll.read",
  query: z.strictObject(runFilters),
  data: z.strictObject({ runs: z.int().min(0), gross: money, net: money, cost: money }),
});

export const exportRuns = endpoint({
  method: "GET",
  path: "/payroll-runs/export",
  summary: "All payroll runs that match the filters as a file",
  access: "payroll.read",
  query: z.strictObject({ ...runFilters, sort: sortBy(runSorts), format: exportFormat }),
  data: z.unknown(),
  file: exportFiles,
});

/** The count in the sidebar: runs that wait for the caller. */
export const countWaitingRuns = endpoint({
  method: "GET",
  path: "/payroll-runs/waiting",
  summary: "The number of payroll runs waiting for the caller",
  access: "payroll.read",
  query: z.strictObject({ tenant_id: organizationFilter }),
  data: z.strictObject({ waiting: z.int().min(0) }),
});

const runsPath = "/organizations/{tenant_id}/{company_id}/payroll-runs";

/** The path parameters of one run, and its path. */
export const runParams = organizationParams.extend({ id });
export const runPath = `${runsPath}/{id}` as const;

/**
 * Why a run differs from the previous one in total; the parts add up to the difference, to the
 * kobo.
 */
export const varianceParts = z.array(
  z.strictObject({
    reason: z.enum(VARIANCE_REASONS),
    /** The number of employees with this reason. */
    people: z.int().min(0),
    gross: signedMoney,
    net: signedMoney,
    cost: signedMoney,
  }),
);

const totals = z.strictObject({
  gross: money,
  /** Benefits in kind: taxed, not paid, and not in gross. */
  benefits: signedMoney,
  deductions: signedMoney,
  net: money,
  employer: money,
  cost: money,
  paye: money,
  pension_employee: money,
  pension_employer: money,
  nhf: money,
  nsitf: money,
  itf: money,
  /** Recovered advances. */
  advances: money,
});

/** An action on a run. */
export const runEvents = [
  "STARTED",
  "CALCULATED",
  "SUBMITTED",
  "APPROVED",
  "REJECTED",
  "VOIDED",
  /**
   * The payment file for a bank was downloaded; the reason states its number of employees and its
   * amount.
   */
  "PAYMENT_FILE",
  "DISBURSED",
  "PAID",
  "PAYMENT_REVERSED",
  "REVERSED",
] as const;

export const payrollRun = z.strictObject({
  ...runListItem.shape,
  version: z.int(),
  /** The name of an off-cycle run: "Leave allowances". */
  title: z.string(),
  totals,
  /** The progress of the calculation; errors are sentences to display. */
  calculation: z.strictObject({
    state: z.enum(["WAITING", "RUNNING", "DONE", "FAILED"]),
    done: z.int().min(0),
    total: z.int().min(0),
    finished_at: moment.nullable(),
    problem: z.string(),
  }),
  /** What has changed since, as sentences that name the employee or the setting. */
  changes: z.array(z.string()),
  /** The run that it is compared with, or null. */
  compared_with: z.strictObject({ id: idOut, number: z.string(), period: z.string() }).nullable(),
  variance: varianceParts,
  /** The number of payslips with each warning, whether it blocks, and the first of them by name. */
  warnings: z.array(
    z.strictObject({
      code: z.enum(PAYSLIP_WARNINGS),
      blocks: z.boolean(),
      people: z.int().positive(),
      first: z
        .array(
          z.strictObject({
            payslip_id: idOut,
            name: z.string(),
            /** The sum of the warning's amounts on the payslip; null if it has none. */
            amount: signedMoney.nullable(),
          }),
        )
        .max(maxNamedEmployees),
    }),
  ),
  /**
   * The data that the schedules of tax, pension and NHF require and employee records lack now;
   * empty once the run is approved, because the schedules show it then.
   */
  gaps: z.array(recordGap),
  excluded: z.int().min(0),
  /** How many of these were excluded by hand in the reversed run before. */
  kept_exclusions: z.int().min(0),
  /**
   * The wallet compared with the payments still to be sent; null without the permission to see
   * funds.
   */
  wallet: z
    .strictObject({
      /** As of today. */
      balance: money,
      /** The part of it that entries dated later need, so that it cannot be sent. */
      needed_later: money,
      missing: money,
    })
    .nullable(),
  /** The parts of net that have arrived, are in transit, or failed. */
  payment: z.strictObject({
    paid: z.int().min(0),
    under_way: z.int().min(0),
    failed: z.int().min(0),
    unpaid: money,
    /** The unpaid part that is not in transit. */
    to_send: money,
  }),
  /** The lines of its entry, as they are or will be posted. */
  posting: z.array(z.strictObject({ ledger: z.string(), dc: side, amount: money })),
  entry: postedEntry.nullable(),
  /**
   * The amount remitted to authorities for the month, for a run that can be reversed; zero for any
   * other run. A reversal does not undo remittances.
   */
  remitted: money,
  /** The earliest first. */
  events: z.array(
    z.strictObject({
      event: z.enum(runEvents),
      by: z.string(),
      at: moment,
      reason: z.string(),
    }),
  ),
  /** Why the caller cannot take the next step, as a sentence; null when they can. */
  next_step_refused: z.string().nullable(),
  /**
   * Why the caller, despite having the permission, cannot record or reverse payments by other
   * means, as a sentence.
   */
  outside_payment_refused: z.string().nullable(),
});

export const getRun = endpoint({
  method: "GET",
  path: runPath,
  summary: "One payroll run with totals, variance, warnings and obstacles",
  access: "payroll.read",
  params: runParams,
  data: payrollRun,
});

export const startRunBody = z
  .strictObject({
    period: month,
    cycle: z.enum(runCycles, { error: "Choose REGULAR or OFF_CYCLE." }),
    /** For an off-cycle run: its purpose. */
    title: optionalLine(80),
    /** For an off-cycle run: the employees to pay; defaults to everyone with something to pay. */
    employee_ids: z.array(id).max(1000, "Choose at most 1,000 people.").optional(),
  })
  .refine(({ cycle, title }) => cycle === "REGULAR" || Boolean(title), {
    path: ["title"],
    error: "Enter what the run is for.",
  })
  .refine(({ cycle, employee_ids }) => cycle === "OFF_CYCLE" || employee_ids === undefined, {
    path: ["employee_ids"],
    error: "A regular run pays everybody. You can exclude employees once it is calculated.",
  });

export const startRun = endpoint({
  method: "POST",
  path: runsPath,
  summary: "Start a payroll run and calculate it",
  access: "payroll.prepare",
  params: organizationParams,
  body: startRunBody,
  data: payrollRun,
  status: 201,
  idempotent: true,
});

/** The filter of a run's payslips, with its labels. */
export const payslipFilterTitles = {
  changed: "Changed",
  warned: "Warned",
  blocked: "Blocked",
  excluded: "Excluded",
  unsent: "Not sent yet",
  failed: "Payment failed",
} as const;

const payslipFilterKeys = Object.keys(payslipFilterTitles) as (keyof typeof payslipFilterTitles)[];

/** Filters of the payslips of a run. */
export const payslipFilters = {
  search,
  show: z
    .enum(payslipFilterKeys, {
      error: "Choose changed, warned, blocked, excluded, unsent or failed.",
    })
    .optional(),
  /** Payslips that differ from the previous run for this reason. */
  reason: z
    .enum(VARIANCE_REASONS, { error: `Choose one of ${VARIANCE_REASONS.join(", ")}.` })
    .optional(),
  /** Those with this warning. */
  warning: z
    .enum(PAYSLIP_WARNINGS, { error: `Choose one of ${PAYSLIP_WARNINGS.join(", ")}.` })
    .optional(),
};
