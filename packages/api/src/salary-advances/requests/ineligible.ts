import { errorSentence, type ErrorCode } from "@kontor/contract/error-codes";
import { formatDate, formatMoney } from "@kontor/contract/format";
import type { Eligibility, Ineligibility } from "@kontor/payroll/advances/eligibility";
import type { AdvancePlan } from "@kontor/payroll/advances/plan";

import { Refusal } from "../../platform/refusal.ts";
import type { AdvanceEmployee, OtherAdvances } from "../records/advance-employee.ts";

/** The values in the sentences of a refused request. */
type Facts = {
  employee: AdvanceEmployee;
  others: OtherAdvances;
  plan: AdvancePlan;
  max_percentage: number;
  /** Who reads the sentences: the employee in the portal, or staff. */
  channel: "PORTAL" | "STAFF";
};

/** The field at which each reason is shown. */
const fields: Readonly<Record<Ineligibility, "amount" | "instalments" | "terms_version">> = {
  not_active: "amount",
  not_started: "amount",
  exit_before_last_instalment: "instalments",
  instalment_past: "instalments",
  terms_not_accepted: "terms_version",
  no_pay_rate: "amount",
  over_limit: "amount",
  labour_act: "amount",
};

/** The error code of a reason; the employee gets a different text than the user who records the request. */
function codeOf(reason: Ineligibility, { available }: Eligibility, facts: Facts): ErrorCode {
  const own = facts.channel === "PORTAL";
  switch (reason) {
    case "not_active":
      if (own) return "own_advance_not_active";
      return facts.employee.status === "EXITED" ? "advance_left" : "advance_suspended";
    case "not_started":
      return own ? "own_advance_not_started" : "advance_not_started";
    case "exit_before_last_instalment":
      return own ? "own_advance_exit_before" : "advance_exit_before";
    case "instalment_past":
      return "advance_plan_changed";
    case "terms_not_accepted":
      return "advance_terms_not_accepted";
    case "no_pay_rate":
      return own ? "own_advance_no_pay_rate" : "advance_no_pay_rate";
    case "over_limit":
      return available === 0n ? "advance_limit_used" : "advance_over_limit";
    case "labour_act":
      return own ? "own_advance_labour_act" : "advance_labour_act";
    default:
      return reason satisfies never;
  }
}

/** The refusal of a request that the rules forbid, with every reason at its field. */
export function ineligibleRefusal(eligibility: Eligibility, facts: Facts): Refusal {
  const { employee, others, plan, max_percentage } = facts;
  const details = {
    name: `${employee.first_name} ${employee.last_name}`,
    start: formatDate(employee.start_date),
    exit: formatDate(employee.exit_date ?? plan.requestedOn),
    payback: formatMoney(plan.payback),
    due: formatDate(plan.instalments.at(-1)?.due ?? plan.requestedOn),
    limit: formatMoney(eligibility.limit),
    available: formatMoney(eligibility.available),
    others: formatMoney(others.principal),
    percentage: String(max_percentage),
    section: eligibility.labourAct[0]?.section ?? "",
  };
  const errors = eligibility.reasons.map((reason) => ({
    path: fields[reason],
    message: errorSentence(codeOf(reason, eligibility, facts), details),
  }));
  const reasons = errors.map(({ message }) => message).join(" ");
  return new Refusal("advance_ineligible", { reasons }, { errors });
}
