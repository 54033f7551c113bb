import type { ErrorCode } from "@kontor/contract/error-codes";
import { monthName, monthOf, yearOf, type Month } from "@kontor/payroll/month";

/** What limits the opening figures of an employee. */
export type OpeningFacts = {
  /** The months that posted payslips pay. */
  paid: readonly Month[];
};

type OpeningProblem = { code: ErrorCode; details: Readonly<Record<string, string>> };

/**
 * Why opening figures cannot include the months of a year up to one; undefined if they can.
 *
 * - `month_not_begun`: nobody has been paid for the month.
 * - `month_paid_already`: a posted payroll has paid one of the months. What an off-cycle run pays
 *   beside the month, such as a bonus, may be rightful in a month that was paid before Kontor.
 *
 * @param through the last month of the figures.
 */
export function openingProblem(
  through: Month,
  { paid }: OpeningFacts,
  today: string,
): OpeningProblem | undefined {
  if (through > monthOf(today)) {
    return { code: "month_not_begun", details: { month: monthName(through) } };
  }
  const first = `${yearOf(through)}-01`;
  const month = paid.filter((each) => each >= first && each <= through).toSorted()[0];
  if (month === undefined) return undefined;
  return { code: "month_paid_already", details: { month: monthName(month) } };
}
