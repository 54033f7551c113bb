import { addDays, addMonths } from "@kontor/books/calendar-date";

export type RangePreset = { label: string; start_date: string; end_date: string };

/** The first day of the months or the year around a date: `months` is 1, 3 or 12. */
function firstDay(date: string, months: 1 | 3 | 12): string {
  const month = Number(date.slice(5, 7));
  const first = month - ((month - 1) % months);
  return `${date.slice(0, 4)}-${String(first).padStart(2, "0")}-01`;
}

/**
 * The month, quarter or year of a date, or one before it (negative) or after it. Both ends are
 * included.
 */
export function calendarPeriod(
  date: string,
  months: 1 | 3 | 12,
  offset = 0,
): Omit<RangePreset, "label"> {
  const start_date = addMonths(firstDay(date, months), offset * months);
  return { start_date, end_date: addDays(addMonths(start_date, months), -1) };
}

/** Common date ranges, relative to today's business date. Both ends are included. */
export function rangePresets(today: string): readonly RangePreset[] {
  return [
    { label: "Today", start_date: today, end_date: today },
    { label: "This month", ...calendarPeriod(today, 1) },
    { label: "Last month", ...calendarPeriod(today, 1, -1) },
    { label: "This quarter", ...calendarPeriod(today, 3) },
    { label: "Last quarter", ...calendarPeriod(today, 3, -1) },
    { label: "This year", ...calendarPeriod(today, 12) },
    { label: "Last year", ...calendarPeriod(today, 12, -1) },
  ];
}
