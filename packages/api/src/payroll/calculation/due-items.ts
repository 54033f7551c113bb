import { firstDayOf, yearOf, type Month } from "@kontor/payroll/month";
import type { Benefit } from "@kontor/payroll/pay/benefit";
import type { PayItem } from "@kontor/payroll/pay/item";
import { TREATMENT_INPUTS } from "@kontor/payroll/payslip/item-trace";
import { sql, type RawBuilder } from "kysely";

import { paysMonth } from "../../employees/pay/posted-payslips.ts";
import { approvalOrder, isPostedRun, isCorrectable } from "./posted-runs.ts";
import { firstArrearsDay, type RunScope } from "./run-scope.ts";
import { storedAmount } from "./stored-pay.ts";

export type StoredItem = Pick<
  PayItem,
  "key" | "label" | "recurring" | "taxable" | "pensionable" | "until" | "reclassified"
> & {
  kind: "EARNING" | "DEDUCTION";
  amount: string;
  /** What was settled of a one-off item; null where nothing was. */
  paid: string | null;
  /** The part of it that was given up; only where there is one, as stored states of inputs expect. */
  forgone?: string;
  paid_in: number | null;
};

/** An item with the tax year of the last payslip that paid it; null where none did. */
export type DueItem = PayItem & { readonly paidIn: number | null };

/** The item id in the key of an item or of a part of it, which is also the code of its line after `item:`. */
export function itemIdOf(key: string): number {
  return Number(key.split(":")[0]);
}

/** The condition that an item is a one-off item: it has one month. */
const isOneOff = sql`coalesce(i.to_month = i.from_month, false)`;

/** Whether the item of the line at `l.place` of a payslip `s` was taxable, or pensionable, when it was paid. */
const hadTreatment = (as: keyof typeof TREATMENT_INPUTS) => sql`
  coalesce((s.traces -> (l.place - 1)::int -> 'inputs')::jsonb
    @> ${JSON.stringify([{ name: TREATMENT_INPUTS[as], value: "yes" }])}::jsonb, false)`;

/** Whether the line `l` changed net pay and not gross pay. */
const isOfNet = sql`l.kind in ('deduction', 'refund')`;

/** The amount by which minimum net pay reduced the line `l` of a payslip `s`, in kobo. */
const reducedBy = sql`
  coalesce((select (w ->> 'amount')::bigint from jsonb_array_elements(s.warnings) w
    where w ->> 'code' = 'item_reduced' and w ->> 'line' = l.code), 0)`;

/**
 * What approved payslips `s` have paid of a one-off item `i`, in kobo to the employee (deductions are
 * negative), grouped by its treatment when it was paid: whether it was taxable, pensionable, and deducted from
 * net pay; no rows where nothing was paid. `reduced` is the part of a deduction that minimum net pay did not
 * allow. A refund ends it: what is then deducted again is a new claim. The item may have been recurring when
 * the regular payslip of its month paid it.
 */
const settledAmounts = ({ tenant_id, id }: RunScope) => sql`
  select taxable, pensionable, of_net, sum(amount) as amount, max(year) as year,
    coalesce(sum(reduced) filter (where approval > refund_approval), 0) as reduced
  from (
    select ${hadTreatment("taxable")} as taxable, ${hadTreatment("pensionable")} as pensionable,
      ${isOfNet} as of_net, s.year,
      case when l.kind in ('earning', 'refund') then l.amount else -l.amount end as amount,
      ${reducedBy} as reduced, approved.approval,
      coalesce(max(approved.approval) filter (where l.kind = 'refund') over (), 0) as refund_approval
    from payslips s
    join payroll_runs r on r.tenant_id = ${tenant_id} and r.id = s.run_id and r.id <> ${id} and ${isPostedRun(sql`r`)}
    cross join lateral (select ${approvalOrder} as approval) approved
    cross join lateral rows from (json_to_recordset(s.lines) as (code text, kind text, amount bigint))
      with ordinality as l(code, kind, amount, place)
    where ${isOneOff} and s.tenant_id = ${tenant_id} and s.employee_id = p.id and not s.excluded
      and (i.id = any (s.once_items) or r.period = i.from_month) and l.amount > 0
      and (l.code = 'item:' || i.id or l.code like 'item:' || i.id || ':%')
  ) line
  group by 1, 2, 3`;

