import type { ScheduleKind } from "@kontor/contract/pay-reports/statutory-schedules";
import { lastDayOf, monthOf } from "@kontor/payroll/month";
import { packInForce } from "@kontor/payroll/statutory/packs";
import { isYearly } from "@kontor/payroll/statutory/remittance";
import { sql, type RawBuilder } from "kysely";

import { isPostedRun } from "../../payroll/calculation/posted-runs.ts";
import { authorityOf, inSchedule } from "../../payroll/runs/authority.ts";

/**
 * A schedule of an organization. `period` is its first day; `authority` is null for all authorities
 * and "" for people without one.
 */
export type ScheduleFilter = {
  tenantId: number;
  kind: ScheduleKind;
  period: string;
  authority: string | null;
};

/** Columns that are added up, in kobo. */
export const summedColumns = [
  "basic",
  "housing",
  "transport",
  "gross",
  "employee",
  "employer",
  "reliefs",
  "chargeable",
  "amount",
  "remitted",
] as const;

export type ScheduleSums = Record<(typeof summedColumns)[number], bigint>;

/**
 * A row of a schedule as the database returns it. `number` is sealed, except that of the National
 * Housing Fund.
 */
export type ScheduleQueryRow = ScheduleSums & {
  place: bigint;
  tenant_id: number;
  company_id: number;
  employee_id: number;
  staff_no: string;
  surname: string;
  other_names: string;
  number: string | null;
  gender: "FEMALE" | "MALE" | null;
  authority: string;
  run_id: number | null;
  payslip_id: number | null;
  payslips: number;
};

type PayslipSchedule = Exclude<ScheduleKind, "H1">;

/**
 * For each schedule: the authority, the amount to remit and the person's number, of payslips `s` of
 * employees `e`.
 */
const scheduleColumns: Readonly<
  Record<PayslipSchedule, Record<"authority" | "amount" | "number", RawBuilder<unknown>>>
> = {
  PAYE: {
    authority: authorityOf("PAYE"),
    amount: sql`s.paye`,
    number: sql`e.tax_id_sealed`,
  },
  PENSION: {
    authority: authorityOf("PENSION"),
    amount: sql`s.pension_employee + s.pension_employer`,
    number: sql`e.rsa_pin_sealed`,
  },
  NHF: {
    authority: sql`''`,
    amount: sql`s.nhf`,
    number: sql`nullif(e.nhf_number, '')`,
  },
  NSITF: {
    authority: sql`''`,
    amount: sql`s.nsitf`,
    number: sql`null::text`,
  },
  ITF: {
    authority: sql`''`,
    amount: sql`s.itf`,
    number: sql`null::text`,
  },
};

const otherNames = sql`concat_ws(' ', e.first_name, nullif(e.middle_name, ''))`;
const byName = sql`lower(e.last_name), lower(e.first_name), e.id`;

/** The rows of a schedule, by authority, then by name. */
export function scheduleRows(filter: ScheduleFilter): RawBuilder<ScheduleQueryRow> {
  return filter.kind === "H1"
    ? yearlyReturn(filter)
    : payslipSchedule({ ...filter, kind: filter.kind });
}

/** The gross of payslips `s`. Benefits in kind are in that of PAYE, since only PAYE taxes them. */
function grossOf(kind: PayslipSchedule): RawBuilder<unknown> {
  return kind === "PAYE" ? sql`s.gross + s.benefits` : sql`s.gross`;
}

/**
 * The rows of a schedule made from payslips. The amount remitted to an authority is divided among
 * its people in proportion to the amount due for each, and adds up exactly; an excess over the
 * amount due is not divided.
 */
