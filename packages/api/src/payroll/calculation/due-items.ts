import { firstDayOf, type Month } from "@kontor/payroll/month";
import type { PayItem } from "@kontor/payroll/pay/item";
import { sql, type RawBuilder } from "kysely";

import { counts, isCorrectable } from "./counted.ts";
import { firstArrears, type RunScope } from "./run-scope.ts";
import { amountFrom } from "./stored-pay.ts";

export type StoredItem = Pick<
  PayItem,
  "key" | "label" | "recurring" | "taxable" | "pensionable" | "until"
> & {
  kind: "EARNING" | "DEDUCTION";
  amount: string;
  /** What was paid of an item that comes once; null where nothing was. */
  paid: string | null;
  paid_in: number | null;
};

/** An item with the tax year of the payslip that paid it last; null where none has. */
export type DueItem = PayItem & { readonly paidIn: number | null };

/** Once: an item of one month. */
const comesOnce = sql`coalesce(i.to_month = i.from_month, false)`;

/**
 * What payslips `s` that count have paid of an item `i` that comes once, in kobo to the employee, so that deductions are
 * below zero; null where none has paid anything. What the floor of net pay left out of a deduction is not asked for
 * again. The regular payslip of its month has paid it too where it came every month then.
 */
const settledOf = ({ tenant_id, id }: RunScope) => sql`
  select sum(case when l.kind in ('earning', 'refund') then l.amount
    else -l.amount - coalesce((
      select (w ->> 'amount')::bigint from jsonb_array_elements(s.warnings) w
      where w ->> 'code' = 'item_reduced' and w ->> 'line' = l.code), 0) end) as amount, max(s.year) as year
  from payslips s
  join payroll_runs r on r.tenant_id = ${tenant_id} and r.id = s.run_id and r.id <> ${id} and ${counts(sql`r`)}
  cross join lateral json_to_recordset(s.lines) as l(code text, kind text, amount bigint)
  where ${comesOnce} and s.tenant_id = ${tenant_id} and s.employee_id = p.id and not s.excluded
    and (i.id = any (s.once_items) or r.period = i.from_month) and l.code = 'item:' || i.id and l.amount > 0`;

/** What an item comes to now, in kobo to the employee; one that was removed, to nothing. */
const owedOf = sql`case when i.removed_at is not null then 0 when i.kind = 'EARNING' then i.amount else -i.amount end`;

const isOfMonth = (period: Month) => sql`
  i.removed_at is null and i.from_month <= ${firstDayOf(period)}::date
    and coalesce(i.to_month >= ${firstDayOf(period)}::date, true)`;

/** Whether an item comes once, was changed since it was recorded, and may be corrected by a run where it was paid. */
const mayBeCorrected = (run: RunScope) => sql`
  ${comesOnce} and i.version > 1 and (i.removed_at is null or i.settlement)
    and i.from_month >= ${firstArrears(run.period)}::date
    and (i.from_month = ${firstDayOf(run.period)}::date or ${isCorrectable(run, sql`i.from_month`)})`;

/**
 * Whether an item is owed at the end of an employment before a run off cycle that names the person: it is paid with what
 * that run corrects, also where the run of the last month is past.
 */
const isLeftOpen = ({ period, cycle, employee_ids }: RunScope) =>
  cycle === "REGULAR" || employee_ids === null
    ? sql`false`
    : sql`i.settlement and i.removed_at is null and ${comesOnce} and i.from_month < ${firstDayOf(period)}::date
        and i.from_month >= ${firstArrears(period)}::date and p.exit_date < ${firstDayOf(period)}::date`;

/**
 * The items of the month of a run for a person `p`. One that comes once is paid up to its amount: what was paid is not
 * paid again, and what was changed after it was paid is corrected, as months are, by a run that may correct them; so is
 * what was owed at the end of an employment and is not owed any more. Other items that were removed stay paid.
 */
export function itemsFor(run: RunScope): RawBuilder<unknown> {
  const { tenant_id, period } = run;
  return sql`
    select jsonb_agg(jsonb_build_object('key', i.id::text, 'label', i.name, 'kind', i.kind,
        'amount', case when i.removed_at is null then i.amount else 0 end::text,
        'paid', (case i.kind when 'EARNING' then settled.amount else -settled.amount end)::text,
        'paid_in', settled.year, 'taxable', i.taxable, 'pensionable', i.pensionable,
        'recurring', not ${comesOnce}, 'until', to_char(i.to_month, 'YYYY-MM'))
      order by i.id) as list
    from pay_items i
    cross join lateral (select (${isOfMonth(period)}) or (${isLeftOpen(run)}) as comes) due
    left join lateral (${settledOf(run)}) settled on true
    where i.tenant_id = ${tenant_id} and i.employee_id = p.id
      and (due.comes or ${mayBeCorrected(run)})
      and case when due.comes then settled.amount is distinct from ${owedOf}
        else settled.amount <> ${owedOf} end`;
}

/** An item is paid in full, even for part of a month. */
export function itemFrom({ kind, amount, paid, paid_in, ...item }: StoredItem): DueItem {
  return {
    ...item,
    kind: kind === "EARNING" ? "earning" : "deduction",
    amount: amountFrom(amount),
    ...(paid === null ? {} : { paid: amountFrom(paid) }),
    paidIn: paid_in,
    prorated: false,
  };
}
