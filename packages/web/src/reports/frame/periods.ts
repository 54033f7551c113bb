import { monthOf } from "@kontor/payroll/month";

import { today } from "../../platform/clock.ts";
import { calendarPeriod, rangePresets, type RangePreset } from "../../ui/date/range-presets.ts";

/** Days, both ends included. */
export type Period = { start_date: string; end_date: string };

/** The first and last day of this month. */
export function thisMonth(): Period {
  return calendarPeriod(today(), 1);
}

/** The usual reporting periods, which every date range offers. */
export function periodPresets(): readonly RangePreset[] {
  return rangePresets(today());
}

/**
 * The month that a report on pay covers, `YYYY-MM`: the requested one, else that of the response,
 * and this month until it arrives.
 */
export function coveredMonth(
  requested: string | undefined,
  response: { period: string } | undefined,
): string {
  return requested ?? response?.period ?? monthOf(today());
}
