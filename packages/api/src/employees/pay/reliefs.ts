import { kobo, printMoney } from "@kontor/books/money";
import type {
  claimRelief,
  decideRelief,
  listReliefs,
  relief,
} from "@kontor/contract/employees/pay";
import type { InputOf } from "@kontor/contract/endpoint";
import { sql, type RawBuilder } from "kysely";
import type { z } from "zod";

import { audit } from "../../platform/audit.ts";
import { atMostOne, exactlyOne } from "../../platform/database/rows.ts";
import { notFound, Refusal } from "../../platform/refusal.ts";
import type { Context } from "../../platform/scope.ts";
import { employeeRowAt, lockEmployee } from "../records/employee.ts";
import { insertDocument, type Evidence } from "./documents.ts";

type Relief = z.output<typeof relief>;
const amounts = ["rent", "life_premium", "owner_occupier_interest", "nhis"] as const;
type Row = Omit<Relief, (typeof amounts)[number] | "own_claim"> &
  Record<(typeof amounts)[number], bigint> & { claimed_by_id: number | null };
type EmployeeKey = { tenant_id: number; id: number };

/** The reliefs that an employee claims, latest year first. @throws Refusal `not_found` */
export async function reliefsOf(
  context: Context,
  input: InputOf<typeof listReliefs>,
): Promise<Relief[]> {
  const { row } = await employeeRowAt(context, input);
  return reliefsWhere(context, row, sql`true`);
}

/**
 * Enters an employee's claim for a year, which a second person must approve. It replaces a claim
 * for the same year that is still waiting. An approved claim stays in effect until this one is
 * approved.
 *
 * @throws Refusal `not_found`; `relief_empty` at `rent`.
 */
export async function claimReliefOf(
  context: Context,
  input: InputOf<typeof claimRelief>,
  evidence: Evidence | undefined,
): Promise<Relief> {
  const { tx, clock, actor } = context;
  const row = await lockEmployee(context, input);
  const { tenant_id, id } = row;
  const now = clock.now();
  await sql`
    update reliefs set status = 'SUPERSEDED', decided_at = ${now}, decided_by = ${actor.user_id}
    where tenant_id = ${tenant_id} and employee_id = ${id} and year = ${input.year} and status = 'WAITING'`.execute(
    tx,
  );
  const documentId = evidence === undefined ? null : await insertDocument(context, row, evidence);
  const { rows } = await sql<{ id: number }>`
    insert into reliefs (tenant_id, employee_id, year, rent, life_premium, owner_occupier_interest, nhis,
      document_id, status, claimed_at, claimed_by)
    values (${tenant_id}, ${id}, ${input.year}, ${input.rent}, ${input.life_premium},
      ${input.owner_occupier_interest}, ${input.nhis}, ${documentId}, 'WAITING', ${now}, ${actor.user_id})
    returning id`.execute(tx);
  const entered = exactlyOne(await reliefsWhere(context, row, sql`r.id = ${exactlyOne(rows).id}`));
  await recordChange(context, row, "employee.pay-relief-claimed", entered);
  return entered;
}

/**
 * Approves or rejects a claim. The user must not be the one who entered it. An approved claim
 * replaces the approved claim for the same year.
 *
 * @throws Refusal `not_found`; `decided_already`; `second_person_needed`.
 */
export async function decideReliefOf(
  context: Context,
  input: InputOf<typeof decideRelief>,
): Promise<Relief> {
  const { tx, clock, actor } = context;
  const row = await lockEmployee(context, input);
  const which = sql`r.id = ${input.relief_id}`;
  const claim = atMostOne(await reliefsWhere(context, row, which));
  if (claim === undefined) throw notFound("The claim");
  if (claim.status !== "WAITING") throw new Refusal("decided_already");
  if (claim.own_claim) throw new Refusal("second_person_needed");
  const now = clock.now();
  if (input.approve) {
    await sql`
      update reliefs set status = 'SUPERSEDED', decided_at = ${now}, decided_by = ${actor.user_id}
      where tenant_id = ${row.tenant_id} and employee_id = ${row.id} and year = ${claim.year}
        and status = 'APPROVED'`.execute(tx);
  }
  await sql`
    update reliefs set status = ${input.approve ? "APPROVED" : "REJECTED"}, decided_at = ${now},
      decided_by = ${actor.user_id}, reason = ${input.approve ? "" : (input.reason ?? "")}
    where tenant_id = ${row.tenant_id} and id = ${input.relief_id}`.execute(tx);
  const decided = exactlyOne(await reliefsWhere(context, row, which));
  const action = input.approve ? "employee.pay-relief-approved" : "employee.pay-relief-rejected";
  await recordChange(context, row, action, decided);
  return decided;
}

async function reliefsWhere(
  { tx, actor }: Context,
  employee: EmployeeKey,
  which: RawBuilder<unknown>,
): Promise<Relief[]> {
  const { rows } = await sql<Row>`
    select r.id, r.year, r.rent, r.life_premium, r.owner_occupier_interest, r.nhis, r.status, r.document_id,
      d.filename as document_name, r.claimed_at, c.name as claimed_by, r.claimed_by as claimed_by_id,
      r.decided_at, u.name as decided_by, r.reason
    from reliefs r
    left join employee_documents d on d.tenant_id = r.tenant_id and d.id = r.document_id
    left join users c on c.id = r.claimed_by
    left join users u on u.id = r.decided_by
    where r.tenant_id = ${employee.tenant_id} and r.employee_id = ${employee.id} and ${which}
    order by r.year desc, r.id desc`.execute(tx);
  return rows.map(({ claimed_by_id, ...row }) => ({
    ...row,
    rent: kobo(row.rent),
    life_premium: kobo(row.life_premium),
    owner_occupier_interest: kobo(row.owner_occupier_interest),
    nhis: kobo(row.nhis),
    own_claim: claimed_by_id === actor.user_id,
  }));
}

async function recordChange(
  context: Context,
  { tenant_id, id }: EmployeeKey,
  action: string,
  claim: Relief,
): Promise<void> {
  const claimed = amounts.filter((name) => claim[name] > 0n);
  const changes = {
    year: { from: null, to: String(claim.year) },
    ...Object.fromEntries(
      claimed.map((name) => [name, { from: null, to: printMoney(claim[name]) }]),
    ),
  };
  await audit(context, tenant_id, action, `employee:${id}`, { changes });
}
