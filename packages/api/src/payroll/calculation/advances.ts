import { kobo } from "@kontor/books/money";
import { firstDayOf, lastDayOf } from "@kontor/payroll/month";
import type { OwedAdvance } from "@kontor/payroll/payslip/input";
import { sql, type RawBuilder } from "kysely";

import { advanceNumber, planFrom } from "../../salary-advances/records/advance.ts";
import type { RunScope } from "./run-scope.ts";
import { storedAmount } from "./stored-pay.ts";

/** An advance as JSON from the database, with kobo as texts. */
export type StoredAdvance = {
  id: number;
  number: number;
  rate: number;
  requested_on: string;
  instalments: { number: number; due: string; principal: string; interest: string }[];
} & Record<"amount" | "interest" | "allocated", string>;

/**
 * The salary advances of a person `p` that the payslip of a run recovers from, as JSON: advances that
 * were paid out and have instalments due by the end of the month that are not repaid yet, or any
 * balance when this is the last pay. Other advances are not inputs, so a change to them does not make
 * the run outdated. Reads `runs` and `paid` of the inputs.
 */
export function advancesFor(run: RunScope): RawBuilder<unknown> {
  const { tenant_id, period } = run;
  return sql`
    select jsonb_agg(jsonb_build_object('id', a.id, 'number', a.number, 'amount', a.amount::text,
        'interest', a.interest::text, 'rate', a.rate, 'requested_on', a.requested_on,
        'allocated', (a.allocated_principal + a.allocated_interest)::text, 'instalments', i.list)
      order by a.id) as list
    from salary_advances a
    cross join lateral (
      select sum(i.principal + i.interest) filter (where i.due <= ${lastDayOf(period)}::date) as due,
        jsonb_agg(jsonb_build_object('number', i.number, 'due', i.due, 'principal', i.principal::text,
          'interest', i.interest::text) order by i.number) as list
      from advance_instalments i where i.tenant_id = ${tenant_id} and i.advance_id = a.id
    ) i
    where a.tenant_id = ${tenant_id} and a.employee_id = p.id and a.status = 'PAID'
      and a.allocated_principal + a.allocated_interest < a.payback_amount
      and (i.due > a.allocated_principal + a.allocated_interest or ${mayBeLastPay(run, sql`p.exit_date`)})
      and ${recoversAdvances(run)}`;
}

/**
 * The condition that pay of the run may be the last: a regular run pays the month in which somebody
 * leaves, an off-cycle run may pay a settlement later.
 */
export function mayBeLastPay(
  { period, cycle }: Pick<RunScope, "period" | "cycle">,
  exit: RawBuilder<unknown>,
): RawBuilder<unknown> {
  const last = lastDayOf(period);
  if (cycle === "OFF_CYCLE") return sql`${exit} <= ${last}::date`;
  return sql`${exit} between ${firstDayOf(period)}::date and ${last}::date`;
}

/**
 * The condition that the run recovers advances of a person `p`. An off-cycle run leaves that to the
 * regular runs, unless none pays the person: somebody named whom the run of the month left out, or
 * who has left.
 */
function recoversAdvances({ period, cycle, employee_ids }: RunScope): RawBuilder<unknown> {
  if (cycle === "REGULAR") return sql`true`;
  const [first, last] = [firstDayOf(period), lastDayOf(period)];
  const regularPaid = sql`exists (select from runs r where r.cycle = 'REGULAR' and r.month >= ${first}::date)`;
  const leftOut = employee_ids === null ? sql`false` : sql`paid.paid_regular is not true`;
  return sql`(coalesce(p.exit_date < ${first}::date, false)
    or ${regularPaid} and (${leftOut} or coalesce(p.exit_date <= ${last}::date, false)))`;
}

/** Converts a stored advance to the form that the payroll rules take. */
export function advanceFrom(stored: StoredAdvance): OwedAdvance {
  const { id, number, rate, requested_on, instalments } = stored;
  const [amount, interest] = [storedAmount(stored.amount), storedAmount(stored.interest)];
  const terms = { amount, interest, payback_amount: kobo(amount + interest), rate, requested_on };
  return {
    key: String(id),
    number: advanceNumber(BigInt(number)),
    allocated: storedAmount(stored.allocated),
    plan: planFrom(
      terms,
      instalments.map((part) => ({
        ...part,
        principal: storedAmount(part.principal),
        interest: storedAmount(part.interest),
      })),
    ),
  };
}
