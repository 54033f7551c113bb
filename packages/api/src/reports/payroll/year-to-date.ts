import { kobo } from "@kontor/books/money";
import type { DataOf, InputOf } from "@kontor/contract/endpoint";
import { formatCount } from "@kontor/contract/format";
import { yearToDateFacts } from "@kontor/contract/pay-reports/facts";
import {
  yearToDateList,
  yearTotal,
  type yearToDateReport,
} from "@kontor/contract/pay-reports/pay-costs";
import { firstDayOf } from "@kontor/payroll/month";
import { sql, type RawBuilder } from "kysely";

import { isPostedRun } from "../../payroll/calculation/posted-runs.ts";
import { signedMoneyOf } from "../../payroll/runs/row.ts";
import { anyColumnContains, tenantCondition } from "../../platform/database/conditions.ts";
import { readByCursor } from "../../platform/database/cursor.ts";
import { limitOffset, sortOrders, presentBatches, sorted } from "../../platform/database/list.ts";
import { exactlyOne } from "../../platform/database/rows.ts";
import { type ListExport } from "../../platform/export/export-file.ts";
import type { Context, Tx } from "../../platform/scope.ts";
import { monthOrLatest, payrollFilter } from "./payroll-filter.ts";

type Year = DataOf<typeof yearToDateReport.read>;
type Row = Year["rows"][number];

type YearFilter = { tenantId: number | null; period: string; search: string | undefined };

const sums = [
  "gross",
  "benefits",
  "pension",
  "nhf",
  "paye",
  "advances",
  "other",
  "net",
  "employer",
] as const;
type Sums = Record<(typeof sums)[number], bigint>;
type QueryRow = Sums & Omit<Row, keyof Sums>;

const tieBreakers = [sql`q.tenant_id`, sql`q.employee_id`] as const;
const orderBy = sortOrders(
  {
    name: [sql`lower(q.name)`],
    organization: [sql`lower(q.organization)`, sql`lower(q.name)`],
    gross: [sql`q.gross`],
    paye: [sql`q.paye`],
    pension: [sql`q.pension`],
    nhf: [sql`q.nhf`],
    advances: [sql`q.advances`],
    other: [sql`q.other`],
    net: [sql`q.net`],
    employer: [sql`q.employer`],
  },
  tieBreakers,
);

/**
 * A page of each employee's earnings from January to a month, from valid payslips and the year's
 * opening figures, with the totals of all, in kobo.
 *
 * @throws Refusal `not_found`, `module_off`.
 */
export async function yearToDate(
  context: Context,
  input: InputOf<typeof yearToDateReport.read>,
): Promise<Year & { total: number }> {
  const { tx } = context;
  const filter = await yearFilter(context, input);
  const { rows } = await sql<QueryRow>`
    ${sorted(yearRows(filter), input.sort, orderBy)} ${limitOffset(input)}`.execute(tx);
  return { period: filter.period, rows: rows.map(present), ...(await totalsOf(tx, filter)) };
}

/** Exports all rows as a file. */
export async function yearToDateFile(
  context: Context,
  input: InputOf<typeof yearToDateReport.file>,
): Promise<ListExport<Row, keyof typeof yearToDateList.columns>> {
  const { tx } = context;
  const filter = await yearFilter(context, input);
  const { total, totals } = await totalsOf(tx, filter);
  return {
    list: yearToDateList,
    name: "year-to-date",
    parts: [filter.period],
    facts: [
      ...yearToDateFacts({ ...input, period: filter.period }),
      ["Employees", formatCount(total)],
    ],
    tenantId: filter.tenantId,
    total,
    rows: presentBatches(readByCursor(tx, sorted(yearRows(filter), input.sort, orderBy)), present),
    after: () => (total === 0 ? [] : [yearTotal(totals)]),
  };
}

