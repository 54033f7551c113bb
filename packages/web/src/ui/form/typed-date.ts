import { isCalendarDate } from "@kontor/books/calendar-date";

/** A date as the field shows it: "2026-03-05" becomes "05/03/2026". */
export function printTypedDate(date: string): string {
  return date.slice(0, 10).split("-").toReversed().join("/");
}

/**
 * Reads a date as people type it, day first: "5/3/2026", "05-03-26", "5.3.2026", "05032026", or the
 * wire form "2026-03-05". A year of two digits is of this century.
 *
 * @returns `YYYY-MM-DD`, or null when the text is no date of the calendar.
 */
export function parseTypedDate(text: string): string | null {
  const written = text.trim();
  const wire = /^(\d{4})-(\d{1,2})-(\d{1,2})$/.exec(written);
  if (wire) return calendarDate(wire[1], wire[2], wire[3]);
  const typed =
    /^(\d{1,2})[/.\-\s](\d{1,2})[/.\-\s](\d{4}|\d{2})$/.exec(written) ??
    /^(\d{2})(\d{2})(\d{4})$/.exec(written);
  return typed ? calendarDate(typed[3], typed[2], typed[1]) : null;
}

function calendarDate(year = "", month = "", day = ""): string | null {
  const century = year.length === 2 ? `20${year}` : year;
  const date = `${century}-${month.padStart(2, "0")}-${day.padStart(2, "0")}`;
  return isCalendarDate(date) ? date : null;
}