/** The amount of an item now, in kobo to the employee; zero when it was removed. */
const amountOwed = sql`case when i.removed_at is not null then 0 when i.kind = 'EARNING' then i.amount else -i.amount end`;

/** Whether an item is pensionable now. A deduction from net pay leaves pension as it is. */
const isPensionableNow = sql`(i.pensionable and (i.kind = 'EARNING' or i.taxable))`;

/**
 * The condition that a row of what was paid of an item has the present treatment of the item. What changed gross
 * pay was an earning if it raised gross pay, and otherwise a deduction.
 */
const hasPresentTreatment = sql`
  (taxable = i.taxable and pensionable = ${isPensionableNow} and of_net = (i.kind = 'DEDUCTION' and not i.taxable)
    and (of_net or amount = 0 or (amount > 0) = (i.kind = 'EARNING')))`;

/**
 * Splits an item into the parts that a payslip pays: its present amount, less what was paid under the present
 * treatment, and what was paid under another treatment, which is recovered. To have been an earning and be a
 * deduction now is another treatment too. A part that changed net pay is recovered there, also if the item is an
 * earning now: it was not pay. The part of a deduction that minimum net pay did not allow is not claimed again, so
 * it counts as paid where the present amount is above what was deducted; a refund is only of what was deducted.
 */
const itemParts = (run: RunScope) => sql`
  with settled as (${settledAmounts(run)}), otherwise as (
    select * from settled where amount <> 0 and not ${hasPresentTreatment}
  ), same as (
    select case when count(*) > 0 then greatest(least(${amountOwed}, sum(amount)), sum(amount) - sum(reduced)) end as paid,
      sum(amount) as deducted, coalesce(sum(amount), 0) = 0 and exists (select from otherwise) as reclassified from settled
    where ${hasPresentTreatment}
  )
  select i.id::text as key, i.kind, i.taxable, i.pensionable, ${amountOwed} as owed,
    case when not same.reclassified then same.paid end as paid,
    case when not same.reclassified then nullif(same.deducted - same.paid, 0) end as forgone, (select max(year) from settled) as year,
    case when same.reclassified then 'now' end as reclassified
  from same
  union all
  select concat_ws(':', i.id, 'before', case when taxable then 'taxable' end, case when pensionable then 'pensionable' end,
      case when of_net and i.kind = 'EARNING' then 'net' end),
    case when of_net or amount < 0 then 'DEDUCTION' else 'EARNING' end,
    taxable, pensionable, 0, amount, null, (select max(year) from settled), 'before'
  from otherwise`;

const isOfMonth = (period: Month) => sql`
  i.removed_at is null and i.from_month <= ${firstDayOf(period)}::date
    and coalesce(i.to_month >= ${firstDayOf(period)}::date, true)`;

/** The condition that a one-off item was changed after it was recorded, and that the run may correct it if it was paid. */
const mayBeCorrected = (run: RunScope) => sql`
  ${isOneOff} and i.version > 1 and (i.removed_at is null or i.settlement)
    and i.from_month >= ${firstArrearsDay(run.period)}::date
    and (i.from_month = ${firstDayOf(run.period)}::date or ${isCorrectable(run, sql`i.from_month`)})`;

/**
 * The condition that a settlement item of an employment that ended before the run's month is still
 * open, and the run is off-cycle and names the person. Such a run pays it even if the run of the last
 * month of employment is over.
 */
const isOpenSettlement = ({ period, cycle, employee_ids }: RunScope) =>
  cycle === "REGULAR" || employee_ids === null
    ? sql`false`
    : sql`i.settlement and i.removed_at is null and ${isOneOff} and i.from_month < ${firstDayOf(period)}::date
        and i.from_month >= ${firstArrearsDay(period)}::date and p.exit_date < ${firstDayOf(period)}::date`;

