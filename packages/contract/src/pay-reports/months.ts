import { monthName, monthsFrom } from "@kontor/payroll/month";

import type { QueryRule } from "../reports/report.ts";

/** Months of a report on pay at most, both ends included. */
const mostMonths = 36;

/** "March 2026", or "January 2026 to March 2026". @param from the first of several months */
export function monthsName(from: string | undefined, to: string): string {
  return from === undefined || from === to
    ? monthName(to)
    : `${monthName(from)} to ${monthName(to)}`;
}

/** The rule that `from`, if given, is not after the last month. @param last the name of that month in the query */
export function monthsInOrder(last: string): QueryRule {
  return {
    holds: (query) => !isGiven(query["from"]) || query["from"] <= String(query[last]),
    path: last,
    error: "The last month lies before the first.",
  };
}

/** The rule that there are not too many months from `from` to the last. @param last as above */
export function monthsNotTooMany(last: string): QueryRule {
  return {
    holds: (query) =>
      !isGiven(query["from"]) ||
      monthsFrom(query["from"], String(query[last])).length <= mostMonths,
    path: "from",
    error: `Choose at most ${mostMonths} months.`,
  };
}

function isGiven(value: unknown): value is string {
  return typeof value === "string";
}
