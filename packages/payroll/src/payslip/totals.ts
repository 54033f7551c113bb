import { kobo, sum, type Kobo } from "@kontor/books/money";

import type { LineKind, PayslipLine } from "./line.ts";

/** Sums of a payslip's lines, in kobo. */
export type PayslipTotals = {
  /** Earnings less reductions. Negative only when more is recovered than is earned. */
  readonly gross: Kobo;
  /** Deductions from gross less refunds of earlier deductions; negative where the refunds are more. */
  readonly deductions: Kobo;
  /** Gross less deductions: the amount paid. */
  readonly net: Kobo;
  /** The employer's contributions in addition to gross. */
  readonly employer: Kobo;
  /** Gross plus the employer's contributions: the cost of the employee. */
  readonly cost: Kobo;
  /** Benefits in kind, which are taxed and not paid; negative when more was taxed before than is due. */
  readonly benefits: Kobo;
  /** Taxable gross, including benefits in kind. */
  readonly taxable: Kobo;
};

/** The sum of the lines of one kind, in kobo. */
export function sumOfKind(lines: readonly PayslipLine[], kind: LineKind): Kobo {
  return sum(lines.filter((line) => line.kind === kind).map(({ amount }) => amount));
}

/** Computes the totals of a payslip. */
export function totalsOf(lines: readonly PayslipLine[], taxable: Kobo): PayslipTotals {
  const gross = kobo(sumOfKind(lines, "earning") - sumOfKind(lines, "reduction"));
  const deductions = kobo(sumOfKind(lines, "deduction") - sumOfKind(lines, "refund"));
  const employer = sumOfKind(lines, "employer");
  return {
    gross,
    deductions,
    net: kobo(gross - deductions),
    employer,
    cost: sum([gross, employer]),
    benefits: kobo(sumOfKind(lines, "benefit") - sumOfKind(lines, "benefit_correction")),
    taxable,
  };
}
