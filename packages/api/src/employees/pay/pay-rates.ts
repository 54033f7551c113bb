import { printMoney } from "@kontor/books/money";
import type {
  addPayRate,
  storedPayRate,
  listPayRates,
  withdrawPayRate,
} from "@kontor/contract/employees/pay";
import type { DataOf, InputOf } from "@kontor/contract/endpoint";
import { formatDate, formatMoney } from "@kontor/contract/format";
import { sql, type RawBuilder } from "kysely";
import type { z } from "zod";

import { audit } from "../../platform/audit.ts";
import { atMostOne, exactlyOne } from "../../platform/database/rows.ts";
import { notFound, Refusal } from "../../platform/refusal.ts";
import type { Context, Tx } from "../../platform/scope.ts";
import { employeeRowAt, lockEmployee, type EmployeeRow } from "../records/employee.ts";
import { presentRate, type PayRate } from "../records/pay.ts";

type StoredRate = z.output<typeof storedPayRate>;
type Row = Omit<StoredRate, "basic" | "housing" | "transport" | "other" | "monthly_pay"> &
  Record<"basic" | "housing" | "transport" | "other", bigint>;

/**
 * The rates of an employee, including superseded ones, latest first. @throws Refusal `not_found`
 */
export async function payRatesOf(
  context: Context,
  input: InputOf<typeof listPayRates>,
): Promise<StoredRate[]> {
  const { row } = await employeeRowAt(context, input);
  return ratesWhere(context.tx, row, sql`true`);
}

/**
 * Sets an employee's monthly pay from a day on. Replaces a rate with the same first day.
 *
 * @throws Refusal `not_found`; `pay_before_start` at `from_date`; `pay_rate_differs` if the day's
 *   rate is not the one that `replaces` names.
 */
export async function addPayRateTo(
  context: Context,
  input: InputOf<typeof addPayRate>,
): Promise<StoredRate> {
  const { tx, clock, actor } = context;
  const row = await lockEmployee(context, input);
  const { tenant_id, id: employee_id, start_date } = row;
  if (input.from_date < start_date && !(await isInPastEmployment(tx, row, input.from_date))) {
    throw Refusal.at("from_date", "pay_before_start", { start_date });
  }
  const replaced = atMostOne(await supersede(context, row, sql`r.from_date = ${input.from_date}`));
  if (replaced && input.replaces !== undefined && replaced.id !== input.replaces) {
    throw new Refusal("pay_rate_differs", {
      monthly_pay: formatMoney(replaced.monthly_pay),
      from_date: formatDate(replaced.from_date),
    });
  }
  const { rows } = await sql<{ id: number }>`
    insert into pay_rates (tenant_id, employee_id, from_date, basic, housing, transport, other, reason,
      recorded_at, recorded_by)
    values (${tenant_id}, ${employee_id}, ${input.from_date}, ${input.basic}, ${input.housing},
      ${input.transport}, ${input.other}, ${input.reason ?? ""}, ${clock.now()}, ${actor.user_id})
    returning id`.execute(tx);
  await updateHasPay(tx, row);
  const rate = exactlyOne(await ratesWhere(tx, row, sql`r.id = ${exactlyOne(rows).id}`));
  await auditRate(context, row, "employee.pay-rate-added", replaced, rate);
  return rate;
}

/** Withdraws a rate that has not begun. @throws Refusal `not_found`; `pay_rate_began` */
export async function withdrawPayRateOf(
  context: Context,
  input: InputOf<typeof withdrawPayRate>,
): Promise<DataOf<typeof withdrawPayRate>> {
  const row = await lockEmployee(context, input);
  const withdrawn = await supersede(context, row, sql`r.id = ${input.rate_id}`);
  const rate = atMostOne(withdrawn);
  if (rate === undefined) throw notFound("The rate of pay");
  if (rate.from_date <= context.clock.today()) throw new Refusal("pay_rate_began");
  await updateHasPay(context.tx, row);
  await auditRate(context, row, "employee.pay-rate-withdrawn", rate, undefined);
  return { done: true };
}

/** Marks rates in force as superseded. @returns those rates. */
async function supersede(
  { tx, clock, actor }: Context,
  { tenant_id, id }: EmployeeRow,
  which: RawBuilder<unknown>,
): Promise<PayRate[]> {
  const { rows } = await sql<Row>`
    update pay_rates r set superseded_at = ${clock.now()}, superseded_by = ${actor.user_id}
    where r.tenant_id = ${tenant_id} and r.employee_id = ${id} and r.superseded_at is null and ${which}
    returning r.id, r.from_date, r.basic, r.housing, r.transport, r.other`.execute(tx);
  return rows.map(presentRate);
}

async function updateHasPay(tx: Tx, { tenant_id, id }: EmployeeRow): Promise<void> {
  await sql`
    update employees e set has_pay = exists (
      select from pay_rates r
      where r.tenant_id = ${tenant_id} and r.employee_id = ${id} and r.superseded_at is null)
    where e.tenant_id = ${tenant_id} and e.id = ${id}`.execute(tx);
}

/** Whether a day lies in an earlier employment, whose pay may still need a correction. */
async function isInPastEmployment(tx: Tx, row: EmployeeRow, day: string): Promise<boolean> {
  const { rows } = await sql`
    select from past_employments p
    where p.tenant_id = ${row.tenant_id} and p.employee_id = ${row.id}
      and ${day} between p.start_date and p.exit_date`.execute(tx);
  return rows.length > 0;
}

async function ratesWhere(
  tx: Tx,
  { tenant_id, id }: EmployeeRow,
  which: RawBuilder<unknown>,
): Promise<StoredRate[]> {
  const { rows } = await sql<Row>`
    select r.id, r.from_date, r.basic, r.housing, r.transport, r.other, r.reason, r.recorded_at,
      u.name as recorded_by, r.superseded_at
    from pay_rates r left join users u on u.id = r.recorded_by
    where r.tenant_id = ${tenant_id} and r.employee_id = ${id} and ${which}
    order by r.from_date desc, r.id desc`.execute(tx);
  return rows.map(presentRate);
}

async function auditRate(
  context: Context,
  { tenant_id, id }: EmployeeRow,
  action: string,
  before: PayRate | undefined,
  after: PayRate | undefined,
): Promise<void> {
  const from_date = (after ?? before)?.from_date;
  const changes = {
    from_date: { from: null, to: from_date },
    monthly_pay: { from: textOf(before), to: textOf(after) },
  };
  await audit(context, tenant_id, action, `employee:${id}`, { changes });
}

function textOf(rate: PayRate | undefined): string | null {
  return rate === undefined ? null : printMoney(rate.monthly_pay);
}
