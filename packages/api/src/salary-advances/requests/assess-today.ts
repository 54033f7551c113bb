import { eligibilityOf, type Eligibility } from "@kontor/payroll/advances/eligibility";
import type { AdvancePlan } from "@kontor/payroll/advances/plan";
import { packAt } from "@kontor/payroll/statutory/packs";

import { payrollSettingsOf } from "../../employees/pay/payroll-settings.ts";
import type { Context } from "../../platform/scope.ts";
import {
  otherAdvances,
  type AdvanceEmployee,
  type OtherAdvances,
} from "../records/advance-employee.ts";
import type { AdvanceRow } from "../records/advance.ts";
import { eligibilityFacts } from "./offer.ts";

/**
 * Assesses a request by today's rules and facts, with the percentage and the law of the day of the
 * request.
 *
 * @param owesMore whether an advance that is still pending counts as owed.
 */
export async function assessToday(
  { tx, clock }: Pick<Context, "tx" | "clock">,
  row: AdvanceRow,
  plan: AdvancePlan,
  employee: AdvanceEmployee,
  owesMore = false,
): Promise<{ eligibility: Eligibility; others: OtherAdvances }> {
  const others = await otherAdvances(tx, employee, row.id);
  const { labourAct } = await payrollSettingsOf(tx, row);
  const eligibility = eligibilityOf({
    plan: { ...plan, requestedOn: clock.today() },
    employee: eligibilityFacts(employee),
    terms: { accepted: row.terms_version, current: row.terms_version },
    maxPercentage: row.max_percentage,
    otherPrincipal: others.principal,
    anotherOwed: others.owed || owesMore,
    labourAct,
    pack: packAt(row.requested_on),
  });
  return { eligibility, others };
}
