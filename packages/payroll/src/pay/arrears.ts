import { kobo } from "@kontor/books/money";

import type { Month } from "../month.ts";
import type { Employment, ProrationBase } from "./proration.ts";
import { earnedPay, PAY_COMPONENTS, type Pay, type PayRate } from "./rate.ts";

/** How many months back a payroll still pays or recovers corrections. */
export const ARREARS_MONTHS = 12;

/** Pay still owed for an earlier month; components are negative where too much was paid. */
export type Arrears = { readonly month: Month; readonly pay: Pay };

/**
 * The pay owed for an earlier month after a correction of its rates or employment dates.
 *
 * @param paid the sum of all pay for that month, arrears included.
 * @returns undefined when nothing is owed and nothing was overpaid.
 */
export function arrearsOf(input: {
  readonly month: Month;
  readonly employment: Employment;
  readonly rates: readonly PayRate[];
  readonly base: ProrationBase;
  readonly paid: Pay;
}): Arrears | undefined {
  const { pay: due } = earnedPay(input.month, input.employment, input.rates, input.base);
  const { paid } = input;
  if (PAY_COMPONENTS.every((component) => due[component] === paid[component])) return undefined;
  const pay = {
    basic: kobo(due.basic - paid.basic),
    housing: kobo(due.housing - paid.housing),
    transport: kobo(due.transport - paid.transport),
    other: kobo(due.other - paid.other),
  };
  return { month: input.month, pay };
}
