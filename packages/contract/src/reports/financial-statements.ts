import type { AccountClass } from "@kontor/books/account-code";
import { normalSigned } from "@kontor/books/financial-statement";
import { signed } from "@kontor/books/side";
import { z } from "zod";

import { accountClass } from "../accounting/accounts.ts";
import { recordedUpToFilter } from "../accounting/as-recorded.ts";
import { describeList } from "../list.ts";
import { date } from "../wire/dates.ts";
import { organizationFilter } from "../wire/ids.ts";
import { money, side } from "../wire/money.ts";
import { describeReport, reportDays, reportDaysInOrder } from "./report.ts";
import {
  comparedWith,
  comparison,
  statementColumns,
  statementLineFields,
} from "./statement-columns.ts";
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
  ...statementLineFields,
});

export const financialStatement = z.strictObject({
  rows: z.array(financialLine),
  compared_with: comparedWith,
  /**
   * The difference between the two sides of a balance sheet, caused by unequal opening balances.
   */
  difference: money,
  short_side: side.nullable(),
});

export const profitAndLossReport = describeReport({
  path: "/transaction/profit-and-loss",
  summary: "Profit and loss of a period, compared with the previous period or year",
  access: "accounting.read",
  query: {
    tenant_id: organizationFilter,
    ...reportDays,
    compare: comparison,
    detail: accountDetail,
    ...recordedUpToFilter,
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
    ...recordedUpToFilter,
  },
  data: financialStatement,
});

export type FinancialLine = z.output<typeof financialLine>;

/** A line's signed amount in its section: a loss and a contra account are negative. */
export function financialAmount(line: FinancialLine): bigint {
  return inNormalSign(line, signed(line.amount_dc, line.amount));
}

/** The signed comparison figure; null without one. */
export function financialComparison(line: FinancialLine): bigint | null {
  return line.compared === null
    ? null
    : inNormalSign(line, signed(line.compared_dc, line.compared));
}

function inNormalSign({ class: of }: FinancialLine, net: bigint): bigint {
  // A line without a class is a result or a total of the right-hand side, both of which grow on CR.
  return normalSigned(of ?? "05", net);
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

/**
 * Accounts are indented below the heading of their section. The result that is not closed yet is
 * not indented: it is listed beside equity, whose sum does not include it.
 */
const indents: Readonly<Partial<Record<FinancialLine["kind"], number>>> = {
  group: 1,
  ledger: 1,
  organization: 1,
  sub_ledger: 2,
};

/** How many steps a line is indented. */
export function financialIndent({ kind }: FinancialLine): number {
  return indents[kind] ?? 0;
}

const columns = statementColumns<FinancialLine>({
  amountOf: financialAmount,
  comparedOf: financialComparison,
  indentOf: financialIndent,
});

/** Whether a line is emphasized: a section, or a line that belongs to none. */
const isStrong = ({ kind }: FinancialLine) =>
  kind === "section" || kind === "unclosed" || kind === "total" || kind === "result";

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
