import { kobo, type Kobo } from "@kontor/books/money";

import type { LegalSource, StatutoryPack } from "../statutory/pack.ts";

/**
 * The kind of a line, whose amount is never negative:
 * - `earning` raises gross, `reduction` lowers it (pay that was not earned or is recovered),
 * - `benefit` is taxed and not paid, `benefit_correction` corrects benefits that were taxed too
 *   much,
 * - `deduction` lowers net but not gross, `refund` repays what was deducted too much,
 * - `employer` is paid by the employer beside the gross.
 */
export type LineKind =
  | "earning"
  | "reduction"
  | "benefit"
  | "benefit_correction"
  | "deduction"
  | "refund"
  | "employer";

/** The amount of a line in its total, in kobo: negative where it lowers gross, benefits or deductions. */
export function signedAmount({ kind, amount }: { kind: LineKind; amount: Kobo }): Kobo {
  const lowers = kind === "reduction" || kind === "refund" || kind === "benefit_correction";
  return lowers ? kobo(-amount) : amount;
}

/** Where a line comes from. */
export type LineOrigin = "rate" | "item" | "one_off" | "arrears" | "statutory" | "advance";

/** An input of a rule, for display: the name and the value with its unit. */
export type LineInput = { readonly name: string; readonly value: string };

/**
 * The rule of a line; section and source are null when it comes from a contract and not from a law.
 */
export type LineRule = {
  readonly name: string;
  readonly section: string | null;
  readonly source: string | null;
  /** Name of the statutory pack in force. */
  readonly pack: string | null;
};

/** The figures of a line that are compared between two payslips. */
export type LineFigures = {
  /** Its code, the same on every payslip: `basic`, `paye`, `item:12`, `arrears:2026-01`. */
  readonly code: string;
  readonly kind: LineKind;
  readonly origin: LineOrigin;
  readonly label: string;
  /** In kobo, never negative. */
  readonly amount: Kobo;
  /** For components of pay, a whole month at the rate of the last day; otherwise null. */
  readonly monthly: Kobo | null;
  /** For advances, what the line recovers; otherwise null. */
  readonly recovery: {
    readonly advance: string;
    readonly principal: Kobo;
    readonly interest: Kobo;
    /** The outstanding amount of the advance after this payslip. */
    readonly left: Kobo;
  } | null;
};

/** The explanation of a line: its rule, the inputs of the rule, and the arithmetic. */
export type LineTrace = {
  readonly rule: LineRule;
  readonly inputs: readonly LineInput[];
  readonly arithmetic: string;
};

/**
 * One line of a payslip. It stores its own explanation, which stays valid after rates, settings and
 * laws have changed.
 */
export type PayslipLine = LineFigures & LineTrace;

/** Creates a line; the rarer fields default to null. */
export function lineOf(
  line: Omit<PayslipLine, "monthly" | "recovery"> & Partial<PayslipLine>,
): PayslipLine {
  return { monthly: null, recovery: null, ...line };
}

/** A rule that comes from the company or the contract. */
export function companyRule(name: string): LineRule {
  return { name, section: null, source: null, pack: null };
}

/** A rule that comes from the law. */
export function legalRule(name: string, law: LegalSource, pack: StatutoryPack): LineRule {
  return { name, section: law.section, source: law.source, pack: pack.name };
}
