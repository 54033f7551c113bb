import { kobo, ZERO, type Kobo } from "@kontor/books/money";

import { firstDayOf, monthsLater } from "../month.ts";
import { signedAmount, type LineFigures, type LineKind } from "./line.ts";
import type { Payslip } from "./payslip.ts";

/**
 * Why a payslip differs from the previous one, in the order in which the reasons are reported:
 * - `joiner`, `leaver`: there is no earlier, or no later, payslip because the employment begins or ended.
 * - `left_out`: still employed, but without a payslip in one of the runs.
 * - `rate`: monthly pay. `proration`: the paid part of the month. `item`: recurring items.
 * - `one_off`, `arrears`, `advance`: as on the lines of the payslips.
 * - `statutory`: benefits in kind, pension, NHF, PAYE and the employer's contributions.
 * - `bank_account`: another account; it changes no amount, but has to be reviewed.
 */
export const VARIANCE_REASONS = [
  "joiner",
  "leaver",
  "left_out",
  "rate",
  "proration",
  "item",
  "one_off",
  "arrears",
  "advance",
  "statutory",
  "bank_account",
] as const;
export type VarianceReason = (typeof VARIANCE_REASONS)[number];

/** A difference (after less before) in kobo; each may be negative. */
export type Difference = { readonly gross: Kobo; readonly net: Kobo; readonly cost: Kobo };

export type VariancePart = Difference & {
  readonly reason: VarianceReason;
  /**
   * The lines that differ for this reason, with the amounts before and after in kobo as a payslip
   * shows them: reductions and refunds below zero.
   */
  readonly lines: readonly {
    readonly code: string;
    readonly label: string;
    readonly before: Kobo;
    readonly after: Kobo;
  }[];
};

/** The difference of two payslips, and the reasons that add up to it to the kobo. */
export type Variance = { readonly total: Difference; readonly parts: readonly VariancePart[] };

/** The parts of a payslip that are compared. */
export type ComparedPayslip = Pick<Payslip, "period" | "employment" | "bankAccount"> & {
  readonly totals: Difference;
  readonly lines: readonly LineFigures[];
};

const noDifference: Difference = { gross: ZERO, net: ZERO, cost: ZERO };

/** The sign of a line in gross, net and cost. */
const effects: Readonly<Record<LineKind, { gross: bigint; net: bigint; cost: bigint }>> = {
  earning: { gross: 1n, net: 1n, cost: 1n },
  reduction: { gross: -1n, net: -1n, cost: -1n },
  benefit: { gross: 0n, net: 0n, cost: 0n },
  benefit_correction: { gross: 0n, net: 0n, cost: 0n },
  deduction: { gross: 0n, net: -1n, cost: 0n },
  refund: { gross: 0n, net: 1n, cost: 0n },
  employer: { gross: 0n, net: 0n, cost: 1n },
};

function addDifferences(a: Difference, b: Difference): Difference {
  return {
    gross: kobo(a.gross + b.gross),
    net: kobo(a.net + b.net),
    cost: kobo(a.cost + b.cost),
  };
}

function effectOf(kind: LineKind, amount: bigint): Difference {
  const { gross, net, cost } = effects[kind];
  return { gross: kobo(gross * amount), net: kobo(net * amount), cost: kobo(cost * amount) };
}

function totalOf(payslip: ComparedPayslip | null): Difference {
  return payslip?.totals ?? noDifference;
}

function totalDifference(
  before: ComparedPayslip | null,
  after: ComparedPayslip | null,
): Difference {
  const [was, is] = [totalOf(before), totalOf(after)];
  return {
    gross: kobo(is.gross - was.gross),
    net: kobo(is.net - was.net),
    cost: kobo(is.cost - was.cost),
  };
}

type Change = { reason: VarianceReason; before: LineFigures | null; after: LineFigures | null };

/**
 * The part of a changed line that one reason explains. Monthly pay is split into rate and
 * proration.
 */
function differenceOf({ reason, before, after }: Change): Difference {
  const explained = ({ amount, monthly }: LineFigures) => {
    const whole = monthly ?? 0n;
    if (reason === "rate") return whole;
    return reason === "proration" ? amount - whole : amount;
  };
  return addDifferences(
    before === null ? noDifference : effectOf(before.kind, -explained(before)),
    after === null ? noDifference : effectOf(after.kind, explained(after)),
  );
}

