import { kobo, ZERO, type Kobo } from "@kontor/books/money";

import type { StatutoryPack } from "../statutory/pack.ts";
import type { AdvancePlan } from "./plan.ts";

/**
 * Why an employee may not have an advance, in this order:
 * - `not_active`: the employee is suspended or has left.
 * - `not_started`: the employment starts in the future.
 * - `exit_before_last_instalment`: the last day of work is before the last payday of the plan.
 * - `instalment_past`: the payday of an instalment was before the day of this check.
 * - `terms_not_accepted`: the current version of the terms was not accepted.
 * - `no_pay_rate`: there is no salary to compute the limit from.
 * - `over_limit`: together with other principal outstanding or requested, it exceeds the limit.
 * - `labour_act`: the Labour Act's limits are binding here and are broken.
 */
export const INELIGIBILITIES = [
  "not_active",
  "not_started",
  "exit_before_last_instalment",
  "instalment_past",
  "terms_not_accepted",
  "no_pay_rate",
  "over_limit",
  "labour_act",
] as const;
export type Ineligibility = (typeof INELIGIBILITIES)[number];

/**
 * The Labour Act's limits on an advance to a worker, in this order: no more than a month's wages,
 * recovery over at least three months, no interest or charge, and none while another is owed.
 */
export const LABOUR_ACT_LIMITS = [
  "over_a_months_wages",
  "too_few_instalments",
  "interest_charged",
  "another_owed",
] as const;
export type LabourActLimit = (typeof LABOUR_ACT_LIMITS)[number];
export type LabourActWarning = { readonly limit: LabourActLimit; readonly section: string };

export type EligibilityInput = {
  readonly plan: AdvancePlan;
  readonly employee: {
    readonly status: "ACTIVE" | "SUSPENDED" | "EXITED";
    readonly start: string;
    readonly exit: string | null;
    /**
     * The sum of all monthly pay components on the day of the request, in kobo; null without a
     * rate.
     */
    readonly grossMonthly: Kobo | null;
    /** Whether the Labour Act counts the employee as a worker. */
    readonly worker: boolean;
  };
  /** The version of the terms accepted last and the version in effect; compared as text. */
  readonly terms: { readonly accepted: string | null; readonly current: string };
  /** Integer percent of the gross monthly salary. */
  readonly maxPercentage: number;
  /** Principal of the employee's other advances, outstanding or requested, in kobo. */
  readonly otherPrincipal: Kobo;
  /** Whether an advance that was paid out, or is approved for payment, is still owed. */
  readonly anotherOwed: boolean;
  readonly labourAct: "warning" | "binding";
  readonly pack: StatutoryPack;
};

export type Eligibility = {
  readonly eligible: boolean;
  readonly reasons: readonly Ineligibility[];
  /** The maximum principal that may be outstanding, and how much of it is available, in kobo. */
  readonly limit: Kobo;
  readonly available: Kobo;
  readonly labourAct: readonly LabourActWarning[];
};

/**
 * The maximum principal that an employee may owe: a percentage of gross, rounded down to the kobo.
 */
export function advanceLimit(grossMonthly: Kobo, maxPercentage: number): Kobo {
  return kobo((grossMonthly * BigInt(maxPercentage)) / 100n);
}

/** The part of the limit that other advances leave available. */
export function availableOf(limit: Kobo, otherPrincipal: Kobo): Kobo {
  return otherPrincipal < limit ? kobo(limit - otherPrincipal) : ZERO;
}

/** How many paydays of a plan were before the day of the request or of the later check. */
function pastInstalmentCount({ instalments, requestedOn }: AdvancePlan): number {
  return instalments.filter(({ due }) => due < requestedOn).length;
}

function brokenLimits(input: EligibilityInput): LabourActLimit[] {
  const { plan, employee, anotherOwed, pack } = input;
  if (!employee.worker) return [];
  const { maxMonthsWages, minInstalments } = pack.wageAdvance;
  const wages = (employee.grossMonthly ?? 0n) * maxMonthsWages;
  const broken: Record<LabourActLimit, boolean> = {
    over_a_months_wages: plan.amount > wages,
    too_few_instalments: plan.instalments.length - pastInstalmentCount(plan) < minInstalments,
    interest_charged: plan.interest > 0n,
    another_owed: anotherOwed,
  };
  return LABOUR_ACT_LIMITS.filter((limit) => broken[limit]);
}

/**
 * Whether an employee may have an advance, with every reason against it in a fixed order and the
 * Labour Act limits that it breaks. The form, the decision and automatic approval all use this
 * function.
 */
export function eligibilityOf(input: EligibilityInput): Eligibility {
  const { plan, employee, terms } = input;
  const limit =
    employee.grossMonthly === null
      ? ZERO
      : advanceLimit(employee.grossMonthly, input.maxPercentage);
  const available = availableOf(limit, input.otherPrincipal);
  const labourAct = brokenLimits(input).map((broken) => ({
    limit: broken,
    section: input.pack.wageAdvance.section,
  }));
  const lastDue = plan.instalments.at(-1)?.due ?? plan.requestedOn;
  const applies: Record<Ineligibility, boolean> = {
    not_active: employee.status !== "ACTIVE",
    not_started: employee.start > plan.requestedOn,
    exit_before_last_instalment: employee.exit !== null && employee.exit < lastDue,
    instalment_past: pastInstalmentCount(plan) > 0,
    terms_not_accepted: terms.accepted !== terms.current,
    no_pay_rate: employee.grossMonthly === null,
    over_limit: employee.grossMonthly !== null && plan.amount > available,
    labour_act: input.labourAct === "binding" && labourAct.length > 0,
  };
  const reasons = INELIGIBILITIES.filter((reason) => applies[reason]);
  return { eligible: reasons.length === 0, reasons, limit, available, labourAct };
}

/**
 * Why nothing can be requested now, whatever the amount and the plan: even the smallest plan, one
 * kobo on the next payday, breaks these rules.
 *
 * @param input.plan a plan of one kobo that is due on the next payday.
 * @param input.rate the yearly rate in basis points, because the plan of one kobo bears no
 * interest.
 */
export function unconditionalIneligibilities(
  input: EligibilityInput & { readonly rate: bigint },
): readonly Ineligibility[] {
  const { anotherOwed, rate } = input;
  // A plan of one instalment also breaks the minimum number of instalments, which a longer plan
  // satisfies.
  const barred = anotherOwed || rate > 0n;
  const { reasons } = eligibilityOf(input);
  return reasons.filter((reason) => reason !== "labour_act" || barred);
}

/**
 * The outcome of a request by the rules: approved automatically, waiting for a decision, or
 * refused.
 */
export type RequestOutcome = "approved" | "waiting" | "refused";

/**
 * Decides a request by the rules. A request that the Labour Act forbids is never approved
 * automatically.
 */
export function outcomeOf(eligibility: Eligibility, autoApproval: boolean): RequestOutcome {
  if (!eligibility.eligible) return "refused";
  return autoApproval && eligibility.labourAct.length === 0 ? "approved" : "waiting";
}
