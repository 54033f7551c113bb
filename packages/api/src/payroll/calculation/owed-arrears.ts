import { firstDayOf, lastDayOf, type Month } from "@kontor/payroll/month";
import { arrearsOf, type Arrears } from "@kontor/payroll/pay/arrears";
import type { Employment, ProrationBase } from "@kontor/payroll/pay/proration";
import type { Pay, PayRate } from "@kontor/payroll/pay/rate";

/** What was paid for a month, arrears included, and the days by which it was prorated. */
export type PaidMonth = { month: Month; base: ProrationBase; pay: Pay };

/**
 * What is owed for earlier months, or was overpaid, after corrections of rates or days of
 * employment. Only months with a regular payslip count: people without one were left out on
 * purpose.
 */
export function owedArrears(person: {
  readonly start: string;
  readonly exit: string | null;
  readonly past: readonly { readonly start: string; readonly exit: string }[];
  readonly rates: readonly PayRate[];
  readonly paid: readonly PaidMonth[];
}): Arrears[] {
  return person.paid.flatMap(({ month, base, pay }) => {
    const employment = employmentIn(month, person);
    if (employment === undefined) return [];
    return arrearsOf({ month, employment, rates: person.rates, base, paid: pay }) ?? [];
  });
}

/** Whether a day of a month is in an employment. */
export function overlaps(month: Month, { start, exit }: Employment): boolean {
  return start <= lastDayOf(month) && (exit === null || exit >= firstDayOf(month));
}

/**
 * The employment that a month was paid for. Undefined where the month belongs to two employments:
 * one payslip paid both, so the two cannot be separated.
 */
function employmentIn(
  month: Month,
  { start, exit, past }: Pick<Parameters<typeof owedArrears>[0], "start" | "exit" | "past">,
): Employment | undefined {
  const before = past.filter((each) => overlaps(month, each));
  if (before.length === 0) return { start, exit };
  const all = [...before, ...(overlaps(month, { start, exit }) ? [{ start, exit }] : [])];
  return all.length === 1 ? all[0] : undefined;
}
