import type { AccountClass } from "@kontor/books/account-code";
import {
  addDays,
  addMonths,
  daysBetween,
  endOfMonth,
  FIRST_DAY,
  startOfMonth,
  monthsBetween,
} from "@kontor/books/calendar-date";
import {
  balanceSheet as balanceSheetOf,
  profitAndLoss as profitAndLossOf,
  type StatementLine,
} from "@kontor/books/financial-statement";
import { fromSigned } from "@kontor/books/side";
import { withChangedColumn } from "@kontor/contract/accounting/as-recorded";
import type { DataOf, InputOf } from "@kontor/contract/endpoint";
import { fact } from "@kontor/contract/facts";
import { formatMoney } from "@kontor/contract/format";
import { balanceSheetFacts, periodStatementFacts } from "@kontor/contract/reports/facts";
import {
  balanceSheetList,
  profitAndLossList,
  sectionName,
  type balanceSheetReport,
  type FinancialLine,
  type profitAndLossReport,
} from "@kontor/contract/reports/financial-statements";
import { withComparison, type StatementColumn } from "@kontor/contract/reports/statement-columns";

import { booksFilter } from "../../accounting/books-tenant.ts";
import type { Days } from "../../accounting/totals/ledger-totals.ts";
import { type ListExport } from "../../platform/export/export-file.ts";
import type { Context } from "../../platform/scope.ts";
import { singleBatch } from "../report.ts";
import { reportTenant } from "./as-recorded.ts";
import { compareFigures, type Figure } from "./compared-figures.ts";
import { accountPresenter } from "./statement-accounts.ts";

type ProfitAndLossInput = InputOf<typeof profitAndLossReport.read>;
type BalanceSheetInput = InputOf<typeof balanceSheetReport.read>;
type Statement = DataOf<typeof profitAndLossReport.read>;

/**
 * Profit and loss of a range of days: postings to incomes and expenses, compared with the days
 * before or with the same days a year earlier. Without an organization, each section has a line for
 * each.
 *
 * @throws Refusal `not_found`, `module_off`; for an earlier moment `organization_required`, and
 *   `moment_in_future` and `too_much_since` at `recorded_up_to`.
 */
export async function profitAndLoss(
  context: Context,
  input: ProfitAndLossInput,
): Promise<Statement> {
  const tenantId = await reportTenant(context, input);
  const before = comparisonDays(input, input.compare);
  const figures = await compareFigures(context.tx, tenantId, {
    days: input,
    before,
    measure: "movement",
    recordedUpTo: input.recorded_up_to,
  });
  return {
    rows: presentLines(profitAndLossOf(figures, detailOf(tenantId, input)), figures, {
      result: "Result",
    }),
    compared_with: before,
    difference: fromSigned(0n).amount,
    short_side: null,
  };
}

/**
 * The balance sheet as of a day. Income and expenses since the last closing are shown below equity,
 * as the result not yet closed.
 *
 * @throws Refusal `not_found`, `module_off`; for an earlier moment `organization_required`, and
 *   `moment_in_future` and `too_much_since` at `recorded_up_to`.
 */
export async function balanceSheet(context: Context, input: BalanceSheetInput): Promise<Statement> {
  const tenantId = await reportTenant(context, input);
  const { as_of, compare_with } = input;
  const figures = await compareFigures(context.tx, tenantId, {
    days: onDay(as_of),
    before: compare_with === undefined ? null : onDay(compare_with),
    measure: "closing",
    recordedUpTo: input.recorded_up_to,
  });
  const lines = balanceSheetOf(figures, detailOf(tenantId, input));
  const net = figures.reduce((sum, { amount }) => sum + amount, 0n);
  const { amount, side } = fromSigned(-net);
  return {
    rows: presentLines(lines, figures, {
      unclosed: "Result not closed yet",
      total: "Liabilities, equity and result",
    }),
    compared_with: compare_with === undefined ? null : { start_date: null, end_date: compare_with },
    difference: amount,
    short_side: amount === 0n ? null : side,
  };
}

