import {
  maxNamedEmployees,
  recordGaps,
  type RecordGap,
  type recordGap,
} from "@kontor/contract/payroll/record-gaps";
import { firstDayOf, yearOf } from "@kontor/payroll/month";
import { sql, type RawBuilder } from "kysely";
import type { z } from "zod";

import type { Tx } from "../../platform/scope.ts";
import { authorityOf, inSchedule } from "./authority.ts";
import type { RunRow } from "./row.ts";

export type RecordGaps = z.output<typeof recordGap>[];

/**
 * The gaps among some employees, each with the first of them by name. The employees are sorted once and not
 * for each gap, which takes a quarter of the time for 10,000 who lack four numbers.
 *
 * @param gaps the gaps to look for.
 * @param rows (employee_id, name, and for each of these gaps a boolean column of its name), of which several
 *   may be of the same employee.
 */
export async function gapsAmong(
  tx: Tx,
  gaps: readonly RecordGap[],
  rows: RawBuilder<unknown>,
): Promise<RecordGaps> {
  const columns = gaps.map((gap) => sql.ref(gap));
  const { rows: found } = await sql<RecordGaps[number]>`
    with lacking as materialized (
      select k.*, row_number() over (order by lower(k.name), k.employee_id) as place
      from (
        select employee_id, min(name) as name, ${sql.join(columns.map((gap) => sql`bool_or(${gap}) as ${gap}`))}
        from (${rows}) r where ${sql.join(columns, sql` or `)} group by employee_id
      ) k
    )
    ${sql.join(gaps.map(peopleLacking), sql` union all `)}`.execute(tx);
  return gaps.flatMap((gap) => found.filter((row) => row.gap === gap && row.people > 0));
}

function peopleLacking(gap: RecordGap): RawBuilder<unknown> {
  return sql`
    select ${sql.lit(gap)} as gap, (select count(*)::int from lacking where ${sql.ref(gap)}) as people,
      (select jsonb_agg(jsonb_build_object('employee_id', f.employee_id, 'name', f.name) order by f.place)
      from (select * from lacking where ${sql.ref(gap)} order by place limit ${sql.lit(maxNamedEmployees)}) f) as employees`;
}

/**
 * The last month of the tax year before the run that no regular run of the company pays; null if
 * there is none. Unless opening figures include it, the tax of the year is calculated without it.
 */
function lastMonthBeforePayroll({ tenant_id, company_id, period }: RunRow): RawBuilder<unknown> {
  return sql`
    select max(m.first)::date as first
    from generate_series(make_date(${yearOf(period)}, 1, 1), ${firstDayOf(period)}::date - interval '1 month', interval '1 month') m (first)
    where not exists (
      select from payroll_runs r
      where r.tenant_id = ${tenant_id} and r.company_id = ${company_id} and r.cycle = 'REGULAR'
        and r.period = m.first and r.status <> 'REVERSED')`;
}

/**
 * What is missing now in the records of the people in a run: for the tax of the year, and for the schedules
 * that will list its payslips.
 */
export function gapsOfRun(tx: Tx, run: RunRow): Promise<RecordGaps> {
  const { tenant_id, id, period } = run;
  return gapsAmong(
    tx,
    recordGaps,
    sql`
      select s.employee_id, s.name,
        b.first is not null and e.start_date < b.first + interval '1 month' and not exists (
          select from opening_figures f
          where f.tenant_id = ${tenant_id} and f.employee_id = e.id and f.year = ${yearOf(period)}
            and f.through_month >= b.first) as opening_figures,
        exists (
          select from reliefs w
          where w.tenant_id = ${tenant_id} and w.employee_id = e.id and w.year = ${yearOf(period)}
            and w.status = 'WAITING') as relief_approval,
        ${inSchedule.PAYE} and e.tax_id_sealed is null as tax_id,
        ${inSchedule.PAYE} and ${authorityOf("PAYE")} is null as state,
        ${inSchedule.PENSION} and e.rsa_pin_sealed is null as rsa_pin,
        ${inSchedule.PENSION} and ${authorityOf("PENSION")} is null as pfa,
        ${inSchedule.NHF} and coalesce(e.nhf_number, '') = '' as nhf_number
      from payslips s
      join employees e on e.tenant_id = s.tenant_id and e.id = s.employee_id
      cross join (${lastMonthBeforePayroll(run)}) b
      where s.tenant_id = ${tenant_id} and s.run_id = ${id} and not s.excluded`,
  );
}
