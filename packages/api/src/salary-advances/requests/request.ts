import { kobo, type Kobo } from "@kontor/books/money";
import type { InputOf } from "@kontor/contract/endpoint";
import { formatDate, formatMoney } from "@kontor/contract/format";
import type {
  SalaryAdvanceItem,
  termsAcceptances,
} from "@kontor/contract/salary-advances/advances";
import type { requestAdvance } from "@kontor/contract/salary-advances/requests";
import { eligibilityOf, outcomeOf, type Eligibility } from "@kontor/payroll/advances/eligibility";
import { advancePlan, type AdvancePlan } from "@kontor/payroll/advances/plan";
import { basisPointsOf } from "@kontor/payroll/percentage";
import { packAt } from "@kontor/payroll/statutory/packs";
import { sql } from "kysely";

import { payrollSettingsOf } from "../../employees/pay/payroll-settings.ts";
import { requireModule } from "../../modules/module-gate.ts";
import { audit } from "../../platform/audit.ts";
import { atMostOne, exactlyOne } from "../../platform/database/rows.ts";
import { enterOrganization } from "../../platform/organization/organization.ts";
import { notFound, Refusal } from "../../platform/refusal.ts";
import type { Context } from "../../platform/scope.ts";
import {
  advanceEmployee,
  otherAdvances,
  type AdvanceEmployee,
  type EmployeePath,
  type OtherAdvances,
} from "../records/advance-employee.ts";
import { advanceAt, advanceNumber, writeAdvance, type AdvancePath } from "../records/advance.ts";
import { updateStatusCounts, nextAdvanceNumber } from "../records/counters.ts";
import { advanceItem } from "../records/list.ts";
import { mailEmployee } from "../records/mails.ts";
import { saveTerms, rulesAndTerms } from "../records/terms.ts";
import { sendOrQueue } from "../sending/send.ts";
import { ineligibleRefusal } from "./ineligible.ts";
import { eligibilityFacts, type Requester } from "./offer.ts";
import { paydaysFrom } from "./paydays.ts";

/** A request; `terms_version` is that of the terms shown and accepted. */
export type AdvanceRequest = {
  amount: Kobo;
  /** From 1 to 12. */
  instalments: number;
  terms_version: string;
  /** The payback amount that was shown, in kobo; left out when no plan was shown. */
  payback_amount?: Kobo | undefined;
  accepted_how: (typeof termsAcceptances)[number];
  note: string;
  /**
   * The key that the employee's device gave the request, so that a second tap makes no second
   * request; null for none.
   */
  key: string | null;
};

/** Records an employee's request as a user. @throws Refusal as {@link submitAdvanceRequest} */
export async function recordRequest(
  context: Context,
  input: InputOf<typeof requestAdvance>,
): Promise<SalaryAdvanceItem> {
  const { tenant_id, company_id } = await enterOrganization(context, input);
  return submitAdvanceRequest(context, { tenant_id, company_id, id: input.id }, "STAFF", {
    ...input,
    note: input.note ?? "",
    key: null,
  });
}

/**
 * Requests an advance. Requests of one employee are serialized, so that two concurrent ones cannot
 * exceed the limit together. If the rules allow automatic approval, the request is approved and
 * sent in the same transaction, whose scope must be the tenant.
 *
 * @returns the advance; for a key used before, the earlier one.
 * @throws Refusal `module_off`; `not_found`; `terms_changed` at `terms_version` when the terms have
 *   changed meanwhile; `advance_plan_changed` at `instalments` when the payback is not the one
 *   shown, such as after midnight or when the pay day was moved; `advance_ineligible` with every
 *   reason at its field; `advance_too_small` at `amount`; `advance_key_reused` for a key used with
 *   another request.
 */
