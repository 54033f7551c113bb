import type { LineFigures, LineTrace, PayslipLine } from "@kontor/payroll/payslip/line";

import { amountFrom } from "./stored-pay.ts";

type Recovery = NonNullable<LineFigures["recovery"]>;

/** A line as stored in JSON: kobo as texts, absent fields left out. */
export type StoredLine = Omit<LineFigures, "amount" | "monthly" | "recovery"> & {
  amount: string;
  monthly?: string;
  recovery?: Record<keyof Recovery, string>;
};

/** The stored fields of a line besides its trace. */
export function storedLine({
  code,
  kind,
  origin,
  label,
  amount,
  monthly,
  recovery,
}: LineFigures): StoredLine {
  return {
    code,
    kind,
    origin,
    label,
    amount: String(amount),
    ...(monthly === null ? {} : { monthly: String(monthly) }),
    ...(recovery === null ? {} : { recovery: storedRecovery(recovery) }),
  };
}

function storedRecovery({ advance, principal, interest, left }: Recovery) {
  return {
    advance,
    principal: String(principal),
    interest: String(interest),
    left: String(left),
  };
}

/** What explains a line. */
export function storedTrace({ rule, inputs, arithmetic }: PayslipLine): LineTrace {
  return { rule, inputs, arithmetic };
}

/** A line of a payslip as it was stored, with its amounts, which JSON has as texts, in kobo. */
export function figuresFrom({ amount, monthly, recovery, ...line }: StoredLine): LineFigures {
  return {
    ...line,
    amount: amountFrom(amount),
    monthly: monthly === undefined ? null : amountFrom(monthly),
    recovery: recovery === undefined ? null : recoveryFrom(recovery),
  };
}

function recoveryFrom({ advance, principal, interest, left }: NonNullable<StoredLine["recovery"]>) {
  return {
    advance,
    principal: amountFrom(principal),
    interest: amountFrom(interest),
    left: amountFrom(left),
  };
}

/** A line with what explains it. */
export function lineFrom(stored: StoredLine, { rule, inputs, arithmetic }: LineTrace): PayslipLine {
  return { ...figuresFrom(stored), rule, inputs, arithmetic };
}