/** A statement of several organizations has one line for each. */
function detailOf(tenantId: number | null, { detail }: Pick<BalanceSheetInput, "detail">) {
  return tenantId === null ? "sub_ledgers" : detail;
}

function onDay(day: string): Days {
  return { start_date: day, end_date: day };
}

/**
 * Converts lines to those of the contract. @param names the names of lines that are neither account
 * nor section.
 */
function presentLines(
  lines: readonly StatementLine[],
  figures: readonly Figure[],
  names: Partial<Record<StatementLine["kind"], string>>,
): FinancialLine[] {
  const presentAccount = accountPresenter(figures);
  return lines.map((line) => {
    const { kind, accountClass, amount, compared } = line;
    const { name, ...account } = presentAccount(line);
    const shown = normalSideAmount(accountClass, amount);
    const before = compared === null ? null : normalSideAmount(accountClass, compared);
    return {
      ...account,
      class: accountClass,
      name: name ?? names[kind] ?? (accountClass === null ? "" : sectionName(accountClass)),
      amount: shown.amount,
      amount_dc: shown.side,
      compared: before?.amount ?? null,
      compared_dc: before?.side ?? "DR",
    };
  });
}

/** A line's amount, on the side on which its class increases if positive. */
function normalSideAmount(accountClass: AccountClass | null, counted: bigint) {
  return fromSigned(accountClass === "01" || accountClass === "04" ? counted : -counted);
}

/**
 * The days that a range is compared with: the same days a year earlier, or as many days before it,
 * which for whole months are as many months. Null without a comparison, and when those days lie
 * before the calendar.
 */
export function comparisonDays(
  { start_date, end_date }: Days,
  compare: ProfitAndLossInput["compare"],
): Days | null {
  if (compare === "none") return null;
  const wholeMonths = start_date === startOfMonth(start_date) && end_date === endOfMonth(end_date);
  if (compare === "year_before") {
    if (monthsBetween(FIRST_DAY, start_date) < 12) return null;
    const end = addMonths(end_date, -12);
    // The last day of February stays the last day of February.
    return {
      start_date: addMonths(start_date, -12),
      end_date: wholeMonths ? endOfMonth(end) : end,
    };
  }
  const days = daysBetween(start_date, end_date) + 1;
  const months = wholeMonths ? monthsBetween(start_date, end_date) + 1 : 0;
  const isThere = wholeMonths
    ? monthsBetween(FIRST_DAY, start_date) >= months
    : daysBetween(FIRST_DAY, start_date) >= days;
  if (!isThere) return null;
  return {
    start_date: wholeMonths ? addMonths(start_date, -months) : addDays(start_date, -days),
    end_date: addDays(start_date, -1),
  };
}

/** Exports profit and loss as a file. */
export async function profitAndLossFile(
  context: Context,
  input: ProfitAndLossInput,
): Promise<ListExport<FinancialLine, StatementColumn>> {
  const { rows, compared_with } = await profitAndLoss(context, input);
  const { start_date, end_date } = input;
  return {
    list: withComparison(withChangedColumn(profitAndLossList, input.recorded_up_to), compared_with),
    name: "profit-and-loss",
    parts: [start_date, end_date],
    facts: periodStatementFacts(input, compared_with),
    tenantId: await booksFilter(context, input.tenant_id),
    total: rows.length,
    rows: singleBatch(rows),
  };
}

/** Exports the balance sheet as a file. */
export async function balanceSheetFile(
  context: Context,
  input: BalanceSheetInput,
): Promise<ListExport<FinancialLine, StatementColumn>> {
  const { rows, compared_with, difference, short_side } = await balanceSheet(context, input);
  return {
    list: withComparison(withChangedColumn(balanceSheetList, input.recorded_up_to), compared_with),
    name: "balance-sheet",
    parts: [input.as_of],
    facts: [
      ...balanceSheetFacts(input),
      ...fact("Difference", short_side && `${formatMoney(difference)}, ${short_side} is short`),
    ],
    tenantId: await booksFilter(context, input.tenant_id),
    total: rows.length,
    rows: singleBatch(rows),
  };
}