export async function submitAdvanceRequest(
  requester: Requester,
  path: EmployeePath,
  channel: "PORTAL" | "STAFF",
  request: AdvanceRequest,
): Promise<SalaryAdvanceItem> {
  const { tx, clock } = requester;
  const { tenant_id } = path;
  await requireModule(tx, tenant_id, "salary_advance");
  const today = clock.today();
  const employee = await advanceEmployee(tx, path, today, true);
  const before = await earlierRequest(requester, employee, request);
  if (before !== undefined) return advanceItem(tx, { tenant_id, id: before }, today);
  const assessed = await assessRequest(requester, employee, request);
  const { eligibility, others, plan, rules, terms } = assessed;
  if (!eligibility.eligible) {
    const { max_percentage } = rules;
    throw ineligibleRefusal(eligibility, { employee, others, plan, max_percentage, channel });
  }
  const now = clock.now();
  await saveTerms(tx, tenant_id, terms, now);
  const id = await insertRequest(requester, employee, channel, request, assessed);
  const automatic = outcomeOf(eligibility, rules.auto_approval === 1) === "approved";
  const mailed = {
    tenant_id,
    id,
    amount: plan.amount,
    payback_amount: plan.payback,
    due_date: plan.instalments.at(-1)?.due ?? today,
  };
  if (automatic) {
    const columns = sql`status = 'APPROVED', decided_as = 'SYSTEM', decided_at = ${now}`;
    await writeAdvance(tx, { tenant_id, id }, columns, now);
    await updateStatusCounts(tx, tenant_id, "PENDING", "APPROVED");
    await audit(requester, tenant_id, "salary-advance.approved", `salary-advance:${id}`, {
      by: "system",
    });
    const { actor, requestId, environment } = requester;
    const poster = { tx, actorId: actor.user_id, requestId, recordedAt: now };
    await sendOrQueue(poster, environment, { tenant_id, id });
  }
  await mailEmployee(requester, automatic ? "approved" : "pending", mailed, employee);
  return advanceItem(tx, { tenant_id, id }, today);
}

/** The advance requested earlier with a key. @throws Refusal `advance_key_reused` */
async function earlierRequest(
  { tx }: Requester,
  { tenant_id, id }: AdvanceEmployee,
  { key, amount, instalments }: AdvanceRequest,
): Promise<number | undefined> {
  if (key === null) return undefined;
  const { rows } = await sql<{ id: number; amount: Kobo; instalments: number }>`
    select a.id, a.amount, (
      select count(*)::int from advance_instalments i where i.tenant_id = a.tenant_id and i.advance_id = a.id
    ) as instalments
    from salary_advances a
    where a.tenant_id = ${tenant_id} and a.employee_id = ${id} and a.request_key = ${key}`.execute(
    tx,
  );
  const before = atMostOne(rows);
  if (before === undefined) return undefined;
  if (before.amount !== amount || before.instalments !== instalments) {
    throw new Refusal("advance_key_reused");
  }
  return before.id;
}

type AssessedRequest = Awaited<ReturnType<typeof rulesAndTerms>> & {
  plan: AdvancePlan;
  others: OtherAdvances;
  eligibility: Eligibility;
};

/**
 * Assesses a request by today's rules.
 *
 * @throws Refusal `terms_changed`, `advance_too_small`, `advance_plan_changed`
 */
async function assessRequest(
  { tx, clock }: Requester,
  employee: AdvanceEmployee,
  { amount, instalments, terms_version, payback_amount }: AdvanceRequest,
): Promise<AssessedRequest> {
  const today = clock.today();
  const { rules, terms } = await rulesAndTerms(tx, employee.tenant_id);
  if (terms.version !== terms_version) throw Refusal.at("terms_version", "terms_changed");
  if (amount < BigInt(instalments)) {
    const least = formatMoney(kobo(BigInt(instalments)));
    throw Refusal.at("amount", "advance_too_small", { least });
  }
  const settings = await payrollSettingsOf(tx, employee);
  const plan = advancePlan({
    amount,
    rate: basisPointsOf(rules.interest_rate),
    requestedOn: today,
    dueDates: await paydaysFrom(tx, employee, {
      today,
      payDay: settings.payDay,
      count: instalments,
    }),
  });
  if (payback_amount !== undefined && payback_amount !== plan.payback) {
    throw Refusal.at("instalments", "advance_plan_changed", {
      payback: formatMoney(plan.payback),
      due: formatDate(plan.instalments.at(-1)?.due ?? today),
    });
  }
  const others = await otherAdvances(tx, employee, null);
  const eligibility = eligibilityOf({
    plan,
    employee: eligibilityFacts(employee),
    terms: { accepted: terms_version, current: terms.version },
    maxPercentage: rules.max_percentage,
    otherPrincipal: others.principal,
    anotherOwed: others.owed,
    labourAct: settings.labourAct,
    pack: packAt(today),
  });
  return { rules, terms, plan, others, eligibility };
}

