import { firstDayOf, monthsLater, type Month } from "@kontor/payroll/month";

/**
 * The facts of a run that its calculation needs; `period` is a month, `employee_ids` is null for
 * everybody.
 */
export type RunScope = {
  tenant_id: number;
  company_id: number;
  id: number;
  period: Month;
  /** Advances due by this day are recovered. */
  payday: string;
  cycle: "REGULAR" | "OFF_CYCLE";
  employee_ids: readonly number[] | null;
};

/** How many months back a run still pays or recovers corrections. */
const arrearsReach = 12;

/** The first day of the earliest month that a run of a month corrects. */
export function firstArrears(period: Month): string {
  return firstDayOf(monthsLater(period, -arrearsReach));
}
