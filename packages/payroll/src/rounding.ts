import { kobo, mulDivHalfUp, type Kobo } from "@kontor/books/money";

/**
 * The one place where payroll rounds: numerator ÷ denominator in whole kobo, half a kobo or more up.
 * Whatever comes before it is exact, so that an amount on a payslip is rounded once and never twice.
 *
 * @throws RangeError when the denominator is not positive.
 */
export function halfUp(numerator: bigint, denominator: bigint): Kobo {
  return mulDivHalfUp(kobo(1n), numerator, denominator);
}

/**
 * Rounds parts of a whole so that they add up to the rounded whole: each part is the step between two
 * rounded running totals. No part differs from its exact value by a kobo or more.
 *
 * @param numerators the exact parts, all over the same denominator.
 */
export function roundParts(numerators: readonly bigint[], denominator: bigint): Kobo[] {
  let exact = 0n;
  let rounded = 0n;
  return numerators.map((numerator) => {
    exact += numerator;
    const total = halfUp(exact, denominator);
    const part = kobo(total - rounded);
    rounded = total;
    return part;
  });
}
