import { daysBetween } from "@kontor/books/calendar-date";
import { kobo, sum, ZERO, type Kobo } from "@kontor/books/money";
import { formatRecordNumber } from "@kontor/contract/format";
import type {
  allocationKinds,
  SalaryAdvanceStatus,
  termsAcceptances,
} from "@kontor/contract/salary-advances/advances";
import { outstandingOf, type Outstanding } from "@kontor/payroll/advances/allocation";
import type { LabourActLimit } from "@kontor/payroll/advances/eligibility";
import type { AdvancePlan } from "@kontor/payroll/advances/plan";
import { sql, type RawBuilder } from "kysely";

import { atMostOne } from "../../platform/database/rows.ts";
import { notFound } from "../../platform/refusal.ts";
import type { Tx } from "../../platform/scope.ts";

/** A stored row of `salary_advances`; amounts in kobo, `rate` in basis points a year. */
export type AdvanceRow = {
  tenant_id: number;
  id: number;
  company_id: number;
  employee_id: number;
  number: bigint;
  status: SalaryAdvanceStatus;
  amount: Kobo;
  interest: Kobo;
  payback_amount: Kobo;
  rate: number;
  requested_on: string;
  due_date: string;
  max_percentage: number;
  auto_approval: boolean;
  gross_monthly: Kobo;
  other_principal: Kobo;
  another_owed: boolean;
  worker: boolean;
  labour_act: LabourActLimit[];
  terms_version: string;
  accepted_how: (typeof termsAcceptances)[number];
  accepted_at: Date;
  acceptance_note: string;
  channel: "PORTAL" | "STAFF";
  requested_by: number | null;
  requested_at: Date;
  request_key: string | null;
  decided_as: "USER" | "SYSTEM" | "EMPLOYEE" | null;
  decided_by: number | null;
  decided_at: Date | null;
  decision_reason: string;
  revoked_at: Date | null;
  revoked_by: number | null;
  revocation_reason: string;
  send_wanted_at: Date | null;
  paid_at: Date | null;
  allocated_principal: Kobo;
  allocated_interest: Kobo;
  version: number;
  updated_at: Date;
};

/** A repayment, a write-off, or what reverses one: a reversal, a refund, an undone write-off. */
export type AllocationKind = (typeof allocationKinds)[number];

export type AdvancePath = { tenant_id: number; company_id: number; id: number };

/** The number as displayed: SA-000012. */
export function advanceNumber(number: bigint): string {
  return formatRecordNumber("SA", number);
}

/**
 * An advance by its path; without `company_id` of any company of the tenant. With `lock` it is
 * locked until the transaction ends; lock it before rows of employees, counters and ledgers.
 *
 * @throws Refusal `not_found`
 */
export async function advanceAt(
  tx: Tx,
  { tenant_id, company_id, id }: Omit<AdvancePath, "company_id"> & { company_id?: number },
  lock = false,
): Promise<AdvanceRow> {
  const { rows } = await sql<AdvanceRow>`
    select a.* from salary_advances a
    where a.tenant_id = ${tenant_id} and a.id = ${id}
      ${company_id === undefined ? sql`` : sql`and a.company_id = ${company_id}`}
    ${lock ? sql`for no key update` : sql``}`.execute(tx);
  const row = atMostOne(rows);
  if (row === undefined) throw notFound("The salary advance");
  return row;
}

/** Updates columns of an advance and raises its version. */
export async function writeAdvance(
  tx: Tx,
  { tenant_id, id }: Pick<AdvanceRow, "tenant_id" | "id">,
  columns: RawBuilder<unknown>,
  now: Date,
): Promise<void> {
  await sql`
    update salary_advances set ${columns}, version = version + 1, updated_at = ${now}
    where tenant_id = ${tenant_id} and id = ${id}`.execute(tx);
}

/** An instalment as stored. */
type StoredInstalment = { number: number; due: string; principal: Kobo; interest: Kobo };

/** The fields of a plan besides its instalments. */
type PlanTerms = Pick<
  AdvanceRow,
  "amount" | "interest" | "payback_amount" | "rate" | "requested_on"
>;

/** A plan from its stored fields, with instalments in order. */
export function planFrom(terms: PlanTerms, instalments: readonly StoredInstalment[]): AdvancePlan {
  const { amount, requested_on, interest, payback_amount, rate } = terms;
  return {
    amount,
    rate: BigInt(rate),
    requestedOn: requested_on,
    instalments: instalments.map(({ number, due, principal, interest: part }) => ({
      number,
      due,
      principal,
      interest: part,
      days: daysBetween(requested_on, due),
      amount: sum([principal, part]),
    })),
    interest,
    payback: payback_amount,
  };
}

/** The repayment plan of an advance, as fixed when it was requested. */
export async function planOf(tx: Tx, row: AdvanceRow): Promise<AdvancePlan> {
  const plan = (await plansOf(tx, row.tenant_id, [row])).get(row.id);
  if (plan === undefined) throw new Error(`salary advance ${row.id} has no plan`);
  return plan;
}

/** The plans of a tenant's advances, by advance id. */
export async function plansOf(
  tx: Tx,
  tenantId: number,
  advances: readonly AdvanceRow[],
): Promise<ReadonlyMap<number, AdvancePlan>> {
  const ids = advances.map(({ id }) => id);
  const { rows } = await sql<StoredInstalment & { advance_id: number }>`
    select advance_id, number, due, principal, interest from advance_instalments
    where tenant_id = ${tenantId} and advance_id = any (${ids}::bigint[])
    order by advance_id, number`.execute(tx);
  const parts = Map.groupBy(rows, ({ advance_id }) => advance_id);
  return new Map(advances.map((row) => [row.id, planFrom(row, parts.get(row.id) ?? [])]));
}

/** The total of all repayments and write-offs of an advance. */
export function allocatedOf(
  row: Pick<AdvanceRow, "allocated_principal" | "allocated_interest">,
): Kobo {
  return sum([row.allocated_principal, row.allocated_interest]);
}

const nothingOwed: Outstanding = { principal: ZERO, interest: ZERO, total: ZERO };

/** The outstanding amount of an advance: zero until the money has arrived. */
export function owedOf(row: AdvanceRow, plan: AdvancePlan): Outstanding {
  return row.status === "PAID" ? outstandingOf(plan, allocatedOf(row)) : nothingOwed;
}

/** The repaid amount of each instalment, in the order of the plan. */
export function repaidByInstalment(plan: AdvancePlan, allocated: Kobo): Kobo[] {
  let left: bigint = allocated;
  return plan.instalments.map(({ amount }) => {
    const paid = left < amount ? left : amount;
    left -= paid;
    return kobo(paid);
  });
}