async function yearFilter(
  context: Context,
  input: Pick<InputOf<typeof yearToDateReport.read>, "tenant_id" | "period" | "search">,
): Promise<YearFilter> {
  const tenantId = await payrollFilter(context, input.tenant_id);
  const period = await monthOrLatest(context, tenantId, input.period);
  return { tenantId, period, search: input.search };
}

/** Rows ordered by name. Employees without payslips or opening figures in the year are left out. */
function yearRows({ tenantId, period, search }: YearFilter): RawBuilder<QueryRow> {
  const to = firstDayOf(period);
  const name = sql`e.last_name || ', ' || e.first_name`;
  return sql<QueryRow>`
    select e.tenant_id, e.company_id, t.name as organization, e.id as employee_id, e.staff_no, ${name} as name,
      coalesce(p.months, 0) as months, o.employee_id is not null as opening,
      coalesce(p.gross, 0) + coalesce(o.gross, 0) as gross, coalesce(p.benefits, 0) + coalesce(o.benefits, 0) as benefits,
      coalesce(p.pension, 0) + coalesce(o.pension, 0) as pension,
      coalesce(p.nhf, 0) + coalesce(o.nhf, 0) as nhf, coalesce(p.paye, 0) + coalesce(o.tax, 0) as paye,
      coalesce(p.advances, 0) as advances, coalesce(p.other, 0) as other,
      coalesce(p.net, 0) + coalesce(o.gross - o.pension - o.nhf - o.tax, 0) as net,
      coalesce(p.employer, 0) as employer
    from employees e
    join tenants t on t.id = e.tenant_id
    left join (
      select s.tenant_id, s.employee_id, count(distinct r.period)::int as months, sum(s.gross) as gross, sum(s.benefits) as benefits,
        sum(s.pension_employee) as pension, sum(s.nhf) as nhf, sum(s.paye) as paye,
        sum(s.advance_principal + s.advance_interest) as advances, sum(s.other_deductions) as other,
        sum(s.net) as net, sum(s.employer) as employer
      from payroll_runs r
      join payslips s on s.tenant_id = r.tenant_id and s.run_id = r.id and not s.excluded
      where ${tenantCondition(sql`r.tenant_id`, tenantId)} and ${isPostedRun(sql`r`)}
        and r.period between date_trunc('year', ${to}::date)::date and ${to}::date
      group by s.tenant_id, s.employee_id
    ) p on p.tenant_id = e.tenant_id and p.employee_id = e.id
    left join opening_figures o on o.tenant_id = e.tenant_id and o.employee_id = e.id
      and o.year = extract(year from ${to}::date) and o.through_month <= ${to}::date
    where ${tenantCondition(sql`e.tenant_id`, tenantId)} and (p.employee_id is not null or o.employee_id is not null)
      and ${anyColumnContains([sql`e.staff_no`, name], search)}
    order by lower(e.last_name), lower(e.first_name), e.id`;
}

async function totalsOf(
  tx: Tx,
  filter: YearFilter,
): Promise<{ total: number } & Pick<Year, "totals" | "openings">> {
  const { rows } = await sql<Sums & { total: number; openings: number }>`
    select count(*)::int as total, count(*) filter (where q.opening)::int as openings,
      ${sql.join(sums.map((name) => sql`coalesce(sum(q.${sql.ref(name)}), 0) as ${sql.ref(name)}`))}
    from (${yearRows(filter)}) q`.execute(tx);
  const { total, openings, ...row } = exactlyOne(rows);
  return { total, openings, totals: presentSums(row) };
}

function present(row: QueryRow): Row {
  return { ...row, ...presentSums(row) };
}

function presentSums(row: Sums): Year["totals"] {
  return {
    gross: signedMoneyOf(row.gross),
    benefits: signedMoneyOf(row.benefits),
    pension: kobo(row.pension),
    nhf: kobo(row.nhf),
    paye: kobo(row.paye),
    advances: kobo(row.advances),
    other: signedMoneyOf(row.other),
    net: signedMoneyOf(row.net),
    employer: kobo(row.employer),
  };
}
