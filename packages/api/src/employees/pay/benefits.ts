import { kobo, printMoney } from "@kontor/books/money";
import type {
  addBenefit,
  benefit,
  listBenefits,
  removeBenefit,
  saveBenefit,
} from "@kontor/contract/employees/benefits";
import type { DataOf, InputOf } from "@kontor/contract/endpoint";
import { monthlyValue, type Benefit as GivenBenefit } from "@kontor/payroll/pay/benefit";
import { packAt } from "@kontor/payroll/statutory/packs";
import { sql, type RawBuilder } from "kysely";
import type { z } from "zod";

import { audit } from "../../platform/audit.ts";
import { changesBetween } from "../../platform/changes.ts";
import { atMostOne, exactlyOne } from "../../platform/database/rows.ts";
import { notFound, Refusal } from "../../platform/refusal.ts";
import type { Context, Tx } from "../../platform/scope.ts";
import { employeeRowAt, lockEmployee } from "../records/employee.ts";

type Benefit = z.output<typeof benefit>;
type Row = Omit<Benefit, "value" | "employee_pays" | "monthly_value"> &
  Record<"value" | "employee_pays", bigint>;
type EmployeeKey = { tenant_id: number; id: number };

/** The benefits in kind of an employee, latest first. @throws Refusal `not_found` */
export async function benefitsOf(
  context: Context,
  input: InputOf<typeof listBenefits>,
): Promise<Benefit[]> {
  const { row } = await employeeRowAt(context, input);
  return benefitsWhere(context, row, sql`true`);
}

/** Adds a benefit in kind from a day on. @throws Refusal `not_found` */
export async function addBenefitTo(
  context: Context,
  input: InputOf<typeof addBenefit>,
): Promise<Benefit> {
  const { tx, clock, actor } = context;
  const employee = await lockEmployee(context, input);
  const { rows } = await sql<{ id: number }>`
    insert into benefits_in_kind (tenant_id, employee_id, name, kind, value, employee_pays, from_date, to_date,
      recorded_at, recorded_by)
    values (${employee.tenant_id}, ${employee.id}, ${input.name}, ${input.kind}, ${input.value},
      ${input.employee_pays}, ${input.from_date}, ${input.to_date}, ${clock.now()}, ${actor.user_id})
    returning id`.execute(tx);
  const added = exactlyOne(
    await benefitsWhere(context, employee, sql`b.id = ${exactlyOne(rows).id}`),
  );
  await auditBenefit(context, employee, "employee.pay-benefit-added", undefined, added);
  return added;
}

/** Changes a benefit in kind. @throws Refusal `not_found`, `changed_meanwhile` */
export async function changeBenefit(
  context: Context,
  input: InputOf<typeof saveBenefit>,
): Promise<Benefit> {
  const employee = await lockEmployee(context, input);
  const which = sql`b.id = ${input.benefit_id}`;
  const before = atMostOne(await benefitsWhere(context, employee, which));
  if (before === undefined) throw notFound("The benefit");
  if (before.version !== input.version) throw new Refusal("changed_meanwhile");
  await sql`
    update benefits_in_kind set name = ${input.name}, kind = ${input.kind}, value = ${input.value},
      employee_pays = ${input.employee_pays}, from_date = ${input.from_date}, to_date = ${input.to_date},
      version = version + 1
    where tenant_id = ${employee.tenant_id} and employee_id = ${employee.id} and id = ${input.benefit_id}`.execute(
    context.tx,
  );
  const after = exactlyOne(await benefitsWhere(context, employee, which));
  await auditBenefit(context, employee, "employee.pay-benefit-changed", before, after);
  return after;
}

/**
 * Removes a benefit in kind that was recorded by mistake. Payslips keep what they taxed, and the next one
 * of the tax year takes it back. @throws Refusal `not_found`
 */
export async function removeBenefitOf(
  context: Context,
  input: InputOf<typeof removeBenefit>,
): Promise<DataOf<typeof removeBenefit>> {
  const { tx, clock } = context;
  const employee = await lockEmployee(context, input);
  const which = sql`b.id = ${input.benefit_id}`;
  const before = atMostOne(await benefitsWhere(context, employee, which));
  if (before === undefined) throw notFound("The benefit");
  await sql`
    update benefits_in_kind b set removed_at = ${clock.now()}, version = version + 1
    where b.tenant_id = ${employee.tenant_id} and b.employee_id = ${employee.id} and ${which}`.execute(
    tx,
  );
  await auditBenefit(context, employee, "employee.pay-benefit-removed", before, undefined);
  return { done: true };
}

/** The benefits of a tax year of an employee, as the payroll rules take them. */
export async function givenBenefits(
  tx: Tx,
  { tenant_id, id }: EmployeeKey,
): Promise<GivenBenefit[]> {
  const { rows } = await sql<GivenBenefit>`
    select b.id::text as key, b.name as label, b.kind, b.value, b.employee_pays as paid, b.from_date as "from",
      b.to_date as "to"
    from benefits_in_kind b
    where b.tenant_id = ${tenant_id} and b.employee_id = ${id} and b.removed_at is null
    order by b.id`.execute(tx);
  return rows;
}

/** The benefits of an employee that are not removed. @param which a condition on `benefits_in_kind b` */
async function benefitsWhere(
  { tx, clock }: Context,
  employee: EmployeeKey,
  which: RawBuilder<unknown>,
): Promise<Benefit[]> {
  const { rows } = await sql<Row>`
    select b.id, b.name, b.kind, b.value, b.employee_pays, b.from_date, b.to_date, b.version
    from benefits_in_kind b
    where b.tenant_id = ${employee.tenant_id} and b.employee_id = ${employee.id} and b.removed_at is null
      and ${which}
    order by b.from_date desc, b.id desc`.execute(tx);
  const pack = packAt(clock.today());
  return rows.map((row) => {
    const [value, employee_pays] = [kobo(row.value), kobo(row.employee_pays)];
    const monthly_value = monthlyValue({ kind: row.kind, value, paid: employee_pays }, pack);
    return { ...row, value, employee_pays, monthly_value };
  });
}

/** Records in the audit log that a benefit was added, changed or removed; undefined before or after that. */
async function auditBenefit(
  context: Context,
  employee: EmployeeKey,
  action: string,
  before: Benefit | undefined,
  after: Benefit | undefined,
): Promise<void> {
  // Of a change, the name says which benefit it was.
  const which = before && after && { name: { from: null, to: after.name } };
  const changes = { ...which, ...changesBetween(factsOf(before), factsOf(after)) };
  await audit(context, employee.tenant_id, action, `employee:${employee.id}`, { changes });
}

function factsOf(given: Benefit | undefined): Record<string, unknown> {
  return {
    name: given?.name ?? null,
    kind: given?.kind ?? null,
    value: given === undefined ? null : printMoney(given.value),
    employee_pays: given === undefined ? null : printMoney(given.employee_pays),
    from_date: given?.from_date ?? null,
    to_date: given?.to_date ?? null,
  };
}
