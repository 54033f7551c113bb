import { today } from "../../platform/clock.ts";
import { monthsAround } from "../../ui/date/range-presets.ts";

/** Days, both ends included. */
export type Period = { start_date: string; end_date: string };

/** The month that today is in, from its first to its last day. */
export function thisMonth(): Period {
  return monthsAround(today(), 1);
}

/** The periods that people report by, with their names. */
export function usualPeriods(): readonly (Period & { label: string })[] {
  const day = today();
  return [
    { label: "This month", ...monthsAround(day, 1) },
    { label: "Last month", ...monthsAround(day, 1, -1) },
    { label: "This quarter", ...monthsAround(day, 3) },
    { label: "Last quarter", ...monthsAround(day, 3, -1) },
    { label: "This year", ...monthsAround(day, 12) },
    { label: "Last year", ...monthsAround(day, 12, -1) },
  ];
}
