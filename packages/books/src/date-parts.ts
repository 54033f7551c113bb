/** A business date in its parts, and whether it exists; arithmetic is in calendar-date.ts. */

/** The first and last year of business dates. Years with four digits sort correctly as text. */
export const FIRST_YEAR = 1900;
export const LAST_YEAR = 9999;

export type DateParts = { readonly year: number; readonly month: number; readonly day: number };

const HYPHEN = 45;
const ZERO = 48;

function isLeapYear(year: number): boolean {
  return (year % 4 === 0 && year % 100 !== 0) || year % 400 === 0;
}

export function daysInMonth(year: number, month: number): number {
  if (month === 2) return isLeapYear(year) ? 29 : 28;
  return month === 4 || month === 6 || month === 9 || month === 11 ? 30 : 31;
}

/**
 * The number written by the digits from `start` up to `end`, exclusive; -1 when one of the
 * characters is not a digit.
 */
function readDigits(text: string, start: number, end: number): number {
  let number = 0;
  for (let at = start; at < end; at++) {
    const digit = text.charCodeAt(at) - ZERO;
    if (digit < 0 || digit > 9) return -1;
    number = number * 10 + digit;
  }
  return number;
}

/**
 * The parts of a date; null when it does not exist. It parses digit by digit for speed: the payroll
 * calculation reads about a dozen dates for each payslip.
 */
export function parseDateParts(text: string): DateParts | null {
  if (text.length !== 10 || text.charCodeAt(4) !== HYPHEN || text.charCodeAt(7) !== HYPHEN) {
    return null;
  }
  const year = readDigits(text, 0, 4);
  const month = readDigits(text, 5, 7);
  const day = readDigits(text, 8, 10);
  const real =
    year >= FIRST_YEAR && month >= 1 && month <= 12 && day >= 1 && day <= daysInMonth(year, month);
  return real ? { year, month, day } : null;
}

/** Whether a text is an existing day, written "YYYY-MM-DD", from 1900 to 9999. */
export function isCalendarDate(text: string): boolean {
  return parseDateParts(text) !== null;
}
