import { monthName } from "@kontor/payroll/month";
import { z } from "zod";

import { describeList, organizationColumn, type SummaryRow } from "../list.ts";
import { isYear, scheme, schemeNames } from "../payroll/remittances.ts";
import { month, signedKobo, signedMoney } from "../payroll/runs.ts";
import { describeReport } from "../reports/report.ts";
import { date } from "../wire/dates.ts";
import { idOut, organizationFilter } from "../wire/ids.ts";
import { flag } from "../wire/lists.ts";
import { money } from "../wire/money.ts";
import { monthOrLatest } from "./months.ts";

/**
 * How much of a due is paid: REMITTED in full, PARTLY, OPEN until it is due, OVERDUE afterwards,
 * EXCESS when a run was reversed after its tax was paid.
 */
export const dueStatuses = ["OPEN", "PARTLY", "OVERDUE", "REMITTED", "EXCESS", "NONE"] as const;
export type DueStatus = (typeof dueStatuses)[number];

export const dueStatusTitles: Readonly<Record<DueStatus, string>> = {
  OPEN: "To Remit",
  PARTLY: "Partly Remitted",
  OVERDUE: "Overdue",
  REMITTED: "Remitted",
  EXCESS: "Remitted Too Much",
  NONE: "Nothing Due",
};

const amounts = {
  due: money,
  remitted: money,
  /** Due less remitted. */
  left: signedMoney,
};

/** The amounts of a due, by each of which the report can be filtered. */
export const dueFigures = ["due", "remitted", "left"] as const;
export type DueFigure = (typeof dueFigures)[number];

/** What is owed to an authority for a month or a year. */
export const statutoryDue = z.strictObject({
  tenant_id: idOut,
  company_id: idOut,
  organization: z.string(),
  scheme,
  authority: z.string(),
  authority_name: z.string(),
  /** `YYYY-MM`, or `YYYY` for a scheme that is settled yearly. */
  period: z.string(),
  people: z.int().min(0),
  ...amounts,
  /** For the first payday that is not remitted in full, or the last one if all are. */
  due_on: date.nullable(),
  /** The day of the last payment to the authority, whenever it was recorded; null for none. */
  remitted_on: date.nullable(),
  status: z.enum(dueStatuses),
});

export const statutoryDues = z.strictObject({
  /** The month that is covered. */
  period: month,
  rows: z.array(statutoryDue),
  totals: z.strictObject(amounts),
});

export const statutoryDuesReport = describeReport({
  path: "/payroll/statutory",
  summary: "Amounts due to authorities for a month and its year, with due dates and remittances",
  access: "payroll.read",
  query: {
    tenant_id: organizationFilter,
    period: monthOrLatest,
    /** Everything outstanding for this month and earlier ones, including excess remittances. */
    open: flag,
    /** Only this scheme. */
    scheme: scheme.optional(),
    /** Only rows in which this amount is not zero: those that add up to its total. */
    figure: z.enum(dueFigures).optional(),
  },
  data: statutoryDues,
});

type Row = z.output<typeof statutoryDue>;

/** A month or a year as displayed. */
export function periodName(period: string): string {
  return isYear(period) ? period : monthName(period);
}

/** Without the day of the last remittance, which the page of the schedule lists with all others. */
const shownColumns = [
  "organization",
  "scheme",
  "authority",
  "period",
  "people",
  "due",
  "remitted",
  "left",
  "due_on",
  "status",
] as const;

export const statutoryDuesList = describeList<Row>()({
  label: "Statutory Schedules",
  columns: {
    organization: organizationColumn(22),
    scheme: {
      header: "Schedule",
      kind: "text",
      width: 12,
      value: (row) => schemeNames[row.scheme],
      phone: "what",
    },
    authority: {
      header: "Authority",
      kind: "text",
      wrap: true,
      value: (row) => row.authority_name,
      phone: "detail",
    },
    period: {
      header: "Period",
      kind: "text",
      sortedAs: "day",
      width: 16,
      value: (row) => periodName(row.period),
      by: (row) => row.period,
      phone: "detail",
    },
    people: {
      header: "People",
      kind: "count",
      width: 10,
      value: (row) => row.people,
      phone: "none",
    },
    due: { header: "Amount", kind: "money", value: (row) => row.due, phone: "none" },
    remitted: { header: "Remitted", kind: "money", value: (row) => row.remitted, phone: "none" },
    left: {
      header: "Left to Remit",
      kind: "net",
      value: (row) => signedKobo(row.left),
      phone: "amount",
    },
    remitted_on: {
      header: "Remitted On",
      kind: "date",
      value: (row) => row.remitted_on,
      phone: "none",
    },
    due_on: { header: "Due", kind: "date", value: (row) => row.due_on, phone: "detail" },
    status: {
      header: "Status",
      kind: "status",
      width: 18,
      value: (row) => dueStatusTitles[row.status],
      phone: "end",
    },
  },
  screen: shownColumns,
  paper: shownColumns,
  main: "scheme",
  labelIn: "scheme",
  landscape: true,
});

type Key = keyof typeof statutoryDuesList.columns;

/** The total row. */
export function duesTotal({
  due,
  remitted,
  left,
}: z.output<typeof statutoryDues>["totals"]): SummaryRow<Key> {
  return { label: "Total", cells: { due, remitted, left: signedKobo(left) } };
}
