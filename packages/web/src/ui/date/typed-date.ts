import { addDays } from "@kontor/books/calendar-date";
import { isCalendarDate } from "@kontor/books/date-parts";

/** Formats a date for the field: "2026-03-05" becomes "05/03/2026". */
export function formatDateInput(date: string): string {
  return date.slice(0, 10).split("-").toReversed().join("/");
}

/**
 * Parses a complete date with the day first: "5/3/2026", "05-03-26", "5.3.2026", "05032026", or the
 * wire format "2026-03-05". A two-digit year is in this century.
 *
 * @param latest the last possible day, `YYYY-MM-DD`: a two-digit year that would be after
 *   it is in the last century.
 * @returns `YYYY-MM-DD`, or null when the text is not a date of the calendar.
 */
export function parseFullDate(text: string, latest?: string): string | null {
  const written = text.trim();
  const wire = /^(\d{4})-(\d{1,2})-(\d{1,2})$/.exec(written);
  if (wire) return calendarDate(wire[1], wire[2], wire[3]);
  const typed =
    /^(\d{1,2})[/.\-\s](\d{1,2})[/.\-\s](\d{4}|\d{2})$/.exec(written) ??
    /^(\d{2})(\d{2})(\d{4})$/.exec(written);
  return typed ? calendarDate(typed[3], typed[2], typed[1], latest) : null;
}

const monthNames = "jan feb mar apr may jun jul aug sep oct nov dec".split(" ");
const daysFromToday: Readonly<Record<string, number>> = {
  t: 0,
  today: 0,
  y: -1,
  yesterday: -1,
  tomorrow: 1,
};

/**
 * Parses an abbreviated date: "21" is in this month, "5/3" and "5 mar" in this year, "t" or
 * "today", "y" or "yesterday", "+7" in a week, "-1" yesterday. It also parses "5 March 2026" and
 * complete dates.
 *
 * @param today the day that short forms refer to, `YYYY-MM-DD`.
 * @param latest as above.
 * @returns `YYYY-MM-DD`, or null when the text matches no date of the calendar.
 */
export function parseDateInput(text: string, today: string, latest?: string): string | null {
  const written = text.trim().toLowerCase();
  const whole = parseFullDate(written, latest);
  if (whole !== null) return whole;
  const named = daysFromToday[written];
  if (named !== undefined) return addDays(today, named);
  if (/^[+-]\d{1,4}$/.test(written)) return addDays(today, Number(written));
  const [year, month] = today.split("-");
  if (/^\d{1,2}$/.test(written)) return calendarDate(year, month, written);
  const dayAndMonth = /^(\d{1,2})[/.\-\s](\d{1,2})$/.exec(written);
  if (dayAndMonth) return calendarDate(year, dayAndMonth[2], dayAndMonth[1]);
  const withName = /^(\d{1,2})[\s-]*([a-z]{3,9})[\s,-]*(\d{4}|\d{2})?$/.exec(written);
  const monthNumber = withName ? monthNames.indexOf((withName[2] ?? "").slice(0, 3)) + 1 : 0;
  return withName && monthNumber > 0
    ? calendarDate(withName[3] ?? year, String(monthNumber), withName[1], latest)
    : null;
}

/** The date that a date field has; null while it is empty or its text is not a date. */
export function dateOrNull(value: string | null): string | null {
  return value !== null && isCalendarDate(value) ? value : null;
}

function calendarDate(year = "", month = "", day = "", latest?: string): string | null {
  if (year.length === 2) {
    const ofThis = calendarDate(`20${year}`, month, day);
    const isToCome = latest !== undefined && (ofThis === null || ofThis > latest);
    return isToCome ? calendarDate(`19${year}`, month, day) : ofThis;
  }
  const date = `${year}-${month.padStart(2, "0")}-${day.padStart(2, "0")}`;
  return dateOrNull(date);
}
