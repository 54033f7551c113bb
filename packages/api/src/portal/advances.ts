import { kobo } from "@kontor/books/money";
import type { DataOf, InputOf } from "@kontor/contract/endpoint";
import type {
  getPortalOffer,
  listPortalAdvances,
  requestPortalAdvance,
  withdrawPortalAdvance,
} from "@kontor/contract/portal/advances";
import { sql } from "kysely";

import type { Page } from "../platform/database/list.ts";
import { exactlyOne } from "../platform/database/rows.ts";
import {
  advanceAt,
  advanceNumber,
  allocatedOf,
  owedOf,
  planOf,
  repaidByInstalment,
  type AdvanceRow,
} from "../salary-advances/records/advance.ts";
import { advanceOffer } from "../salary-advances/requests/offer.ts";
import { submitAdvanceRequest, withdrawAdvance } from "../salary-advances/requests/request.ts";
import { requirePortalModule } from "./portal-modules.ts";
import type { PortalContext } from "./portal-route.ts";

type PortalAdvance = DataOf<typeof requestPortalAdvance>;

/* With the module off, pending requests continue and stay visible; new ones are refused. */

/**
 * How much the employee may request today, and what limits it. @throws Refusal `portal_no_advances`
 */
export async function ownOffer(context: PortalContext): Promise<DataOf<typeof getPortalOffer>> {
  await requirePortalModule(context, "salary_advance");
  return advanceOffer(context, pathOf(context));
}

/** The employee's own advances, latest first. */
export async function ownAdvances(
  { tx, employee }: PortalContext,
  { page, per_page }: InputOf<typeof listPortalAdvances>,
): Promise<Page<PortalAdvance>> {
  const { tenant_id, employee_id } = employee;
  const own = sql`a.tenant_id = ${tenant_id} and a.employee_id = ${employee_id}`;
  const counted = await sql<{ total: number }>`
    select count(*)::int as total from salary_advances a where ${own}`.execute(tx);
  const { rows } = await sql<AdvanceRow>`
    select a.* from salary_advances a where ${own}
    order by a.id desc limit ${per_page} offset ${(page - 1) * per_page}`.execute(tx);
  const shown: PortalAdvance[] = [];
  for (const row of rows) shown.push(await present(tx, row));
  return { total: exactlyOne(counted.rows).total, rows: shown };
}

/**
 * Requests an advance as the employee of the session. An Idempotency-Key makes one request, however
 * often and quickly it is sent.
 *
 * @throws Refusal `portal_no_advances`; as `submitAdvanceRequest`.
 */
export async function requestAsEmployee(
  context: PortalContext,
  { amount, instalments, terms_version, payback_amount }: InputOf<typeof requestPortalAdvance>,
): Promise<PortalAdvance> {
  await requirePortalModule(context, "salary_advance");
  const { tenant_id, id } = await submitAdvanceRequest(context, pathOf(context), "PORTAL", {
    amount,
    instalments,
    terms_version,
    payback_amount,
    accepted_how: "PORTAL",
    note: "",
    key: context.key,
  });
  return present(context.tx, await advanceAt(context.tx, { tenant_id, id }));
}

/** Withdraws the employee's own request. @throws Refusal as `withdrawAdvance` */
export async function withdrawOwn(
  context: PortalContext,
  { id }: InputOf<typeof withdrawPortalAdvance>,
): Promise<PortalAdvance> {
  const { tenant_id, company_id, employee_id } = context.employee;
  const path = { tenant_id, company_id, id };
  await withdrawAdvance(context, { ...path, employee_id });
  return present(context.tx, await advanceAt(context.tx, path));
}

function pathOf({ employee }: PortalContext) {
  const { tenant_id, company_id, employee_id } = employee;
  return { tenant_id, company_id, id: employee_id };
}

async function present(tx: PortalContext["tx"], row: AdvanceRow): Promise<PortalAdvance> {
  const plan = await planOf(tx, row);
  const repaid = repaidByInstalment(plan, allocatedOf(row));
  const { rows } = await sql<{ on_its_way: boolean; written_off: bigint }>`
    select exists (
        select from transfers x where x.tenant_id = ${row.tenant_id} and x.purpose = 'salary_advance'
          and x.subject_id = ${row.id} and x.status in ('PENDING', 'PROCESSING')) as on_its_way,
      (select coalesce(sum(l.principal + l.interest), 0) from advance_allocations l
        where l.tenant_id = ${row.tenant_id} and l.advance_id = ${row.id}
          and l.kind in ('WRITE_OFF', 'UNDONE_WRITE_OFF')) as written_off`.execute(tx);
  const { on_its_way, written_off } = exactlyOne(rows);
  return {
    id: row.id,
    number: advanceNumber(row.number),
    status: row.status,
    amount: row.amount,
    interest: row.interest,
    payback_amount: row.payback_amount,
    interest_rate: row.rate / 100,
    requested_at: row.requested_at,
    due_date: row.due_date,
    instalments: plan.instalments.map(({ number, due, amount }, index) => ({
      number,
      due,
      amount,
      repaid: repaid[index] ?? amount,
    })),
    outstanding: owedOf(row, plan).total,
    decided_at: row.decided_at,
    reason: reasonOf(row),
    withdrawn: row.decided_as === "EMPLOYEE",
    revoked: row.revoked_at !== null,
    on_its_way,
    paid_at: row.paid_at,
    written_off: kobo(written_off),
  };
}

function reasonOf({ status, revoked_at, revocation_reason, decision_reason }: AdvanceRow): string {
  if (status !== "REJECTED") return "";
  return revoked_at === null ? decision_reason : revocation_reason;
}
