import { monthName, monthsFrom } from "@kontor/payroll/month";

import { month } from "../payroll/runs.ts";
import type { QueryRule } from "../reports/report.ts";

/**
 * The month of a report. By default the latest month with an approved payroll, or the current month
 * when there is none. The response names it.
 */
export const monthOrLatest = month.optional();

/** The maximum number of months of a report on pay, both ends included. */
const maxMonths = 36;

/** "March 2026", or "January 2026 to March 2026". @param from the first of several months */
export function monthRangeName(from: string | undefined, to: string): string {
  return from === undefined || from === to
    ? monthName(to)
    : `${monthName(from)} to ${monthName(to)}`;
}

/**
 * The rule that a first month requires a last one. @param last the name of the last month in the
 * query
 */
export function lastMonthRequired(last: string): QueryRule {
  return {
    isValid: (query) => !isGiven(query["from"]) || isGiven(query[last]),
    path: last,
    error: "Enter the last month too.",
  };
}

/** The rule that the first month is not after the last. @param last as above */
export function monthsInOrder(last: string): QueryRule {
  return {
    isValid: ({ from, [last]: to }) => !isGiven(from) || !isGiven(to) || from <= to,
    path: last,
    error: "The last month is before the first month.",
  };
}

/** The rule that limits the number of months from `from` to the last. @param last as above */
export function monthsWithinMax(last: string): QueryRule {
  return {
    isValid: ({ from, [last]: to }) =>
      !isGiven(from) || !isGiven(to) || monthsFrom(from, to).length <= maxMonths,
    path: "from",
    error: `Choose at most ${maxMonths} months.`,
  };
}

function isGiven(value: unknown): value is string {
  return typeof value === "string";
}
