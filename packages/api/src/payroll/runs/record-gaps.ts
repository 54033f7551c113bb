import {
  namedPeople,
  recordGaps,
  type RecordGap,
  type recordGap,
} from "@kontor/contract/payroll/record-gaps";
import { sql, type RawBuilder } from "kysely";
import type { z } from "zod";

import type { Tx } from "../../platform/scope.ts";
import { authorityOf, inSchedule } from "./authority.ts";
import type { RunRow } from "./row.ts";

export type RecordGaps = z.output<typeof recordGap>[];

/**
 * The gaps among some employees, each with the first of them by name. The employees are sorted once, and
 * not for each gap: of 10,000 who lack four numbers that is a quarter of the time.
 *
 * @param gaps those that are looked for.
 * @param rows (employee_id, name, and for each of these gaps a boolean column of its name), of which several may be
 *   of the same employee.
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
      from (select * from lacking where ${sql.ref(gap)} order by place limit ${sql.lit(namedPeople)}) f) as employees`;
}

/** What the records of the people in a run lack now for the schedules that its payslips will be in. */
export function gapsOfRun(tx: Tx, { tenant_id, id }: RunRow): Promise<RecordGaps> {
  return gapsAmong(
    tx,
    recordGaps,
    sql`
      select s.employee_id, s.name,
        ${inSchedule.PAYE} and e.tax_id_sealed is null as tax_id,
        ${inSchedule.PAYE} and ${authorityOf("PAYE")} is null as state,
        ${inSchedule.PENSION} and e.rsa_pin_sealed is null as rsa_pin,
        ${inSchedule.PENSION} and ${authorityOf("PENSION")} is null as pfa,
        ${inSchedule.NHF} and coalesce(e.nhf_number, '') = '' as nhf_number
      from payslips s
      join employees e on e.tenant_id = s.tenant_id and e.id = s.employee_id
      where s.tenant_id = ${tenant_id} and s.run_id = ${id} and not s.excluded`,
  );
}
