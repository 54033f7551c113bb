import { addDays } from "@kontor/books/calendar-date";
import { sum, ZERO, type Kobo } from "@kontor/books/money";
import type { ConfigurationOwner } from "@kontor/contract/configuration";
import type { DataOf, InputOf } from "@kontor/contract/endpoint";
import type { AdvanceRules } from "@kontor/contract/salary-advances/advance-rules";
import type { previewAdvanceRules } from "@kontor/contract/salary-advances/preview";
import { eligibilityOf, outcomeOf } from "@kontor/payroll/advances/eligibility";
import { advancePlan } from "@kontor/payroll/advances/plan";
import type { PayrollSettings } from "@kontor/payroll/pay/settings";
import { basisPointsOf } from "@kontor/payroll/percentage";
import { packAt } from "@kontor/payroll/statutory/packs";
import { sql } from "kysely";

import { ownLabourAct, payrollSettingsOf } from "../employees/pay/payroll-settings.ts";
import { effectiveValue } from "../platform/configuration/configuration.ts";
import { inLagosDateRange, tenantCondition } from "../platform/database/conditions.ts";
import type { Context, Tx } from "../platform/scope.ts";
import { advanceRulesConfiguration } from "./advance-rules.ts";
import type { AdvanceRow } from "./records/advance.ts";

type Preview = DataOf<typeof previewAdvanceRules.platform>;
type Outcomes = Preview["present"];
type LabourAct = PayrollSettings["labourAct"];
type Rules = Pick<AdvanceRules, "max_percentage" | "interest_rate" | "auto_approval">;

/** The days whose requests are compared, including today. */
const days = 90;

/** A request with the facts of its assessment and the paydays of its plan. */
type PastRequest = Pick<
  AdvanceRow,
  "amount" | "requested_on" | "gross_monthly" | "other_principal" | "another_owed" | "worker"
> & {
  due: string[];
  /**
   * Whether the organization's own settings say that the Labour Act binds it; null without own
   * settings.
   */
  own_labour_act: LabourAct | null;
};

/**
 * The outcomes of the requests of the last 90 days under the rules in effect and under unsaved
 * ones, by the facts of the day of each request and with its own plan. For the platform these are
 * the requests of organizations without their own rules.
 */
export async function previewRules(
  { tx, clock }: Context,
  owner: ConfigurationOwner,
  proposed: InputOf<typeof previewAdvanceRules.platform>,
): Promise<Preview> {
  const end_date = clock.today();
  const start_date = addDays(end_date, 1 - days);
  const { kind, key } = advanceRulesConfiguration;
  const { value: present } = await effectiveValue(tx, owner, kind, key);
  const requests = await requestsOf(tx, owner, { start_date, end_date });
  const { labourAct } = await payrollSettingsOf(tx, "platform");
  return {
    requests: requests.length,
    start_date,
    end_date,
    present: outcomesUnder(present, requests, labourAct),
    proposed: outcomesUnder(proposed, requests, labourAct),
  };
}

/**
 * @param labourAct whether the Labour Act binds organizations without their own payroll settings.
 */
function outcomesUnder(
  rules: Rules,
  requests: readonly PastRequest[],
  labourAct: LabourAct,
): Outcomes {
  const outcomes = { approved: 0, waiting: 0, refused: 0 };
  const interest: Kobo[] = [];
  for (const request of requests) {
    const plan = advancePlan({
      amount: request.amount,
      rate: basisPointsOf(rules.interest_rate),
      requestedOn: request.requested_on,
      dueDates: request.due,
    });
    const eligibility = eligibilityOf({
      plan,
      employee: {
        status: "ACTIVE",
        start: request.requested_on,
        exit: null,
        grossMonthly: request.gross_monthly,
        worker: request.worker,
      },
      terms: { accepted: "", current: "" },
      maxPercentage: rules.max_percentage,
      otherPrincipal: request.other_principal,
      anotherOwed: request.another_owed,
      labourAct: request.own_labour_act ?? labourAct,
      pack: packAt(request.requested_on),
    });
    const outcome = outcomeOf(eligibility, rules.auto_approval === 1);
    outcomes[outcome] += 1;
    if (outcome !== "refused") interest.push(plan.interest);
  }
  return { ...outcomes, interest: interest.length === 0 ? ZERO : sum(interest) };
}

async function requestsOf(
  tx: Tx,
  owner: ConfigurationOwner,
  range: { start_date: string; end_date: string },
): Promise<PastRequest[]> {
  const { kind, key } = advanceRulesConfiguration;
  const tenantId = owner === "platform" ? null : owner.tenant_id;
  const withoutOwn =
    owner === "platform"
      ? sql`and not exists (select from organization_values v
          where v.tenant_id = a.tenant_id and v.kind = ${kind.name} and v.key = ${key})`
      : sql``;
  const { rows } = await sql<PastRequest>`
    select a.amount, a.requested_on, a.gross_monthly, a.other_principal, a.another_owed, a.worker,
      array_agg(i.due::text order by i.number) as due,
      ${ownLabourAct(sql`a.tenant_id`)} as own_labour_act
    from salary_advances a
    join advance_instalments i on i.tenant_id = a.tenant_id and i.advance_id = a.id
    where ${tenantCondition(sql`a.tenant_id`, tenantId)} and ${inLagosDateRange(sql`a.requested_at`, range)} ${withoutOwn}
    group by a.tenant_id, a.id`.execute(tx);
  return rows;
}
