import { kobo } from "@kontor/books/money";
import type { DataOf } from "@kontor/contract/endpoint";
import type { getAdvanceOffer } from "@kontor/contract/salary-advances/requests";
import {
  availableOf,
  advanceLimit,
  unconditionalIneligibilities,
  type EligibilityInput,
} from "@kontor/payroll/advances/eligibility";
import { advancePlan, MAX_INSTALMENTS } from "@kontor/payroll/advances/plan";
import type { PayrollSettings } from "@kontor/payroll/pay/settings";
import { basisPointsOf } from "@kontor/payroll/percentage";
import { packAt } from "@kontor/payroll/statutory/packs";

import { payrollSettingsOf } from "../../employees/pay/payroll-settings.ts";
import type { AuditContext } from "../../platform/audit.ts";
import type { Context } from "../../platform/scope.ts";
import {
  advanceEmployee,
  otherAdvances,
  type AdvanceEmployee,
  type EmployeePath,
  type OtherAdvances,
} from "../records/advance-employee.ts";
import { rulesAndTerms } from "../records/terms.ts";
import { paydaysFrom } from "./paydays.ts";

/**
 * The requester and the transaction. A user's request context is one; the portal makes one from an
 * employee's session, with `user_id` null. The scope must include the employee's tenant.
 */
export type Requester = AuditContext & Pick<Context, "clock" | "environment">;

/** The facts of an employee that the rules of advances use. */
export function eligibilityFacts(employee: AdvanceEmployee): EligibilityInput["employee"] {
  return {
    status: employee.status,
    start: employee.start_date,
    exit: employee.exit_date,
    grossMonthly: employee.gross_monthly,
    worker: employee.worker,
  };
}

/** How much an employee may request today, and what limits it. @throws Refusal `not_found` */
export async function advanceOffer(
  { tx, clock }: Pick<Requester, "tx" | "clock">,
  path: EmployeePath,
): Promise<DataOf<typeof getAdvanceOffer>> {
  const today = clock.today();
  const employee = await advanceEmployee(tx, path, today);
  const { rules, terms } = await rulesAndTerms(tx, employee.tenant_id);
  const others = await otherAdvances(tx, employee, null);
  const { payDay, labourAct } = await payrollSettingsOf(tx, employee);
  const paydays = await paydaysFrom(tx, employee, { today, payDay, count: MAX_INSTALMENTS });
  const gross = employee.gross_monthly;
  const limit = gross === null ? kobo(0n) : advanceLimit(gross, rules.max_percentage);
  return {
    max_percentage: rules.max_percentage,
    interest_rate: rules.interest_rate,
    gross_monthly: gross,
    limit,
    others: others.principal,
    available: availableOf(limit, others.principal),
    requested_on: today,
    paydays,
    exit_date: employee.exit_date,
    terms,
    ineligible: [
      ...offerIneligibilities(employee, others, {
        today,
        paydays,
        rules,
        version: terms.version,
        labourAct,
      }),
    ],
    labour_act: {
      worker: employee.worker,
      binding: labourAct === "binding",
      another_owed: others.owed,
    },
  };
}

function offerIneligibilities(
  employee: AdvanceEmployee,
  others: OtherAdvances,
  facts: {
    today: string;
    paydays: readonly string[];
    rules: { max_percentage: number; interest_rate: number };
    version: string;
    labourAct: PayrollSettings["labourAct"];
  },
) {
  const { today, paydays, rules, version, labourAct } = facts;
  const rate = basisPointsOf(rules.interest_rate);
  const dueDates = paydays.slice(0, 1);
  return unconditionalIneligibilities({
    plan: advancePlan({ amount: kobo(1n), rate, requestedOn: today, dueDates }),
    rate,
    employee: eligibilityFacts(employee),
    terms: { accepted: version, current: version },
    maxPercentage: rules.max_percentage,
    otherPrincipal: others.principal,
    anotherOwed: others.owed,
    labourAct,
    pack: packAt(today),
  });
}
