import { daysBetween } from "@kontor/books/calendar-date";

import { daysIn, firstDayOf, lastDayOf, monthOf, type Month, type MonthPart } from "../month.ts";

/**
 * The days that proration counts:
 * - `calendar_days`: days worked ÷ days of the month.
 * - `weekdays`: Mondays to Fridays worked ÷ those of the month; public holidays count as worked.
 * - `thirty_days`: every month has 30 days. The last day of a month is its 30th, so a whole
 * February is a whole month, and the 31st of a month adds nothing to the days before it.
 */
export const PRORATION_BASES = ["calendar_days", "weekdays", "thirty_days"] as const;
export type ProrationBase = (typeof PRORATION_BASES)[number];

/** When an employee works for a company; `exit` is the last day, null while it is unknown. */
export type Employment = {
  readonly start: string;
  readonly exit: string | null;
  /** Earlier employments, the earliest first. */
  readonly earlier?: readonly { readonly start: string; readonly exit: string }[];
};

/** Days from `from` to `until`, both included. */
export type DaySpan = { readonly from: string; readonly until: string };

const MONDAY = "1900-01-01";

/** Counts Mondays to Fridays among the first days of a month. */
function weekdaysAmong(month: Month, days: number): number {
  const firstWeekday = daysBetween(MONDAY, firstDayOf(month)) % 7;
  let count = 0;
  for (let past = 0; past < days; past += 1) {
    if ((firstWeekday + past) % 7 < 5) count += 1;
  }
  return count;
}

/** How many counted days a month has up to and including a day; day 0 is before the month. */
function countedUntil(month: Month, day: number, base: ProrationBase): number {
  if (base === "weekdays") return weekdaysAmong(month, day);
  if (base === "calendar_days") return day;
  return day === daysIn(month) ? 30 : day;
}

/** The number of days of a whole month. */
export function daysOfBase(month: Month, base: ProrationBase): number {
  return countedUntil(month, daysIn(month), base);
}

/** The counted days of a span within one month. */
export function countedDays(month: Month, { from, until }: DaySpan, base: ProrationBase): number {
  if (until < from) return 0;
  const dayBefore = Number(from.slice(8)) - 1;
  return countedUntil(month, Number(until.slice(8)), base) - countedUntil(month, dayBefore, base);
}

/**
 * The days of a month in which an employee is employed, in order. There are several spans when the
 * employee was rehired in the month.
 */
export function employedSpans(month: Month, employment: Employment): DaySpan[] {
  const first = firstDayOf(month);
  const last = lastDayOf(month);
  return [...(employment.earlier ?? []), employment].flatMap(({ start, exit }) => {
    const from = start > first ? start : first;
    const until = exit !== null && exit < last ? exit : last;
    return from > until ? [] : [{ from, until }];
  });
}

/** Whether an employee is employed on every day of a month. */
export function isWholeMonth(month: Month, { start, exit }: Employment): boolean {
  return start <= `${month}-01` && (exit === null || monthOf(exit) > month);
}

/**
 * The part of a month in which an employee is employed. With `thirty_days` an employee who works on
 * the 31st only is still paid for a day; with `weekdays` one who works on a weekend only is paid
 * nothing.
 */
export function workedPart(month: Month, employment: Employment, base: ProrationBase): MonthPart {
  const of = daysOfBase(month, base);
  const spans = employedSpans(month, employment);
  if (spans.length === 0) return { worked: 0, of };
  const counted = spans.reduce((days, span) => days + countedDays(month, span, base), 0);
  return { worked: base === "thirty_days" ? Math.max(counted, 1) : counted, of };
}
