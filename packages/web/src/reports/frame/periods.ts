import { monthOf } from "@kontor/payroll/month";

import { today } from "../../platform/clock.ts";
import { monthsAround, rangePresets, type RangePreset } from "../../ui/date/range-presets.ts";

/** Days, both ends included. */
export type Period = { start_date: string; end_date: string };

/** The month that today is in, from its first to its last day. */
export function thisMonth(): Period {
  return monthsAround(today(), 1);
}

/** The periods that people report by, which are those of every range of days. */
export function usualPeriods(): readonly RangePreset[] {
  return rangePresets(today());
}

/**
 * The month that a report on pay covers, `YYYY-MM`: as asked for, otherwise as its response says, and the present
 * one until that is there.
 */
export function coveredMonth(
  requested: string | undefined,
  response: { period: string } | undefined,
): string {
  return requested ?? response?.period ?? monthOf(today());
}
