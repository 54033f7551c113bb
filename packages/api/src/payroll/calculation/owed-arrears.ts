import { firstDayOf, lastDayOf, type Month } from "@kontor/payroll/month";
import { arrearsOf, type Arrears } from "@kontor/payroll/pay/arrears";
import type { Employment, ProrationBase } from "@kontor/payroll/pay/proration";
import { addPay, NO_PAY, type Pay, type PayRate } from "@kontor/payroll/pay/rate";

import { payFrom, type StoredPay } from "./stored-pay.ts";

/** What was paid for a month, arrears included, and the days by which it was prorated. */
export type PaidMonth = { month: Month; base: ProrationBase; pay: Pay };

/** What one payslip paid for a month, as it is stored. */
export type MonthPaid = { month: Month; pay: StoredPay };

type Employments = {
  readonly start: string;
  readonly exit: string | null;
  readonly past: readonly { readonly start: string; readonly exit: string }[];
};

/**
 * The pay still owed or overpaid for earlier months after corrections of rates or employment dates.
 * Only months with a regular payslip are compared, because people without one were excluded on
 * purpose.
 */
export function owedArrears(
  person: Employments & {
    readonly rates: readonly PayRate[];
    readonly paid: readonly PaidMonth[];
  },
): Arrears[] {
  return person.paid.flatMap(({ month, base, pay }) => {
    const employment = employmentOf(month, person);
    return arrearsOf({ month, employment, rates: person.rates, base, paid: pay }) ?? [];
  });
}

/**
 * The employment that a month belongs to, with the employments before it: the present one, or the last
 * earlier one where the present one starts after the month.
 */
export function employmentOf(month: Month, { start, exit, past }: Employments): Employment {
  const present = { start, exit };
  const [first, last] = [firstDayOf(month), lastDayOf(month)];
  const of =
    start <= last
      ? present
      : (past.findLast((each) => each.start <= last && each.exit >= first) ?? present);
  return { ...of, earlier: past.filter((each) => each.exit < of.start) };
}

/**
 * The pay for each month whose regular pay was paid, including its corrections.
 *
 * @param months in order, the regular payslip of a month before its off-cycle ones.
 */
export function paidMonths(
  months: readonly (MonthPaid & Pick<PaidMonth, "base">)[],
  corrections: readonly MonthPaid[],
): PaidMonth[] {
  const bases = new Map<Month, PaidMonth["base"]>();
  for (const { month, base } of months) if (!bases.has(month)) bases.set(month, base);
  return [...bases].map(([month, base]) => {
    const paid = [...months, ...corrections].filter((each) => each.month === month);
    return { month, base, pay: paid.map(({ pay }) => payFrom(pay)).reduce(addPay, NO_PAY) };
  });
}
