import type { ErrorCode } from "@kontor/contract/error-codes";
import { formatDate } from "@kontor/contract/format";
import { lastDayOf, monthName, monthOf, yearOf, type Month } from "@kontor/payroll/month";

type Employment = { start_date: string; exit_date: string | null };

/** What limits the opening figures of an employee: the present employment and others. */
export type OpeningFacts = Employment & {
  past: readonly Employment[];
  /** The months that posted payslips pay. */
  paid: readonly Month[];
};

type OpeningProblem = { code: ErrorCode; details: Readonly<Record<string, string>> };

/**
 * Why opening figures cannot include the months of a year up to one; undefined if they can.
 *
 * - `month_not_begun`: nobody has been paid for the month.
 * - `figures_before_start`, `figures_after_exit`: the employee was not employed in any of the months.
 * - `month_paid_already`: a posted payroll has paid one of the months. What an off-cycle run pays
 *   beside the month, such as a bonus, may be rightful in a month that was paid before Kontor.
 *
 * @param through the last month of the figures.
 */
export function openingProblem(
  through: Month,
  { start_date, exit_date, past, paid }: OpeningFacts,
  today: string,
): OpeningProblem | undefined {
  if (through > monthOf(today)) {
    return { code: "month_not_begun", details: { month: monthName(through) } };
  }
  const [first, last] = [`${yearOf(through)}-01-01`, lastDayOf(through)];
  const employments = [{ start_date, exit_date }, ...past];
  const began = employments.filter((each) => each.start_date <= last);
  if (began.length === 0) {
    const earliest = employments.map((each) => each.start_date).toSorted()[0] ?? start_date;
    return { code: "figures_before_start", details: { date: formatDate(earliest) } };
  }
  const ends = began.map((each) => each.exit_date ?? last);
  if (ends.every((end) => end < first)) {
    const latest = ends.toSorted().at(-1) ?? first;
    return { code: "figures_after_exit", details: { date: formatDate(latest) } };
  }
  const month = paid.filter((each) => each >= first.slice(0, 7) && each <= through).toSorted()[0];
  if (month === undefined) return undefined;
  return { code: "month_paid_already", details: { month: monthName(month) } };
}
