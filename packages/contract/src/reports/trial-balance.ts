import type { AccountClass } from "@kontor/books/account-code";
import type { SideFigures } from "@kontor/books/trial-balance";
import { z } from "zod";

import {
  recordedUpToFilter,
  changedColumn,
  changedSinceMoment,
  closingFilter,
} from "../accounting/as-recorded.ts";
import { describeList, unlessZero } from "../list.ts";
import { id, idOut, organizationFilter } from "../wire/ids.ts";
import { flag } from "../wire/lists.ts";
import { money, side } from "../wire/money.ts";
import { accountColumns } from "./account-columns.ts";
import { describeReport, reportDays, reportDaysInOrder } from "./report.ts";

/** The level of detail of a report. */
export const accountDetails = ["groups", "ledgers", "sub_ledgers"] as const;

export type ReportDetail = (typeof accountDetails)[number];

export const accountDetail = z
  .enum(accountDetails, { error: "Choose one of groups, ledgers and sub_ledgers." })
  .default("ledgers");

/** The sections of statements by which a trial balance can be filtered, with their classes. */
export const balanceSections = {
  assets: ["01"],
  liabilities: ["02"],
  income: ["03"],
  expenses: ["04"],
  equity: ["05"],
  result: ["03", "04"],
  claims: ["02", "03", "04", "05"],
} as const satisfies Readonly<Record<string, readonly AccountClass[]>>;

/** A section, or the ledgers that are cash in the statement of cash flows. */
export type BalanceSection = keyof typeof balanceSections | "cash";

const sectionNames: readonly [BalanceSection, ...BalanceSection[]] = [
  "cash",
  ...(Object.keys(balanceSections) as (keyof typeof balanceSections)[]),
];

export const balanceSectionTitles: Readonly<Record<BalanceSection, string>> = {
  assets: "Assets",
  liabilities: "Liabilities",
  income: "Income",
  expenses: "Expenses",
  equity: "Equity",
  result: "Income and expenses",
  claims: "Liabilities, equity and result",
  cash: "Cash and cash equivalents",
};

/** Balances before the range, postings in it and balances after it, each by side. */
export const sideFigures = {
  opening_debit: money,
  opening_credit: money,
  debit: money,
  credit: money,
  closing_debit: money,
  closing_credit: money,
};

/**
 * An account, or, with several organizations, one organization with the sums of its ledgers' sides.
 */
export const trialBalanceRow = z.strictObject({
  kind: z.enum(["group", "ledger", "sub_ledger", "organization"]),
  tenant_id: idOut,
  id: idOut,
  group_id: idOut.nullable(),
  code: z.string(),
  name: z.string(),
  ...sideFigures,
  changed: changedSinceMoment,
});

export const trialBalance = z.strictObject({
  rows: z.array(trialBalanceRow),
  totals: z.strictObject(sideFigures),
  /** The difference between the two sides of the balances, caused by unequal opening balances. */
  difference: money,
  /** The smaller side; null when there is no difference. */
  short_side: side.nullable(),
  /** The group of the filter; the trial balance is then partial, and its sides may differ. */
  group: z.strictObject({ id: idOut, code: z.string(), name: z.string() }).nullable(),
});

export const trialBalanceReport = describeReport({
  path: "/transaction/trial-balance",
  summary: "The trial balance: opening balances, movements and closing balances of a period",
  access: "accounting.read",
  query: {
    tenant_id: organizationFilter,
    ...reportDays,
    detail: accountDetail,
    /** Only the accounts of this group; requires the group's organization. */
    group_id: id.optional(),
    /** Only the accounts of these classes, or only cash; with several organizations, the sums for each. */
    section: z
      .enum(sectionNames, { error: `Choose one of ${sectionNames.join(", ")}.` })
      .optional(),
    /** Also lists accounts with zero in every column. */
    with_empty: flag,
    ...closingFilter,
    ...recordedUpToFilter,
  },
  rules: [reportDaysInOrder],
  data: trialBalance,
});

type Row = z.output<typeof trialBalanceRow>;

const figure = (header: string, name: keyof SideFigures) => ({
  header,
  kind: "money" as const,
  width: 18,
  value: (row: Row) => unlessZero(row[name]),
  total: true as const,
});

const figures = [
  "opening_debit",
  "opening_credit",
  "debit",
  "credit",
  "closing_debit",
  "closing_credit",
  "changed",
] as const;

/**
 * Six columns of amounts, of which a phone shows the closing balance; a screen shows the code with
 * the name.
 */
export const trialBalanceList = describeList<Row>()({
  label: "Trial Balance",
  columns: {
    ...accountColumns,
    opening_debit: { ...figure("Opening DR", "opening_debit"), phone: "none" },
    opening_credit: { ...figure("Opening CR", "opening_credit"), phone: "none" },
    debit: { ...figure("Debit", "debit"), phone: "none" },
    credit: { ...figure("Credit", "credit"), phone: "none" },
    closing_debit: { ...figure("Closing DR", "closing_debit"), phone: "amount" },
    closing_credit: { ...figure("Closing CR", "closing_credit"), phone: "amount" },
    changed: changedColumn,
  },
  screen: ["account", ...figures],
  sheet: ["code", "name", ...figures],
  paper: ["code", "name", ...figures],
  main: "account",
  labelIn: "name",
  landscape: true,
  ordered: "Groups are listed above their ledgers, as in the chart of accounts.",
});
