import { monthName, monthsFrom } from "@kontor/payroll/month";

import { month } from "../payroll/runs.ts";
import type { QueryRule } from "../reports/report.ts";

/**
 * The month that a report covers: where none is asked for, the latest with an approved payroll, or the
 * present one where there is none. The response says which.
 */
export const monthOrLatest = month.optional();

/** Months of a report on pay at most, both ends included. */
const mostMonths = 36;

/** "March 2026", or "January 2026 to March 2026". @param from the first of several months */
export function monthsName(from: string | undefined, to: string): string {
  return from === undefined || from === to
    ? monthName(to)
    : `${monthName(from)} to ${monthName(to)}`;
}

/** The rule that a first month comes with a last one. @param last the name of the last month in the query */
export function lastMonthGiven(last: string): QueryRule {
  return {
    isValid: (query) => !isGiven(query["from"]) || isGiven(query[last]),
    path: last,
    error: "Give the last month as well.",
  };
}

/** The rule that the first month is not after the last. @param last as above */
export function monthsInOrder(last: string): QueryRule {
  return {
    isValid: ({ from, [last]: to }) => !isGiven(from) || !isGiven(to) || from <= to,
    path: last,
    error: "The last month lies before the first.",
  };
}

/** The rule that there are not too many months from `from` to the last. @param last as above */
export function monthsNotTooMany(last: string): QueryRule {
  return {
    isValid: ({ from, [last]: to }) =>
      !isGiven(from) || !isGiven(to) || monthsFrom(from, to).length <= mostMonths,
    path: "from",
    error: `Choose at most ${mostMonths} months.`,
  };
}

function isGiven(value: unknown): value is string {
  return typeof value === "string";
}
