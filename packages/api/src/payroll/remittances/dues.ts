import type { RemittanceScheme } from "@kontor/payroll/statutory/remittance";
import { sql, type RawBuilder } from "kysely";

import type { LedgerPurpose } from "../../accounting/chart/standard-chart.ts";
import { tenantCondition } from "../../platform/database/conditions.ts";
import { atLeastOne } from "../../platform/database/rows.ts";
import type { Tx } from "../../platform/scope.ts";
import { isPostedRun } from "../calculation/posted-runs.ts";
import { authorityOf } from "../runs/authority.ts";

/** The liability ledger of each scheme. */
export const payablePurposes = {
  PAYE: "paye_payable",
  PENSION: "pension_payable",
  NHF: "nhf_payable",
  NSITF: "nsitf_payable",
  ITF: "itf_payable",
} as const satisfies Readonly<Record<RemittanceScheme, LedgerPurpose>>;

/**
 * The amount that posted payrolls owe an authority for a month (ITF: for a year), and how much of it was
 * remitted, in kobo. If a run was reversed afterwards, more may be remitted than is owed.
 */
export type RemittanceDue = {
  tenant_id: number;
  company_id: number;
  scheme: RemittanceScheme;
  /** As in `remittances`; also "" where no authority is recorded. */
  authority: string;
  /** The first day of the month or the year. */
  period: string;
  people: number;
  due: bigint;
  remitted: bigint;
  /** What each payday added to it, the earliest first; null once nothing is owed. */
  parts: DuePart[] | null;
  /** The day of the last remittance in force, or null. */
  remitted_on: string | null;
};

/** The part of a due that the runs of one payday posted; the amount is in kobo, as text. */
export type DuePart = { payday: string; amount: string };

/** The first and the last month, both included, given by their first days. */
export type DueRange = { tenantId: number | null; from: string; to: string };

/**
 * By scheme, authority and period; {@link authorityOf} determines the authority.
 */
export function duesQuery({ tenantId, from, to }: DueRange): RawBuilder<RemittanceDue> {
  const inRange = (scheme: RawBuilder<unknown>, period: RawBuilder<unknown>) => sql`(
    case ${scheme} when 'ITF' then date_trunc('year', ${period}) >= date_trunc('year', ${from}::date)
      and date_trunc('year', ${period}) <= ${to}::date
    else ${period} >= ${from}::date and ${period} <= ${to}::date end)`;
  return sql<RemittanceDue>`
    select coalesce(o.tenant_id, p.tenant_id) as tenant_id, coalesce(o.company_id, p.company_id) as company_id,
      coalesce(o.scheme, p.scheme) as scheme, coalesce(o.authority, p.authority) as authority,
      coalesce(o.period, p.period) as period, coalesce(o.people, 0) as people, coalesce(o.due, 0) as due,
      coalesce(p.remitted, 0) as remitted, p.remitted_on, o.parts
    from (
      select g.tenant_id, g.company_id, g.scheme, g.authority, g.period,
        max(g.people) filter (where g.payday is null) as people,
        sum(g.amount) filter (where g.payday is null) as due,
        jsonb_agg(jsonb_build_object('payday', g.payday, 'amount', g.amount::text) order by g.payday)
          filter (where g.payday is not null) as parts
      from (
      select s.tenant_id, r.company_id, v.scheme, v.authority,
        case v.scheme when 'ITF' then date_trunc('year', r.period)::date else r.period end as period,
        count(distinct s.employee_id)::int as people, sum(v.amount) as amount, r.payday
      from payroll_runs r
      join payslips s on s.tenant_id = r.tenant_id and s.run_id = r.id and not s.excluded
      join employees e on e.tenant_id = s.tenant_id and e.id = s.employee_id
      cross join lateral (values
        ('PAYE', ${authorityOf("PAYE")}, s.paye),
        ('PENSION', ${authorityOf("PENSION")}, s.pension_employee + s.pension_employer),
        ('NHF', '', s.nhf), ('NSITF', '', s.nsitf), ('ITF', '', s.itf)
      ) as known(scheme, authority, amount)
      cross join lateral (select known.scheme, coalesce(known.authority, '') as authority, known.amount) v
      where ${tenantCondition(sql`r.tenant_id`, tenantId)} and ${isPostedRun(sql`r`)} and (v.amount > 0 or v.scheme = 'PAYE')
        and r.period >= date_trunc('year', ${from}::date) and r.period < date_trunc('year', ${to}::date) + interval '1 year'
        and ${inRange(sql`v.scheme`, sql`r.period`)}
      -- The row of all paydays counts each person once.
      group by grouping sets ((1, 2, 3, 4, 5), (1, 2, 3, 4, 5, r.payday))
      ) g
      group by 1, 2, 3, 4, 5
    ) o
    full join (
      select m.tenant_id, m.company_id, m.scheme, m.authority, m.period, sum(m.amount) as remitted,
        max(m.paid_on) as remitted_on
      from remittances m
      where ${tenantCondition(sql`m.tenant_id`, tenantId)} and m.reversed_at is null
        and ${inRange(sql`m.scheme`, sql`m.period`)}
      group by 1, 2, 3, 4, 5
    ) p on p.tenant_id = o.tenant_id and p.company_id = o.company_id and p.scheme = o.scheme
      and p.authority = o.authority and p.period = o.period`;
}

/** Identifies an amount due: a scheme and its authority in a period. */
export type DueKey = Pick<RemittanceDue, "scheme" | "authority" | "period">;

/**
 * The amounts owed to authorities, in the order asked, from one pass over the payslips; undefined
 * where nothing was ever owed.
 */
export async function duesOf(
  tx: Tx,
  tenantId: number,
  asked: readonly DueKey[],
): Promise<(RemittanceDue | undefined)[]> {
  const periods = asked.map(({ period }) => period).toSorted();
  const range = { from: atLeastOne(periods), to: atLeastOne(periods.toReversed()) };
  const { rows } = await sql<RemittanceDue>`
    select d.* from (${duesQuery({ tenantId, ...range })}) d
    where (d.scheme, d.authority, d.period) in (
      select a.scheme, a.authority, a.period
      from jsonb_to_recordset(${JSON.stringify(asked)}::jsonb) as a(scheme text, authority text, period date))`.execute(
    tx,
  );
  return asked.map(({ scheme, authority, period }) =>
    rows.find(
      (due) => due.scheme === scheme && due.authority === authority && due.period === period,
    ),
  );
}

/** The amount owed to one authority; undefined where nothing was ever owed. @internal for tests */
export async function dueOf(
  tx: Tx,
  tenantId: number,
  which: DueKey,
): Promise<RemittanceDue | undefined> {
  const [due] = await duesOf(tx, tenantId, [which]);
  return due;
}
