import { kobo, type Kobo } from "@kontor/books/money";

import { monthsFrom, paydayOf, yearOf, type Month } from "../month.ts";
import { NO_CREDIT } from "../pay/contribution.ts";
import type { PayItem } from "../pay/item.ts";
import type { PayRate } from "../pay/rate.ts";
import { defaultPayrollSettings } from "../pay/settings.ts";
import { emptyYearToDate, type PayslipInput } from "../payslip/input.ts";
import { payslipOf, type Payslip } from "../payslip/payslip.ts";
import { noReliefs } from "../statutory/income-tax.ts";
import { packAt } from "../statutory/packs.ts";

/** Whole naira in kobo. */
export function naira(amount: number): Kobo {
  return kobo(BigInt(Math.round(amount * 100)));
}

/** A monthly rate in whole naira. */
export function rate(from: string, basic: number, housing = 0, transport = 0, other = 0): PayRate {
  return {
    from,
    basic: naira(basic),
    housing: naira(housing),
    transport: naira(transport),
    other: naira(other),
  };
}

/** A typical earning, with changes. @internal for tests */
export function item(changes: Partial<PayItem>): PayItem {
  return {
    key: "1",
    label: "Item",
    kind: "earning",
    amount: naira(1),
    taxable: true,
    pensionable: false,
    recurring: false,
    until: null,
    prorated: false,
    ...changes,
  };
}

/**
 * The input for a month of an employee who has earned ₦300,000 a month for years, all of it
 * pensionable.
 */
export function inputOf(period: Month, changes: Partial<PayslipInput> = {}): PayslipInput {
  return {
    period,
    payday: paydayOf(period, 25),
    cycle: { kind: "REGULAR" },
    pack: packAt("2026-01-01"),
    settings: defaultPayrollSettings,
    employment: { start: "2020-01-01", exit: null },
    rates: [rate("2020-01-01", 300_000)],
    pensionExemption: null,
    nhfConsent: false,
    bankAccount: "058/0123456789",
    items: [],
    arrears: [],
    baseCredit: NO_CREDIT,
    yearToDate: emptyYearToDate(yearOf(period)),
    reliefs: noReliefs,
    paidLater: [],
    unpaidMonths: [],
    overpaidLater: [],
    advances: [],
    ...changes,
  };
}

/** Regular payslips of consecutive months of a year. @internal for tests */
export function payslipsOf(
  from: Month,
  until: Month,
  changesOf: (month: Month) => Partial<PayslipInput>,
): Payslip[] {
  const payslips: Payslip[] = [];
  for (const month of monthsFrom(from, until)) {
    const yearToDate = payslips.at(-1)?.yearToDate ?? emptyYearToDate(yearOf(month));
    payslips.push(payslipOf(inputOf(month, { yearToDate, ...changesOf(month) })));
  }
  return payslips;
}

/** The sum of the lines with a code, in kobo. */
export function amountOf({ lines }: Payslip, code: string): bigint {
  return lines.filter((line) => line.code === code).reduce((sum, { amount }) => sum + amount, 0n);
}