function reasonsOf({ origin }: LineFigures): readonly VarianceReason[] {
  return origin === "rate" ? ["rate", "proration"] : [origin];
}

/** The lines of both payslips by code, each with the reasons for which it can change. */
function changesOf(before: ComparedPayslip, after: ComparedPayslip): Change[] {
  const was = new Map(before.lines.map((line) => [line.code, line]));
  const is = new Map(after.lines.map((line) => [line.code, line]));
  return [...new Set([...was.keys(), ...is.keys()])].flatMap((code) => {
    const pair = { before: was.get(code) ?? null, after: is.get(code) ?? null };
    const line = pair.after ?? pair.before;
    return line === null ? [] : reasonsOf(line).map((reason) => ({ reason, ...pair }));
  });
}

function isSame(a: LineFigures | null, b: LineFigures | null): boolean {
  return a?.amount === b?.amount && a?.monthly === b?.monthly && a?.kind === b?.kind;
}

function shownAmount(line: LineFigures | null): Kobo {
  return line === null ? ZERO : signedAmount(line);
}

function partOf(reason: VarianceReason, changes: readonly Change[]): VariancePart | undefined {
  const own = changes.filter((change) => change.reason === reason);
  const differing = own.filter((change) => {
    if (isSame(change.before, change.after)) return false;
    // Only statutory lines can change the cost and not the gross.
    const { gross, net } = differenceOf(change);
    return change.reason === "statutory" || gross !== 0n || net !== 0n;
  });
  if (differing.length === 0) return undefined;
  const lines = differing.map(({ before, after }) => ({
    code: after?.code ?? before?.code ?? "",
    label: after?.label ?? before?.label ?? "",
    before: shownAmount(before),
    after: shownAmount(after),
  }));
  return { reason, ...differing.map(differenceOf).reduce(addDifferences, noDifference), lines };
}

function isJoiner(after: ComparedPayslip): boolean {
  return after.employment.start >= firstDayOf(monthsLater(after.period, -1));
}

/**
 * Explains why a regular payslip differs from the previous one. The parts are in the order of
 * {@link VARIANCE_REASONS} and add up to the difference of gross, of net and of cost.
 *
 * @param before the payslip of the previous run; null when the employee had none.
 * @param after the payslip of this run; null when the employee has none.
 * @param exit the last day of work as known now, which distinguishes leavers from employees left
 * out.
 */
export function varianceOf(
  before: ComparedPayslip | null,
  after: ComparedPayslip | null,
  exit: string | null,
): Variance {
  const total = totalDifference(before, after);
  if (before === null && after === null) return { total, parts: [] };
  if (before === null || after === null) {
    const came = after === null ? exit !== null && "leaver" : isJoiner(after) && "joiner";
    return { total, parts: [{ reason: came === false ? "left_out" : came, ...total, lines: [] }] };
  }
  const changes = changesOf(before, after);
  const parts = VARIANCE_REASONS.flatMap((reason) => {
    if (reason === "bank_account") {
      const isOther = before.bankAccount !== after.bankAccount;
      return isOther ? [{ reason, ...noDifference, lines: [] }] : [];
    }
    return partOf(reason, changes) ?? [];
  });
  return { total, parts };
}

/** The reasons for a whole run, each with the number of employees it concerns. */
export type RunVariance = {
  readonly total: Difference;
  readonly parts: readonly (Difference & {
    readonly reason: VarianceReason;
    readonly people: number;
  })[];
};

/**
 * Adds up the variances of a run's employees by reason, in the order of {@link VARIANCE_REASONS}.
 */
export function runVariance(variances: readonly Variance[]): RunVariance {
  const parts = VARIANCE_REASONS.flatMap((reason) => {
    const own = variances.flatMap((variance) =>
      variance.parts.filter((part) => part.reason === reason),
    );
    if (own.length === 0) return [];
    return [
      { reason, people: own.length, ...own.reduce<Difference>(addDifferences, noDifference) },
    ];
  });
  return { total: variances.map(({ total }) => total).reduce(addDifferences, noDifference), parts };
}
