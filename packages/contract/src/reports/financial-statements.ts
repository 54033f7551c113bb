import type { AccountClass } from "@kontor/books/account-code";
import { changeInBasisPoints, natural } from "@kontor/books/financial-statement";
import { shownSum } from "@kontor/books/money";
import { signed } from "@kontor/books/side";
import { z } from "zod";

import { accountClass } from "../accounting/accounts.ts";
import { asRecorded, changedColumn, changedSince } from "../accounting/as-recorded.ts";
import { describeList } from "../list.ts";
import { date, idOut, money, organizationFilter, side } from "../wire.ts";
import { describeReport, reportDays, reportDaysInOrder } from "./report.ts";
import { accountDetail } from "./trial-balance.ts";

/**
 * A line of a profit and loss or a balance sheet. Its amount has a side, as in the books; its sign
 * in the section depends on the class. A result on CR is a profit.
 */
export const financialLine = z.strictObject({
  kind: z.enum([
    "section",
    "group",
    "ledger",
    "sub_ledger",
    "organization",
    "unclosed",
    "total",
    "result",
  ]),
  class: accountClass.nullable(),
  tenant_id: idOut.nullable(),
  /** The id of the group, ledger or organization; null for any other line. */
  id: idOut.nullable(),
  group_id: idOut.nullable(),
  code: z.string().nullable(),
  name: z.string(),
  amount: money,
  amount_dc: side,
  /** The comparison figure; null without a comparison. */
  compared: money.nullable(),
  compared_dc: side,
  changed: changedSince,
});

/** The range that a statement is compared with; for a balance sheet a single day. Null for none. */
const comparedWith = z.strictObject({ start_date: date.nullable(), end_date: date }).nullable();

export type ComparedWith = z.output<typeof comparedWith>;

export const financialStatement = z.strictObject({
  rows: z.array(financialLine),
  compared_with: comparedWith,
  /**
   * The difference between the two sides of a balance sheet, caused by unequal opening balances.
   */
  difference: money,
  short_side: side.nullable(),
});

/** The earlier ranges that a profit and loss can be compared with. */
export const comparisons = ["none", "period_before", "year_before"] as const;

export const profitAndLossReport = describeReport({
  path: "/transaction/profit-and-loss",
  summary: "Profit and loss of a period, compared with the previous period or year",
  access: "accounting.read",
  query: {
    tenant_id: organizationFilter,
    ...reportDays,
    compare: z
      .enum(comparisons, { error: "Choose one of none, period_before and year_before." })
      .default("period_before"),
    detail: accountDetail,
    ...asRecorded,
  },
  rules: [reportDaysInOrder],
  data: financialStatement,
});

export const balanceSheetReport = describeReport({
  path: "/transaction/balance-sheet",
  summary: "The balance sheet on any day, including the result not closed yet",
  access: "accounting.read",
  query: {
    tenant_id: organizationFilter,
    as_of: date,
    /** Another day to compare with. */
    compare_with: date.optional(),
    detail: accountDetail,
    ...asRecorded,
  },
  data: financialStatement,
});

export type FinancialLine = z.output<typeof financialLine>;

/** A line's signed amount in its section: a loss and a contra account are negative. */
export function countedAmount(line: FinancialLine): bigint {
  return counted(line, signed(line.amount_dc, line.amount));
}

/** The signed comparison figure; null without one. */
export function countedComparison(line: FinancialLine): bigint | null {
  return line.compared === null ? null : counted(line, signed(line.compared_dc, line.compared));
}

function counted({ class: of }: FinancialLine, net: bigint): bigint {
  // A line without a class is a result or a total of the right-hand side, both of which grow on CR.
  return natural(of ?? "05", net);
}

/** The change from the comparison figure, in hundredths of a percent; null without one. */
function changeOf(line: FinancialLine): bigint | null {
  const compared = countedComparison(line);
  return compared === null ? null : changeInBasisPoints(countedAmount(line), compared);
}

const classNames: Readonly<Record<AccountClass, string>> = {
  "01": "Assets",
  "02": "Liabilities",
  "03": "Income",
  "04": "Expenses",
  "05": "Equity",
};

/** The name of a class in statements: "Income", where the chart's badge has INCOMES. */
export function sectionName(of: AccountClass): string {
  return classNames[of];
}

const columns = {
  code: {
    header: "Account Code",
    kind: "text" as const,
    width: 14,
    value: (row: FinancialLine) => row.code,
    phone: "none" as const,
  },
  name: {
    header: "Account",
    kind: "text" as const,
    width: 40,
    wrap: true as const,
    value: (row: FinancialLine) => `${indents[row.kind] ?? ""}${row.name}`,
    phone: "what" as const,
  },
  amount: {
    header: "Amount",
    kind: "net" as const,
    width: 20,
    value: (row: FinancialLine) => shownSum(countedAmount(row)),
    phone: "amount" as const,
  },
  compared: {
    header: "Compared With",
    kind: "net" as const,
    width: 20,
    value: (row: FinancialLine) => {
      const compared = countedComparison(row);
      return compared === null ? null : shownSum(compared);
    },
    phone: "none" as const,
  },
  change: {
    header: "Change",
    kind: "net" as const,
    width: 20,
    value: (row: FinancialLine) => {
      const compared = countedComparison(row);
      return compared === null ? null : shownSum(countedAmount(row) - compared);
    },
    phone: "none" as const,
  },
  percent: {
    header: "Change %",
    kind: "percent" as const,
    value: changeOf,
    phone: "end" as const,
  },
  changed: changedColumn,
};

/** Accounts are indented below the heading of their section. */
const indents: Readonly<Partial<Record<FinancialLine["kind"], string>>> = {
  group: "\u2003",
  ledger: "\u2003",
  organization: "\u2003",
  unclosed: "\u2003",
  sub_ledger: "\u2003\u2003",
};

const isStrong = ({ kind }: FinancialLine) =>
  kind === "section" || kind === "total" || kind === "result";

export const profitAndLossList = describeList<FinancialLine>()({
  label: "Profit and Loss",
  columns,
  main: "name",
  strong: isStrong,
  ordered: "A statement is read from incomes to the result.",
});

export const balanceSheetList = describeList<FinancialLine>()({
  label: "Balance Sheet",
  columns,
  main: "name",
  strong: isStrong,
  ordered: "A statement is read from assets to equity.",
});

const comparing: ReadonlySet<string> = new Set(["compared", "change", "percent"]);

/** The list of a statement; without a comparison, the columns that would be empty are left out. */
export function withComparison(
  list: typeof balanceSheetList,
  compared: ComparedWith,
): typeof balanceSheetList {
  if (compared !== null) return list;
  const all = Object.keys(list.columns) as (keyof typeof columns)[];
  const shown = (keys: readonly (keyof typeof columns)[] = all) =>
    keys.filter((key) => !comparing.has(key));
  return {
    ...list,
    screen: shown(list.screen),
    sheet: shown(list.sheet),
    paper: shown(list.paper),
  };
}
