import { firstDayOf, type Month } from "@kontor/payroll/month";
import type { PayItem } from "@kontor/payroll/pay/item";
import { TREATMENTS } from "@kontor/payroll/payslip/item-words";
import { sql, type RawBuilder } from "kysely";

import { counts, isCorrectable } from "./counted.ts";
import { firstArrears, type RunScope } from "./run-scope.ts";
import { amountFrom } from "./stored-pay.ts";

export type StoredItem = Pick<
  PayItem,
  "key" | "label" | "recurring" | "taxable" | "pensionable" | "until" | "reclassified"
> & {
  kind: "EARNING" | "DEDUCTION";
  amount: string;
  /** What was paid of an item that comes once; null where nothing was. */
  paid: string | null;
  paid_in: number | null;
};

/** An item with the tax year of the payslip that paid it last; null where none has. */
export type DueItem = PayItem & { readonly paidIn: number | null };

/** The item of a key, or of the code of a line after `item:`, which may be of a part of it. */
export function itemIdOf(key: string): number {
  return Number(key.split(":")[0]);
}

/** Once: an item of one month. */
const comesOnce = sql`coalesce(i.to_month = i.from_month, false)`;

/** Whether a line, the one at `l.place` of a payslip `s`, was of a taxable item, or of a pensionable one. */
const wasTreated = (as: keyof typeof TREATMENTS) => sql`
  coalesce((s.traces -> (l.place - 1)::int -> 'inputs')::jsonb
    @> ${JSON.stringify([{ name: TREATMENTS[as], value: "yes" }])}::jsonb, false)`;

/**
 * What payslips `s` that count have paid of an item `i` that comes once, in kobo to the employee, so that deductions are
 * below zero, by how it was taxable and pensionable then; no row where none has paid anything. What the floor of net pay
 * left out of a deduction is not asked for again. The regular payslip of its month has paid it too where it came every
 * month then.
 */
const settledOf = ({ tenant_id, id }: RunScope) => sql`
  select ${wasTreated("taxable")} as taxable, ${wasTreated("pensionable")} as pensionable,
    sum(case when l.kind in ('earning', 'refund') then l.amount
      else -l.amount - coalesce((
        select (w ->> 'amount')::bigint from jsonb_array_elements(s.warnings) w
        where w ->> 'code' = 'item_reduced' and w ->> 'line' = l.code), 0) end) as amount, max(s.year) as year
  from payslips s
  join payroll_runs r on r.tenant_id = ${tenant_id} and r.id = s.run_id and r.id <> ${id} and ${counts(sql`r`)}
  cross join lateral rows from (json_to_recordset(s.lines) as (code text, kind text, amount bigint))
    with ordinality as l(code, kind, amount, place)
  where ${comesOnce} and s.tenant_id = ${tenant_id} and s.employee_id = p.id and not s.excluded
    and (i.id = any (s.once_items) or r.period = i.from_month) and l.amount > 0
    and (l.code = 'item:' || i.id or l.code like 'item:' || i.id || ':%')
  group by 1, 2`;

/** What an item comes to now, in kobo to the employee; one that was removed, to nothing. */
const owedOf = sql`case when i.removed_at is not null then 0 when i.kind = 'EARNING' then i.amount else -i.amount end`;

/**
 * An item in the parts in which a payslip pays it: what it comes to now, less what was paid of it as it is taxable and
 * pensionable now; and what was paid while it was so otherwise, which is taken back. A deduction that is not taxable
 * leaves pension as it is.
 */
const partsOf = (run: RunScope) => sql`
  with settled as (${settledOf(run)}), otherwise as (
    select * from settled where amount <> 0
      and (taxable <> i.taxable or pensionable <> (i.pensionable and (i.kind = 'EARNING' or i.taxable)))
  ), same as (
    select sum(amount) as paid, coalesce(sum(amount), 0) = 0 and exists (select from otherwise) as reclassified from settled
    where taxable = i.taxable and pensionable = (i.pensionable and (i.kind = 'EARNING' or i.taxable))
  )
  select i.id::text as key, i.taxable, i.pensionable, ${owedOf} as owed,
    case when not same.reclassified then same.paid end as paid, (select max(year) from settled) as year,
    case when same.reclassified then 'now' end as reclassified
  from same
  union all
  select concat_ws(':', i.id, 'before', case when taxable then 'taxable' end, case when pensionable then 'pensionable' end),
    taxable, pensionable, 0, amount, (select max(year) from settled), 'before'
  from otherwise`;

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
    select jsonb_agg(jsonb_build_object('key', part.key, 'label', i.name, 'kind', i.kind,
        'amount', abs(part.owed)::text,
        'paid', (case i.kind when 'EARNING' then part.paid else -part.paid end)::text,
        'paid_in', part.year, 'taxable', part.taxable, 'pensionable', part.pensionable,
        'recurring', not ${comesOnce}, 'until', to_char(i.to_month, 'YYYY-MM'))
        || case when part.reclassified is null then '{}' else jsonb_build_object('reclassified', part.reclassified) end
      order by i.id, part.key desc) as list
    from pay_items i
    cross join lateral (select (${isOfMonth(period)}) or (${isLeftOpen(run)}) as comes) due
    cross join lateral (${partsOf(run)}) part
    where i.tenant_id = ${tenant_id} and i.employee_id = p.id
      and (due.comes or ${mayBeCorrected(run)})
      and case when part.reclassified is not null then coalesce(part.paid, 0) <> part.owed
        when due.comes then part.paid is distinct from part.owed else part.paid <> part.owed end`;
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
