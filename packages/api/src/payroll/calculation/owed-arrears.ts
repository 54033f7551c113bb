import { firstDayOf, lastDayOf, type Month } from "@kontor/payroll/month";
import { arrearsOf, type Arrears } from "@kontor/payroll/pay/arrears";
import type { Employment, ProrationBase } from "@kontor/payroll/pay/proration";
import { NO_PAY, type Pay, type PayRate } from "@kontor/payroll/pay/rate";

/** What was paid for a month, arrears included, and by which days it was prorated then. */
export type PaidMonth = { month: Month; base: ProrationBase; pay: Pay };

/**
 * What earlier months owe, or were paid too much, since rates or days of employment were corrected. Only
 * months with a regular payslip are looked at: who was left out of one was left out on purpose.
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

/** The whole of a month for somebody who was left out of its regular run and is now paid by name. */
export function wholeMonth(
  month: Month,
  employment: Employment,
  rates: readonly PayRate[],
  base: ProrationBase,
): Arrears[] {
  const arrears = arrearsOf({ month, employment, rates, base, paid: NO_PAY });
  return arrears === undefined ? [] : [arrears];
}

/**
 * The employment that a month was paid for. Undefined where the month belongs to two employments: one
 * payslip paid both, so what each is owed cannot be told apart.
 */
function employmentIn(
  month: Month,
  { start, exit, past }: Pick<Parameters<typeof owedArrears>[0], "start" | "exit" | "past">,
): Employment | undefined {
  const overlaps = (each: Employment) =>
    each.start <= lastDayOf(month) && (each.exit === null || each.exit >= firstDayOf(month));
  const before = past.filter(overlaps);
  if (before.length === 0) return { start, exit };
  const all = [...before, ...(overlaps({ start, exit }) ? [{ start, exit }] : [])];
  return all.length === 1 ? all[0] : undefined;
}