async function insertRequest(
  requester: Requester,
  employee: AdvanceEmployee,
  channel: "PORTAL" | "STAFF",
  request: AdvanceRequest,
  { plan, rules, terms, others, eligibility }: AssessedRequest,
): Promise<number> {
  const { tx, clock, actor } = requester;
  const { tenant_id, company_id } = employee;
  const now = clock.now();
  const number = await nextAdvanceNumber(tx, tenant_id);
  const limits = eligibility.labourAct.map(({ limit }) => limit);
  const { rows } = await sql<{ id: number }>`
    insert into salary_advances (tenant_id, company_id, employee_id, number, amount, interest, rate,
      requested_on, due_date, max_percentage, auto_approval, gross_monthly, other_principal, another_owed,
      worker, labour_act, terms_version, accepted_how, accepted_at, acceptance_note, channel, requested_by,
      requested_at, request_key, updated_at)
    values (${tenant_id}, ${company_id}, ${employee.id}, ${number}, ${plan.amount}, ${plan.interest},
      ${Number(plan.rate)}, ${plan.requestedOn}, ${plan.instalments.at(-1)?.due}, ${rules.max_percentage},
      ${rules.auto_approval === 1}, ${employee.gross_monthly ?? 0n}, ${others.principal}, ${others.owed},
      ${employee.worker}, ${limits}, ${terms.version}, ${request.accepted_how}, ${now}, ${request.note},
      ${channel}, ${actor.user_id}, ${now}, ${request.key}, ${now})
    returning id`.execute(tx);
  const { id } = exactlyOne(rows);
  const parts = plan.instalments.map((part) => ({
    number: part.number,
    due: part.due,
    principal: String(part.principal),
    interest: String(part.interest),
  }));
  await sql`
    insert into advance_instalments (tenant_id, advance_id, number, due, principal, interest)
    select ${tenant_id}, ${id}, p.number, p.due, p.principal, p.interest
    from jsonb_to_recordset(${JSON.stringify(parts)}::jsonb)
      as p(number integer, due date, principal bigint, interest bigint)`.execute(tx);
  await audit(requester, tenant_id, "salary-advance.requested", `salary-advance:${id}`, {
    number: advanceNumber(number),
    employee_id: employee.id,
    amount: formatMoney(plan.amount),
    payback_amount: formatMoney(plan.payback),
    instalments: parts.length,
    accepted_how: request.accepted_how,
  });
  return id;
}

/**
 * Withdraws an undecided request as its employee: its status becomes REJECTED, by the employee. The
 * scope must be the tenant.
 *
 * @throws Refusal `not_found` for another's request; `advance_not_pending` (409) when it was
 *   decided meanwhile.
 */
export async function withdrawAdvance(
  requester: Requester,
  { employee_id, ...path }: AdvancePath & { employee_id: number },
): Promise<SalaryAdvanceItem> {
  const { tx, clock } = requester;
  const { tenant_id } = path;
  const row = await advanceAt(tx, path, true);
  if (row.employee_id !== employee_id) throw notFound("The salary advance");
  if (row.status === "REJECTED" && row.decided_as === "EMPLOYEE") {
    return advanceItem(tx, row, clock.today());
  }
  if (row.status !== "PENDING") throw new Refusal("advance_not_pending");
  const now = clock.now();
  await writeAdvance(
    tx,
    row,
    sql`status = 'REJECTED', decided_as = 'EMPLOYEE', decided_at = ${now}`,
    now,
  );
  await updateStatusCounts(tx, tenant_id, "PENDING", "REJECTED");
  await audit(requester, tenant_id, "salary-advance.withdrawn", `salary-advance:${row.id}`);
  return advanceItem(tx, row, clock.today());
}
