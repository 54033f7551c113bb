import { kobo, mulDivHalfUp, type Kobo } from "@kontor/books/money";

/**
 * The only rounding in payroll: numerator ÷ denominator in whole kobo, half a kobo or more up. All
 * computation before it is exact, so an amount on a payslip is rounded only once.
 *
 * @throws RangeError when the denominator is not positive.
 */
export function divideHalfUp(numerator: bigint, denominator: bigint): Kobo {
  return mulDivHalfUp(kobo(1n), numerator, denominator);
}

/**
 * Rounds parts of a whole so that they add up to the rounded whole: each part is the difference of
 * two rounded running totals. Each part differs from its exact value by less than a kobo.
 *
 * @param numerators the exact parts, all over the same denominator.
 */
export function roundParts(numerators: readonly bigint[], denominator: bigint): Kobo[] {
  let exact = 0n;
  let rounded = 0n;
  return numerators.map((numerator) => {
    exact += numerator;
    const total = divideHalfUp(exact, denominator);
    const part = kobo(total - rounded);
    rounded = total;
    return part;
  });
}
