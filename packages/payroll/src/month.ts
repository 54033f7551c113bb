import { addDays, daysBetween, FIRST_DAY, isCalendarDate } from "@kontor/books/calendar-date";

/** A month of the calendar, "YYYY-MM". Texts of months are in the order of time. */
export type Month = string;

/** The part of a month that an employee worked, as a fraction: `of` is above zero. */
export type MonthPart = { readonly worked: number; readonly of: number };

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

/** Whether a text is a month that business dates know, "YYYY-MM". */
export function isMonth(text: string): boolean {
  return isCalendarDate(`${text}-01`);
}

/** The month of a date. */
export function monthOf(date: string): Month {
  return date.slice(0, 7);
}

/** @throws RangeError when the text is no month. */
export function firstDayOf(month: Month): string {
  if (!isMonth(month)) throw new RangeError(`"${month}" is not a month.`);
  return `${month}-01`;
}

/** The last day of a month as a date: `2026-02-28`. */
export function lastDayOf(month: Month): string {
  return addDays(firstDayOf(monthsLater(month, 1)), -1);
}

/** How many days a month has. */
export function daysIn(month: Month): number {
  return daysBetween(firstDayOf(month), lastDayOf(month)) + 1;
}

/** The tax year of a month, which is the calendar year. */
export function yearOf(month: Month): number {
  return Number(month.slice(0, 4));
}

/** The month some months later, or earlier when `count` is negative. */
export function monthsLater(month: Month, count: number): Month {
  const months = yearOf(month) * 12 + Number(month.slice(5)) - 1 + count;
  const later = `${Math.floor(months / 12)}-${String((months % 12) + 1).padStart(2, "0")}`;
  if (!isMonth(later)) throw new RangeError(`${later} is outside the months that dates know.`);
  return later;
}

/** The month before another one; null before the first one that dates know. */
export function monthBefore(month: Month): Month | null {
  return month <= monthOf(FIRST_DAY) ? null : monthsLater(month, -1);
}

/** The months from one to another, both included; none when `to` is the earlier one. */
export function monthsFrom(from: Month, to: Month): Month[] {
  const count = (yearOf(to) - yearOf(from)) * 12 + Number(to.slice(5)) - Number(from.slice(5)) + 1;
  return Array.from({ length: Math.max(count, 0) }, (_, index) => monthsLater(from, index));
}

/** For display: "January 2026". */
export function monthName(month: Month): string {
  return `${names[Number(month.slice(5)) - 1] ?? ""} ${month.slice(0, 4)}`;
}

/** The day of a month on which pay is due: its last day where the month is shorter than that. */
export function paydayOf(month: Month, payDay: number): string {
  if (!Number.isInteger(payDay) || payDay < 1 || payDay > 31) {
    throw new RangeError("The pay day is a day of the month, 1 to 31.");
  }
  return addDays(firstDayOf(month), Math.min(payDay, daysIn(month)) - 1);
}
