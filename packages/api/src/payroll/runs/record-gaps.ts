import { namedPeople, recordGaps, type recordGap } from "@kontor/contract/payroll/record-gaps";
import { sql, type RawBuilder } from "kysely";
import type { z } from "zod";

import type { Tx } from "../../platform/scope.ts";
import { authorityOf, inSchedule } from "./authority.ts";
import type { RunRow } from "./row.ts";

export type RecordGaps = z.output<typeof recordGap>[];

/**
 * The gaps among some employees, each with the first of them by name.
 *
 * @param lacking rows (gap, employee_id, name), of which the same may come twice.
 */
export async function gapsAmong(tx: Tx, lacking: RawBuilder<unknown>): Promise<RecordGaps> {
  const { rows } = await sql<RecordGaps[number]>`
    select q.gap, count(*)::int as people,
      jsonb_agg(jsonb_build_object('employee_id', q.employee_id, 'name', q.name) order by q.place)
        filter (where q.place <= ${sql.lit(namedPeople)}) as employees
    from (
      select l.*, row_number() over (partition by l.gap order by lower(l.name), l.employee_id) as place
      from (select distinct k.gap, k.employee_id, k.name from (${lacking}) k) l
    ) q
    group by q.gap`.execute(tx);
  return rows.toSorted((one, other) => recordGaps.indexOf(one.gap) - recordGaps.indexOf(other.gap));
}

/** What the records of the people in a run lack now for the schedules that its payslips will be in. */
export function gapsOfRun(tx: Tx, { tenant_id, id }: RunRow): Promise<RecordGaps> {
  return gapsAmong(
    tx,
    sql`
      select k.gap, s.employee_id, s.name
      from payslips s
      join employees e on e.tenant_id = s.tenant_id and e.id = s.employee_id
      cross join lateral (values
        ('tax_id', ${inSchedule.PAYE} and e.tax_id_sealed is null),
        ('state', ${inSchedule.PAYE} and ${authorityOf("PAYE")} is null),
        ('rsa_pin', ${inSchedule.PENSION} and e.rsa_pin_sealed is null),
        ('pfa', ${inSchedule.PENSION} and ${authorityOf("PENSION")} is null),
        ('nhf_number', ${inSchedule.NHF} and coalesce(e.nhf_number, '') = '')) as k(gap, lacks)
      where s.tenant_id = ${tenant_id} and s.run_id = ${id} and not s.excluded and k.lacks`,
  );
}
