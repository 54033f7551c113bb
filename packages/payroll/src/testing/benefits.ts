import { ZERO } from "@kontor/books/money";

import type { Benefit } from "../pay/benefit.ts";
import type { PayslipInput } from "../payslip/input.ts";
import type { Payslip } from "../payslip/payslip.ts";
import { amountOf, naira, rate } from "./payslip-inputs.ts";

/** A car that cost ₦24m, which an employee has had for years: 5% is ₦1.2m a year, ₦100,000 a month. */
export function car(changes: Partial<Benefit> = {}): Benefit {
  return {
    key: "1",
    label: "Official car",
    kind: "ASSET",
    value: naira(24_000_000),
    paid: ZERO,
    from: "2020-01-01",
    to: null,
    ...changes,
  };
}

/** A flat of a yearly rental value, in naira. @internal for tests */
export function apartment(rentalValue: number, changes: Partial<Benefit> = {}): Benefit {
  return car({
    key: "2",
    label: "Flat",
    kind: "HOUSING",
    value: naira(rentalValue),
    ...changes,
  });
}

/**
 * ₦1m a month, all of it pensionable: 12m less 960,000 of pension is 11.04m. Tax: 330,000 at 3m, then
 * 8.04m × 18% = 1,447,200: 1,777,200 a year, 148,100 a month. With a car of 1.2m a year 12.24m: 1,950,000 at
 * 12m, then 240,000 × 21% = 50,400: 2,000,400 a year, 166,700 a month. @internal for tests
 */
export const rates = [rate("2020-01-01", 1_000_000)];

/** An employee with {@link rates} and benefits. @internal for tests */
export function benefitsInput(...benefits: Benefit[]): Partial<PayslipInput> {
  return { rates, benefits: { given: benefits, opening: null } };
}

/** The PAYE of each payslip, in kobo. @internal for tests */
export function payeAmounts(payslips: readonly Payslip[]): bigint[] {
  return payslips.map((each) => amountOf(each, "paye"));
}

/** Code, kind and amount of each line of benefits. @internal for tests */
export function benefitLines({ lines }: Payslip): [string, string, bigint][] {
  return lines
    .filter(({ kind }) => kind.startsWith("benefit"))
    .map(({ code, kind, amount }) => [code, kind, amount]);
}
