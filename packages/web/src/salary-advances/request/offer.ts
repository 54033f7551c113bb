import type { Kobo } from "@kontor/books/money";
import { kobo } from "@kontor/books/money";
import type { advanceOffer } from "@kontor/contract/salary-advances/requests";
import {
  eligibilityOf,
  INELIGIBILITIES,
  type Ineligibility,
  type LabourActWarning,
} from "@kontor/payroll/advances/eligibility";
import { advancePlan, type AdvancePlan } from "@kontor/payroll/advances/plan";
import { basisPointsOf } from "@kontor/payroll/percentage";
import { packAt } from "@kontor/payroll/statutory/packs";
import type { z } from "zod";

/** The server's offer: how much an employee may request. */
export type AdvanceOffer = z.output<typeof advanceOffer>;

/** The most instalments that end before the employee leaves; all without a last day. */
export function maxInstalments({ paydays, exit_date }: AdvanceOffer): number {
  return paydays.filter((payday) => exit_date === null || payday <= exit_date).length;
}

/**
 * The plan of an amount; undefined when there is no amount, or it is too small for the instalments.
 */
export function planOf(
  offer: AdvanceOffer,
  amount: Kobo | null,
  instalments: number,
): AdvancePlan | undefined {
  if (amount === null || amount < BigInt(instalments)) return undefined;
  return advancePlan({
    amount,
    rate: basisPointsOf(offer.interest_rate),
    requestedOn: offer.requested_on,
    dueDates: offer.paydays.slice(0, instalments),
  });
}

/** The reasons that prevent a plan, and warnings by the Labour Act. */
export type PlanAssessment = {
  readonly reasons: readonly Ineligibility[];
  readonly warnings: readonly LabourActWarning[];
};

/** Checks a plan by the same rules as the server. */
export function assessPlan(offer: AdvanceOffer, plan: AdvancePlan): PlanAssessment {
  const { reasons, labourAct } = eligibilityOf({
    plan,
    employee: {
      status: "ACTIVE",
      start: plan.requestedOn,
      exit: offer.exit_date,
      grossMonthly: offer.gross_monthly,
      worker: offer.labour_act.worker,
    },
    terms: { accepted: offer.terms.version, current: offer.terms.version },
    maxPercentage: offer.max_percentage,
    otherPrincipal: offer.others,
    anotherOwed: offer.labour_act.another_owed,
    labourAct: offer.labour_act.binding ? "binding" : "warning",
    pack: packAt(plan.requestedOn),
  });
  const all = new Set([...offer.ineligible, ...reasons]);
  return {
    reasons: INELIGIBILITIES.filter((reason) => all.has(reason)),
    warnings: labourAct,
  };
}

/** By how much an amount exceeds the available part of the limit; zero if it does not. */
export function excessOver(offer: AdvanceOffer, amount: Kobo): Kobo {
  return kobo(amount > offer.available ? amount - offer.available : 0n);
}
