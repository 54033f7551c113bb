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

import { auditAll, auditActorOf } from "../../platform/audit.ts";
import { changesBetween } from "../../platform/changes.ts";
import { atMostOne, exactlyOne } from "../../platform/database/rows.ts";
import { notFound, Refusal } from "../../platform/refusal.ts";
import type { Context, Tx } from "../../platform/scope.ts";
import { employeeRowAt, lockEmployee } from "../records/employee.ts";

type Benefit = z.output<typeof benefit>;
/** What is recorded of a benefit. */
export type EnteredBenefit = Omit<Benefit, "id" | "version" | "monthly_value">;
/** A benefit that is recorded and not removed. */
export type RecordedBenefit = EnteredBenefit & Pick<Benefit, "id" | "version">;
type Row = Omit<Benefit, "value" | "employee_pays" | "monthly_value"> &
  Record<"value" | "employee_pays", bigint>;
type EmployeeKey = { tenant_id: number; id: number };
type Writing = Pick<Context, "tx" | "clock" | "actor">;

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
  const employee = await lockEmployee(context, input);
  const ids = await insertBenefits(context, employee.tenant_id, [
    { employee_id: employee.id, benefit: input },
  ]);
  const added = exactlyOne(await benefitsWhere(context, employee, sql`b.id = ${exactlyOne(ids)}`));
  await auditBenefit(context, employee, null, added);
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
  await updateBenefits(context.tx, employee.tenant_id, [
    { employee_id: employee.id, id: input.benefit_id, benefit: input },
  ]);
  const after = exactlyOne(await benefitsWhere(context, employee, which));
  await auditBenefit(context, employee, before, after);
  return after;
}

/**
 * Removes a benefit in kind that was recorded by mistake. Payslips keep what they taxed, and the next one of
 * the tax year corrects it. @throws Refusal `not_found`
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
  await auditBenefit(context, employee, before, null);
  return { done: true };
}

type EmployeesBenefit = { employee_id: number; benefit: EnteredBenefit };

/** Stores benefits of employees. @param importId the import that adds them. @returns their ids in order. */
export async function insertBenefits(
  { tx, clock, actor }: Writing,
  tenantId: number,
  added: readonly EmployeesBenefit[],
  importId: number | null = null,
): Promise<number[]> {
  const { rows } = await sql<{ id: number }>`
    insert into benefits_in_kind (tenant_id, employee_id, name, kind, value, employee_pays, from_date, to_date,
      recorded_at, recorded_by, import_id)
    select ${tenantId}, r.employee_id, r.name, r.kind, r.value, r.employee_pays, r.from_date, r.to_date,
      ${clock.now()}, ${actor.user_id}, ${importId}
    from ${recordSet(added)}
    returning id`.execute(tx);
  return rows.map(({ id }) => id);
}

/** Replaces what is recorded of benefits. The callers have compared their versions. */
export async function updateBenefits(
  tx: Tx,
  tenantId: number,
  changed: readonly (EmployeesBenefit & { id: number })[],
): Promise<void> {
  await sql`
    update benefits_in_kind b set name = r.name, kind = r.kind, value = r.value, employee_pays = r.employee_pays,
      from_date = r.from_date, to_date = r.to_date, version = b.version + 1
    from ${recordSet(changed)}
    where b.tenant_id = ${tenantId} and b.employee_id = r.employee_id and b.id = r.id`.execute(tx);
}

/** Benefits as a record set `r`, in their order. */
function recordSet(rows: readonly (EmployeesBenefit & { id?: number })[]): RawBuilder<unknown> {
  const records = rows.map(({ employee_id, id, benefit: given }) => ({
    employee_id,
    id,
    name: given.name,
    kind: given.kind,
    value: String(given.value),
    employee_pays: String(given.employee_pays),
    from_date: given.from_date,
    to_date: given.to_date,
  }));
  return sql`jsonb_to_recordset(${JSON.stringify(records)}::jsonb) as r(employee_id bigint, id bigint, name text,
    kind text, value bigint, employee_pays bigint, from_date date, to_date date)`;
}

/** The benefits of some employees that are not removed, by employee, earliest first. */
export async function recordedBenefits(
  tx: Tx,
  tenantId: number,
  employeeIds: readonly number[],
): Promise<Map<number, RecordedBenefit[]>> {
  const { rows } = await sql<Row & { employee_id: number }>`
    select b.id, b.employee_id, b.name, b.kind, b.value, b.employee_pays, b.from_date, b.to_date, b.version
    from benefits_in_kind b
    where b.tenant_id = ${tenantId} and b.employee_id = any (${employeeIds}) and b.removed_at is null
    order by b.from_date, b.id`.execute(tx);
  const found = new Map<number, RecordedBenefit[]>(employeeIds.map((id) => [id, []]));
  for (const { employee_id, value, employee_pays, ...row } of rows) {
    const one = { ...row, value: kobo(value), employee_pays: kobo(employee_pays) };
    found.get(employee_id)?.push(one);
  }
  return found;
}

/** The benefits of a tax year of an employee, as the payroll rules take them. */
export async function payrollBenefitsOf(
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

/** A benefit of an employee before and after a change; null before it was added or after it was removed. */
export type BenefitChange = {
  employee_id: number;
  before: EnteredBenefit | null;
  after: EnteredBenefit | null;
};

/** Records in the audit log that benefits were added, changed or removed. @param facts what else is recorded with each */
export async function auditBenefits(
  context: Context,
  tenantId: number,
  changes: readonly BenefitChange[],
  facts: Readonly<Record<string, unknown>> = {},
): Promise<void> {
  await auditAll(
    auditActorOf(context),
    tenantId,
    changes.map(({ employee_id, before, after }) => {
      // For a change, the name identifies the benefit.
      const which = before && after && { name: { from: null, to: after.name } };
      const fields = { ...which, ...changesBetween(factsOf(before), factsOf(after)) };
      return {
        action: actionOf(before, after),
        subject: `employee:${employee_id}`,
        detail: { ...facts, changes: fields },
      };
    }),
  );
}

function actionOf(before: EnteredBenefit | null, after: EnteredBenefit | null): string {
  if (before === null) return "employee.pay-benefit-added";
  return after === null ? "employee.pay-benefit-removed" : "employee.pay-benefit-changed";
}

async function auditBenefit(
  context: Context,
  { tenant_id, id }: EmployeeKey,
  before: EnteredBenefit | null,
  after: EnteredBenefit | null,
): Promise<void> {
  await auditBenefits(context, tenant_id, [{ employee_id: id, before, after }]);
}

function factsOf(given: EnteredBenefit | null): Record<string, unknown> {
  return {
    name: given?.name ?? null,
    kind: given?.kind ?? null,
    value: given === null ? null : printMoney(given.value),
    employee_pays: given === null ? null : printMoney(given.employee_pays),
    from_date: given?.from_date ?? null,
    to_date: given?.to_date ?? null,
  };
}
