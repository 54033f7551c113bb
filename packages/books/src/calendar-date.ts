/**
 * Business dates: calendar days written as "YYYY-MM-DD", without a time or a time zone. Nothing
 * here uses a clock or `Date`, because its days do not start at midnight in Lagos.
 */

import {
  daysInMonth,
  FIRST_YEAR,
  LAST_YEAR,
  parseDateParts,
  type DateParts,
} from "./date-parts.ts";

/** The first valid business date. */
export const FIRST_DAY = `${FIRST_YEAR}-01-01`;
/** The last valid business date. */
export const LAST_DAY = `${LAST_YEAR}-12-31`;

function partsOf(date: string): DateParts {
  const parts = parseDateParts(date);
  if (parts === null) throw new RangeError(`"${date}" is not a date.`);
  return parts;
}

function writeDate({ year, month, day }: DateParts): string {
  if (year < FIRST_YEAR || year > LAST_YEAR) {
    throw new RangeError(`The year ${year} is outside ${FIRST_YEAR} to ${LAST_YEAR}.`);
  }
  return `${year}-${String(month).padStart(2, "0")}-${String(day).padStart(2, "0")}`;
}

function checkWhole(count: number, unit: string): void {
  if (!Number.isSafeInteger(count)) throw new RangeError(`The ${unit} must be a whole number.`);
}

/*
 * Years are counted from March, so that the leap day is the last day of its year, and in spans of
 * 400 years, after which the Gregorian calendar repeats.
 */
const DAYS_IN_400_YEARS = 146_097;

function toDayNumber({ year, month, day }: DateParts): number {
  const marchYear = month > 2 ? year : year - 1;
  const monthFromMarch = (month + 9) % 12;
  const dayOfYear = Math.floor((153 * monthFromMarch + 2) / 5) + day - 1;
  const leapDays =
    Math.floor(marchYear / 4) - Math.floor(marchYear / 100) + Math.floor(marchYear / 400);
  return 365 * marchYear + leapDays + dayOfYear;
}

function fromDayNumber(dayNumber: number): DateParts {
  const span = Math.floor(dayNumber / DAYS_IN_400_YEARS);
  const dayOfSpan = dayNumber - span * DAYS_IN_400_YEARS;
  const yearOfSpan = Math.floor(
    (dayOfSpan -
      Math.floor(dayOfSpan / 1460) +
      Math.floor(dayOfSpan / 36_524) -
      Math.floor(dayOfSpan / (DAYS_IN_400_YEARS - 1))) /
      365,
  );
  const dayOfYear =
    dayOfSpan - (365 * yearOfSpan + Math.floor(yearOfSpan / 4) - Math.floor(yearOfSpan / 100));
  const monthFromMarch = Math.floor((5 * dayOfYear + 2) / 153);
  const day = dayOfYear - Math.floor((153 * monthFromMarch + 2) / 5) + 1;
  const month = monthFromMarch < 10 ? monthFromMarch + 3 : monthFromMarch - 9;
  const year = span * 400 + yearOfSpan + (month <= 2 ? 1 : 0);
  return { year, month, day };
}

/** Orders two dates for `sort`: negative when `a` is the earlier one. */
export function compareDates(a: string, b: string): -1 | 0 | 1 {
  if (a < b) return -1;
  return a > b ? 1 : 0;
}

/**
 * Adds a number of days to a date; a negative number gives an earlier date.
 *
 * @throws RangeError when `date` is invalid, `days` is not an integer, or the result is outside
 * 1900–9999.
 */
export function addDays(date: string, days: number): string {
  checkWhole(days, "days");
  return writeDate(fromDayNumber(toDayNumber(partsOf(date)) + days));
}

/** The day before a date; null for the first day of the calendar. */
export function dayBefore(day: string): string | null {
  return day <= FIRST_DAY ? null : addDays(day, -1);
}

/**
 * Adds a number of months to a date; a negative number gives an earlier date. Where the resulting
 * month is too short, the result is its last day: one month after 31 January is 28 or 29 February.
 *
 * @throws RangeError when `date` is invalid, `months` is not an integer, or the result is outside
 * 1900–9999.
 */
export function addMonths(date: string, months: number): string {
  checkWhole(months, "months");
  const { year, month, day } = partsOf(date);
  const monthNumber = year * 12 + (month - 1) + months;
  const newYear = Math.floor(monthNumber / 12);
  const newMonth = monthNumber - newYear * 12 + 1;
  return writeDate({
    year: newYear,
    month: newMonth,
    day: Math.min(day, daysInMonth(newYear, newMonth)),
  });
}

/**
 * The number of days from one date to another: 0 when they are the same, negative when `to` is
 * earlier.
 *
 * @throws RangeError when either date is invalid.
 */
export function daysBetween(from: string, to: string): number {
  return toDayNumber(partsOf(to)) - toDayNumber(partsOf(from));
}

/** The first day of a date's month. */
export function startOfMonth(date: string): string {
  return `${date.slice(0, 7)}-01`;
}

/** The last day of a date's month. It also works in the last month of the calendar. */
export function endOfMonth(date: string): string {
  // January has as many days as any month, so addMonths returns the last day of a shorter month.
  return addMonths(`${date.slice(0, 4)}-01-31`, Number(date.slice(5, 7)) - 1);
}

/**
 * The number of calendar months from one date's month to another's: 0 within a month, 1 from the
 * last day of January to the first of February.
 *
 * @throws RangeError when either date is invalid.
 */
export function monthsBetween(from: string, to: string): number {
  const [one, other] = [partsOf(from), partsOf(to)];
  return (other.year - one.year) * 12 + other.month - one.month;
}