function payslipSchedule({
  tenantId,
  kind,
  period,
  authority,
}: ScheduleFilter & { kind: PayslipSchedule }) {
  const { authority: to, amount, number } = scheduleColumns[kind];
  const inPeriod = isYearly(kind)
    ? sql`date_trunc('year', r.period) = ${period}::date`
    : sql`r.period = ${period}::date`;
  const chosen = authority === null ? sql`true` : sql`coalesce(${to}, '') = ${authority}`;
  return sql<ScheduleQueryRow>`
    select row_number() over (order by o.authority, ${byName}) as place, e.tenant_id, e.company_id,
      e.id as employee_id, e.staff_no, e.last_name as surname, ${otherNames} as other_names,
      ${number} as number, e.gender, o.authority, o.basic, o.housing, o.transport, o.gross, o.employee, o.employer,
      0::numeric as reliefs, 0::numeric as chargeable, o.amount,
      coalesce(trunc(least(coalesce(p.remitted, 0), o.due) * o.upto / nullif(o.due, 0))
        - trunc(least(coalesce(p.remitted, 0), o.due) * (o.upto - o.amount) / nullif(o.due, 0)), 0) as remitted,
      o.run_id, o.payslip_id, o.payslips
    from (
      select g.*, sum(g.amount) over (partition by g.authority) as due,
        sum(g.amount) over (partition by g.authority order by g.employee_id) as upto
      from (
        select s.employee_id, coalesce(${to}, '') as authority, sum(s.basic) as basic, sum(s.housing) as housing,
          sum(s.transport) as transport, sum(${grossOf(kind)}) as gross, sum(s.pension_employee) as employee,
          sum(s.pension_employer) as employer, sum(${amount}) as amount,
          (array_agg(s.run_id order by s.id desc))[1] as run_id, max(s.id) as payslip_id,
          count(*)::int as payslips
        from payroll_runs r
        join payslips s on s.tenant_id = r.tenant_id and s.run_id = r.id and not s.excluded
        join employees e on e.tenant_id = s.tenant_id and e.id = s.employee_id
        where r.tenant_id = ${tenantId} and ${isPostedRun(sql`r`)} and ${inPeriod} and ${inSchedule[kind]} and ${chosen}
        group by 1, 2
      ) g
    ) o
    join employees e on e.tenant_id = ${tenantId} and e.id = o.employee_id
    left join (
      select m.authority, sum(m.amount) as remitted from remittances m
      where m.tenant_id = ${tenantId} and m.scheme = ${kind} and m.period = ${period}::date and m.reversed_at is null
      group by m.authority
    ) p on p.authority = o.authority
    order by place`;
}

/**
 * The employer's yearly return: pay with benefits in kind, deductions before tax (pension, NHF and
 * approved reliefs; Nigeria Tax Act 2025, s.30, and tax-free pay), the chargeable income and
 * the tax. Includes amounts earned and withheld before payroll was
 * run in Kontor. Tax-free pay that was recovered after its year reduces the deductions, at most to zero.
 */
function yearlyReturn({ tenantId, period }: ScheduleFilter): RawBuilder<ScheduleQueryRow> {
  const pack = packInForce(lastDayOf(`${monthOf(period).slice(0, 4)}-12`));
  const rentRelief =
    pack === undefined
      ? sql`0`
      : sql`least(round(f.rent * ${pack.rentRelief.rate}::numeric / 10000), ${pack.rentRelief.cap}::numeric)`;
  return sql<ScheduleQueryRow>`
    select row_number() over (order by ${byName}) as place, e.tenant_id, e.company_id, e.id as employee_id,
      e.staff_no, e.last_name as surname, ${otherNames} as other_names, e.tax_id_sealed as number, e.gender,
      '' as authority, 0::numeric as basic, 0::numeric as housing, 0::numeric as transport, y.gross,
      0::numeric as employee, 0::numeric as employer, greatest(y.reliefs + y.gross - y.taxable, 0) as reliefs,
      y.taxable - y.reliefs as chargeable, y.tax as amount,
      y.tax as remitted, p.run_id, p.payslip_id, coalesce(p.payslips, 0) as payslips
    from employees e
    left join (
      select s.employee_id, sum(s.gross + s.benefits) as gross, sum(s.taxable) as taxable,
        sum(s.pension_employee + s.nhf) as deducted, sum(s.paye) as tax, (array_agg(s.run_id order by s.id desc))[1] as run_id, max(s.id) as payslip_id,
        count(*)::int as payslips
      from payroll_runs r
      join payslips s on s.tenant_id = r.tenant_id and s.run_id = r.id and not s.excluded
      where r.tenant_id = ${tenantId} and ${isPostedRun(sql`r`)} and date_trunc('year', r.period) = ${period}::date
      group by s.employee_id
    ) p on p.employee_id = e.id
    left join opening_figures o on o.tenant_id = ${tenantId} and o.employee_id = e.id
      and o.year = extract(year from ${period}::date)
    left join reliefs f on f.tenant_id = ${tenantId} and f.employee_id = e.id and f.status = 'APPROVED'
      and f.year = extract(year from ${period}::date)
    cross join lateral (
      select coalesce(p.gross, 0) + coalesce(o.gross, 0) + coalesce(o.benefits, 0) as gross,
        coalesce(p.taxable, 0) + coalesce(o.gross, 0) + coalesce(o.benefits, 0) as taxable,
        coalesce(p.tax, 0) + coalesce(o.tax, 0) as tax,
        coalesce(p.deducted, 0) + coalesce(o.pension + o.nhf, 0)
          + coalesce(${rentRelief} + f.life_premium + f.owner_occupier_interest + f.nhis, 0) as reliefs
    ) y
    where e.tenant_id = ${tenantId} and (p.employee_id is not null or o.employee_id is not null)
    order by place`;
}
