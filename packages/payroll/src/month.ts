import { addDays, daysBetween, FIRST_DAY } from "@kontor/books/calendar-date";
import { isCalendarDate } from "@kontor/books/date-parts";

/** A calendar month, "YYYY-MM". As text, months sort in order of time. */
export type Month = string;

/** The part of a month that an employee worked, as a fraction; `of` is above zero. */
export type MonthPart = { readonly worked: number; readonly of: number };

/** How many months ahead payroll may be run. */
export const MAX_MONTHS_AHEAD = 1;

export const WHOLE_MONTH: MonthPart = { worked: 1, of: 1 };
export const NO_PART: MonthPart = { worked: 0, of: 1 };

const names = [
  "January",
  "February",
  "March",
  "April",
  "May",
  "June",
  "July",
  "August",
  "September",
  "October",
  "November",
  "December",
] as const;

/** Whether a text is a valid month, "YYYY-MM", in the range of business dates. */
export function isMonth(text: string): boolean {
  return isCalendarDate(`${text}-01`);
}

/** The month of a date. */
export function monthOf(date: string): Month {
  return date.slice(0, 7);
}

/** @throws RangeError when the text is not a month. */
export function firstDayOf(month: Month): string {
  if (!isMonth(month)) throw new RangeError(`"${month}" is not a month.`);
  return `${month}-01`;
}

/** The last day of a month as a date: `2026-02-28`. */
export function lastDayOf(month: Month): string {
  return addDays(firstDayOf(monthsLater(month, 1)), -1);
}

/** The number of days in a month. */
export function daysIn(month: Month): number {
  return daysBetween(firstDayOf(month), lastDayOf(month)) + 1;
}

/** The tax year of a month, which is the calendar year. */
export function yearOf(month: Month): number {
  return Number(month.slice(0, 4));
}

/** Adds a number of months; a negative `count` gives an earlier month. */
export function monthsLater(month: Month, count: number): Month {
  const months = yearOf(month) * 12 + Number(month.slice(5)) - 1 + count;
  const later = `${Math.floor(months / 12)}-${String((months % 12) + 1).padStart(2, "0")}`;
  if (!isMonth(later)) throw new RangeError(`${later} is outside the months that dates know.`);
  return later;
}

/** The month before; null for the first month of the calendar. */
export function monthBefore(month: Month): Month | null {
  return month <= monthOf(FIRST_DAY) ? null : monthsLater(month, -1);
}

/** The months from one to another, both included; empty when `to` is earlier. */
export function monthsFrom(from: Month, to: Month): Month[] {
  const count = (yearOf(to) - yearOf(from)) * 12 + Number(to.slice(5)) - Number(from.slice(5)) + 1;
  return Array.from({ length: Math.max(count, 0) }, (_, index) => monthsLater(from, index));
}

/** For display: "January 2026". */
export function monthName(month: Month): string {
  return `${names[Number(month.slice(5)) - 1] ?? ""} ${month.slice(0, 4)}`;
}

/** For display, as everywhere else in the product: "05 Jan 2026". */
export function dayName(date: string): string {
  const name = names[Number(date.slice(5, 7)) - 1] ?? "";
  return `${date.slice(8)} ${name.slice(0, 3)} ${date.slice(0, 4)}`;
}

/** The day of a month on which pay is due; its last day where the month is too short. */
export function paydayOf(month: Month, payDay: number): string {
  if (!Number.isInteger(payDay) || payDay < 1 || payDay > 31) {
    throw new RangeError("The pay day is a day of the month, 1 to 31.");
  }
  return addDays(firstDayOf(month), Math.min(payDay, daysIn(month)) - 1);
}
