import { addDays, addMonths } from "@kontor/books/calendar-date";

import { today } from "../../platform/clock.ts";

/** Days, both ends included. */
export type Period = { start_date: string; end_date: string };

const monthOf = (day: string) => `${day.slice(0, 7)}-01`;
const yearOf = (day: string) => `${day.slice(0, 4)}-01-01`;

function months(start: string, count: number): Period {
  return { start_date: start, end_date: addDays(addMonths(start, count), -1) };
}

/** The month that today is in, from its first to its last day. */
export function thisMonth(): Period {
  return months(monthOf(today()), 1);
}

/** The periods that people report by, with their names. */
export function usualPeriods(): readonly (Period & { label: string })[] {
  const day = today();
  const month = monthOf(day);
  const year = yearOf(day);
  const quarter = addMonths(year, Math.floor((Number(day.slice(5, 7)) - 1) / 3) * 3);
  return [
    { label: "This month", ...months(month, 1) },
    { label: "Last month", ...months(addMonths(month, -1), 1) },
    { label: "This quarter", ...months(quarter, 3) },
    { label: "Last quarter", ...months(addMonths(quarter, -3), 3) },
    { label: "This year", ...months(year, 12) },
    { label: "Last year", ...months(addMonths(year, -12), 12) },
  ];
}