/**
 * The items that a run pays or corrects for a person `p`. A one-off item is paid up to its amount, and never
 * twice. If it was changed after it was paid, a run that may correct its month settles the difference. A
 * settlement item that was removed is recovered; other removed items stay as paid.
 */
export function itemsFor(run: RunScope): RawBuilder<unknown> {
  const { tenant_id, period } = run;
  return sql`
    select jsonb_agg(jsonb_build_object('key', part.key, 'label', i.name, 'kind', part.kind,
        'amount', abs(part.owed)::text,
        'paid', (case part.kind when 'EARNING' then part.paid else -part.paid end)::text,
        'paid_in', part.year, 'taxable', part.taxable, 'pensionable', part.pensionable,
        'recurring', not ${isOneOff}, 'until', to_char(i.to_month, 'YYYY-MM'))
        || case when part.forgone is null then '{}' else jsonb_build_object('forgone', part.forgone::text) end
        || case when part.reclassified is null then '{}' else jsonb_build_object('reclassified', part.reclassified) end
      order by i.id, part.key desc) as list
    from pay_items i
    cross join lateral (select (${isOfMonth(period)}) or (${isOpenSettlement(run)}) as comes) due
    cross join lateral (${itemParts(run)}) part
    where i.tenant_id = ${tenant_id} and i.employee_id = p.id
      and (due.comes or ${mayBeCorrected(run)})
      and case when part.reclassified is not null then coalesce(part.paid, 0) <> part.owed
        when due.comes then part.paid is distinct from part.owed else part.paid <> part.owed end`;
}

/**
 * One-off items of months that a person `p` was paid for without them. Settlements are left to
 * {@link itemsFor}, whose runs pay them later too.
 */
export function leftOutItems(run: RunScope): RawBuilder<unknown> {
  const { tenant_id, period } = run;
  return sql`
    select i.name, to_char(i.from_month, 'YYYY-MM') as month, i.kind = 'DEDUCTION' as deduction, i.amount
    from pay_items i
    where i.tenant_id = ${tenant_id} and i.employee_id = p.id and i.removed_at is null and not i.settlement
      and ${isOneOff} and i.from_month >= ${firstArrearsDay(period)}::date
      and exists (
        select from payslips s
        join payroll_runs r on r.tenant_id = ${tenant_id} and r.id = s.run_id and ${isPostedRun(sql`r`)}
        where s.tenant_id = ${tenant_id} and s.employee_id = p.id and not s.excluded
          and r.period = i.from_month and ${paysMonth(sql`r.period`)})
      and not exists (${settledAmounts(run)})`;
}

/** Converts a stored item. Items are not prorated in a partial month. */
export function itemFrom(stored: StoredItem): DueItem {
  const { kind, amount, paid, forgone, paid_in, ...item } = stored;
  return {
    ...item,
    kind: kind === "EARNING" ? "earning" : "deduction",
    amount: storedAmount(amount),
    ...(paid === null ? {} : { paid: storedAmount(paid) }),
    ...(forgone === undefined ? {} : { forgone: storedAmount(forgone) }),
    paidIn: paid_in,
    prorated: false,
  };
}

/** A benefit in kind as the database returns it. */
export type StoredBenefit = Omit<Benefit, "value" | "paid"> & Record<"value" | "paid", string>;

/** The benefits in kind of a person `p` of which a day may be in the tax year. */
export function benefitsFor({ tenant_id, period }: RunScope): RawBuilder<unknown> {
  const year = String(yearOf(period));
  return sql`
    select jsonb_agg(jsonb_build_object('key', b.id::text, 'label', b.name, 'kind', b.kind, 'value', b.value::text,
      'paid', b.employee_pays::text, 'from', b.from_date, 'to', b.to_date) order by b.id) as list
    from benefits_in_kind b
    where b.tenant_id = ${tenant_id} and b.employee_id = p.id and b.removed_at is null
      and b.from_date <= ${`${year}-12-31`}::date and coalesce(b.to_date >= ${`${year}-01-01`}::date, true)`;
}

/** Converts a stored benefit. */
export function benefitFrom({ value, paid, ...benefit }: StoredBenefit): Benefit {
  return { ...benefit, value: storedAmount(value), paid: storedAmount(paid) };
}
