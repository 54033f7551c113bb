import { compareAmounts, kobo, sum, type Kobo } from "@kontor/books/money";

import { lastDayOf, type Month } from "../month.ts";
import { contributionOnCredit, CONTRIBUTION_SCHEMES } from "../pay/contribution.ts";
import type { EmployerFigures, Figures, ItemAmount } from "./figures.ts";
import type { PayslipInput } from "./input.ts";
import { itemCode } from "./item-trace.ts";
import type { ReducedDeduction } from "./recovery.ts";
import type { PayslipTotals } from "./totals.ts";

/**
 * What a preparer should check before a payslip is paid, in this order. The first four block it:
 * - `no_pay_rate`: the employee works on days without a rate.
 * - `net_below_zero`: tax, contributions and recovered pay exceed the pay.
 * - `no_bank_account`: there is pay but no account to send it to.
 * - `month_in_opening_figures`: it pays a month that the opening figures of the tax year include.
 * - `net_below_floor`: tax and contributions alone bring net pay below the floor.
 * - `item_reduced`, `advance_reduced`: to keep the floor, less was deducted than requested;
 *   `amount` is the shortfall.
 * - `below_minimum_wage`: a whole month at the rate is less than the national minimum wage.
 * - `tax_overpaid`: more tax was deducted this year than is due; the authority refunds `amount`.
 * - `tax_beyond_pay`: benefits in kind make the tax larger than the pay can bear; `amount` is not
 *   deducted and left to later months, or to the employer where none follow.
 * - `month_not_paid`: an earlier `month` was paid to others and not to this employee, whose
 *   employment in it was recorded too late.
 * - `later_year_overpaid`: a `month` of a later tax year was overpaid, which only a payslip of that
 *   year recovers.
 * - `month_counted_twice`: another payslip has paid a `month` that the opening figures include.
 * - `contribution_overpaid`: contributions of the scheme of `line` were made on pay that was
 *   recovered since, and no later pay of the leaver can offset them; `amount` is the part of
 *   employee and employer.
 * - `item_corrected`: a one-off item was changed after it was paid, and its line settles the
 *   difference.
 * - `nothing_to_pay`: the payslip pays nothing.
 */
export const PAYSLIP_WARNINGS = [
  "no_pay_rate",
  "net_below_zero",
  "no_bank_account",
  "month_in_opening_figures",
  "net_below_floor",
  "item_reduced",
  "advance_reduced",
  "below_minimum_wage",
  "tax_overpaid",
  "tax_beyond_pay",
  "month_not_paid",
  "later_year_overpaid",
  "month_counted_twice",
  "contribution_overpaid",
  "item_corrected",
  "nothing_to_pay",
] as const;
export type PayslipWarningCode = (typeof PAYSLIP_WARNINGS)[number];

export type PayslipWarning = {
  readonly code: PayslipWarningCode;
  /** Whether it must be corrected before the payslip may be paid. */
  readonly blocks: boolean;
  /** The code of its line; null when it concerns the whole payslip. */
  readonly line: string | null;
  /** In kobo; null when the warning has no amount. */
  readonly amount: Kobo | null;
  /** The month that the warning concerns; null for the period being paid. */
  readonly month: Month | null;
};

const blocking: ReadonlySet<PayslipWarningCode> = new Set([
  "no_pay_rate",
  "net_below_zero",
  "no_bank_account",
  "month_in_opening_figures",
]);

function warning(
  code: PayslipWarningCode,
  amount: Kobo | null = null,
  line: string | null = null,
  month: Month | null = null,
): PayslipWarning {
  return { code, blocks: blocking.has(code), line, amount, month };
}

/** The warnings of a payslip; some of them block the run. */
export function payslipWarnings(facts: {
  readonly input: PayslipInput;
  readonly totals: PayslipTotals;
  readonly floor: Kobo;
  readonly items: readonly ItemAmount[];
  readonly reduced: readonly ReducedDeduction[];
  readonly rateMissing: boolean;
  /** A whole month's pay at the rate of the last day; null without a rate. */
  readonly monthly: Kobo | null;
  readonly taxOverpaid: Kobo;
  readonly taxUndeductible: Kobo;
  readonly contributions: Figures & EmployerFigures;
}): PayslipWarning[] {
  const { input, totals, floor, monthly, taxOverpaid, taxUndeductible } = facts;
  const { net } = totals;
  const wage = input.pack.minimumWage.monthly;
  const warnings: PayslipWarning[] = [];
  if (facts.rateMissing) warnings.push(warning("no_pay_rate"));
  if (net < 0n) warnings.push(warning("net_below_zero", net));
  if (net > 0n && input.bankAccount === null) warnings.push(warning("no_bank_account"));
  if (input.inOpeningFigures?.own === true) warnings.push(warning("month_in_opening_figures"));
  if (net >= 0n && compareAmounts(net, floor) < 0) warnings.push(warning("net_below_floor", floor));
  for (const { line, requested } of facts.reduced) {
    const code = line.origin === "advance" ? "advance_reduced" : "item_reduced";
    warnings.push(warning(code, kobo(requested - line.amount), line.code));
  }
  if (monthly !== null && compareAmounts(monthly, wage) < 0) {
    warnings.push(warning("below_minimum_wage", wage));
  }
  if (taxOverpaid > 0n) warnings.push(warning("tax_overpaid", taxOverpaid));
  if (taxUndeductible > 0n) warnings.push(warning("tax_beyond_pay", taxUndeductible, "paye"));
  warnings.push(
    ...monthWarnings("month_not_paid", input.unpaidMonths),
    ...monthWarnings("later_year_overpaid", input.overpaidLater),
    ...monthWarnings("month_counted_twice", input.inOpeningFigures?.paid),
  );
  warnings.push(...overpaidContributions(input, facts.contributions));
  for (const { item } of facts.items) {
    if (item.paid !== undefined) warnings.push(warning("item_corrected", null, itemCode(item)));
  }
  if (net === 0n) warnings.push(warning("nothing_to_pay"));
  return warnings;
}

/** A warning for each of some months. */
function monthWarnings(code: PayslipWarningCode, months: readonly Month[] = []): PayslipWarning[] {
  return months.map((month) => warning(code, null, null, month));
}

/** The overpaid contributions of an employee whose last pay is paid, by scheme. */
function overpaidContributions(
  { employment: { exit }, period, returned }: PayslipInput,
  { pension, nhf, nsitf, itf }: Figures & EmployerFigures,
): PayslipWarning[] {
  if (exit === null || exit > lastDayOf(period) || returned === true) return [];
  const made = {
    pension: pension === null ? [] : [pension.employee, pension.employer],
    nhf: nhf === null ? [] : [nhf],
    nsitf: nsitf === null ? [] : [nsitf],
    itf: itf === null ? [] : [itf],
  };
  return CONTRIBUTION_SCHEMES.flatMap((scheme) => {
    const amount = sum(made[scheme].map(contributionOnCredit));
    return amount === 0n ? [] : [warning("contribution_overpaid", amount, scheme)];
  });
}
