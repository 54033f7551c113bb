import { kobo } from "@kontor/books/money";
import type { payRate } from "@kontor/contract/employees/employees";
import { sql, type RawBuilder } from "kysely";
import type { z } from "zod";

import { atMostOne } from "../../platform/database/rows.ts";
import type { Context, Tx } from "../../platform/scope.ts";

export type PayRate = z.output<typeof payRate>;

type EmployeeKey = { tenant_id: number; id: number };
type Row = Omit<PayRate, "basic" | "housing" | "transport" | "other" | "monthly_pay"> &
  Record<"basic" | "housing" | "transport" | "other", bigint>;

/** Whether the caller may see pay. */
export function maySeePay(context: Pick<Context, "actor">): boolean {
  return context.actor.permissions.includes("employees.pay.read");
}

/** The rate in effect on a day. */
export function currentPay(tx: Tx, employee: EmployeeKey, day: string): Promise<PayRate | null> {
  return rateWhere(tx, employee, sql`r.from_date <= ${day} order by r.from_date desc`);
}

/** The first rate after a day. */
export function nextPay(tx: Tx, employee: EmployeeKey, day: string): Promise<PayRate | null> {
  return rateWhere(tx, employee, sql`r.from_date > ${day} order by r.from_date`);
}

async function rateWhere(
  tx: Tx,
  { tenant_id, id }: EmployeeKey,
  which: RawBuilder<unknown>,
): Promise<PayRate | null> {
  const { rows } = await sql<Row>`
    select r.id, r.from_date, r.basic, r.housing, r.transport, r.other from pay_rates r
    where r.tenant_id = ${tenant_id} and r.employee_id = ${id} and r.superseded_at is null
      and ${which} limit 1`.execute(tx);
  const row = atMostOne(rows);
  return row === undefined ? null : presentRate(row);
}

/** A stored rate with its total. */
export function presentRate<Kept extends Row>(row: Kept): Omit<Kept, keyof PayRate> & PayRate {
  const { basic, housing, transport, other } = row;
  return {
    ...row,
    basic: kobo(basic),
    housing: kobo(housing),
    transport: kobo(transport),
    other: kobo(other),
    monthly_pay: kobo(basic + housing + transport + other),
  };
}

/** The monthly pay of a row of `employees e` on a day, in kobo; null for none. */
export function monthlyPayOn(day: string): RawBuilder<bigint | null> {
  return sql`(select r.basic + r.housing + r.transport + r.other from pay_rates r
    where r.tenant_id = e.tenant_id and r.employee_id = e.id and r.superseded_at is null
      and r.from_date <= ${day} order by r.from_date desc limit 1)`;
}
