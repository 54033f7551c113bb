import { firstDayOf, monthsLater, type Month } from "@kontor/payroll/month";
import { ARREARS_MONTHS } from "@kontor/payroll/pay/arrears";

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

/** The first day of the earliest month that a run of a month corrects. */
export function firstArrearsDay(period: Month): string {
  return firstDayOf(monthsLater(period, -ARREARS_MONTHS));
}
