import { kobo } from "@kontor/books/money";
import type { DataOf, InputOf } from "@kontor/contract/endpoint";
import { costFacts } from "@kontor/contract/pay-reports/facts";
import {
  costTotal,
  employerCostList,
  type employerCostReport,
} from "@kontor/contract/pay-reports/pay-costs";
import { firstDayOf, monthOf, monthsFrom } from "@kontor/payroll/month";
import { sql } from "kysely";

import { isPostedRun } from "../../payroll/calculation/posted-runs.ts";
import { signedMoneyOf } from "../../payroll/runs/row.ts";
import { tenantCondition } from "../../platform/database/conditions.ts";
import type { ListExport } from "../../platform/export/export-file.ts";
import type { Context, Tx } from "../../platform/scope.ts";
import { singleBatch } from "../report.ts";
import { payrollFilter } from "./payroll-filter.ts";

type Input = InputOf<typeof employerCostReport.read>;
type Cost = DataOf<typeof employerCostReport.read>;
type Row = Cost["rows"][number];

type Range = { tenantId: number | null; from: string; to: string };

/**
 * Employers' staff costs in a range of months, of one organization or of all that the caller may
 * read; by month, or by department at the time of posting. In kobo.
 *
 * @throws Refusal `not_found`, `module_off`.
 */
export async function employerCost(context: Context, input: Input): Promise<Cost> {
  const { tx } = context;
  const tenantId = await payrollFilter(context, input.tenant_id);
  const range = { tenantId, from: firstDayOf(input.from), to: firstDayOf(input.to) };
  const rows = (await costsBy(tx, range, input.by)).map(present);
  const months = await costsBy(tx, range, "all");
  const none = { gross: 0n, pension: 0n, nsitf: 0n, itf: 0n };
  const total = months.reduce(
    (sum, each) => ({
      gross: sum.gross + each.gross,
      pension: sum.pension + each.pension,
      nsitf: sum.nsitf + each.nsitf,
      itf: sum.itf + each.itf,
    }),
    none,
  );
  return {
    rows,
    totals: amountsOf(total),
    months: monthsFrom(input.from, input.to).map((period) => ({
      period,
      ...amountsOf(months.find((each) => each.period === firstDayOf(period)) ?? none),
    })),
    last: await lastMonthOf(tx, range),
  };
}

/** Exports the report as a file. */
export async function employerCostFile(
  context: Context,
  input: InputOf<typeof employerCostReport.file>,
): Promise<ListExport<Row, keyof ReturnType<typeof employerCostList>["columns"]>> {
  const { rows, totals } = await employerCost(context, input);
  return {
    list: employerCostList(input.by),
    name: "employer-cost",
    parts: [input.from, input.to, input.by],
    facts: costFacts(input),
    tenantId: await payrollFilter(context, input.tenant_id),
    total: rows.length,
    rows: singleBatch(rows),
    after: () => (rows.length === 0 ? [] : [costTotal(totals)]),
  };
}

type Parts = Record<"gross" | "pension" | "nsitf" | "itf", bigint>;
type QueryRow = Parts & {
  tenant_id: number;
  organization: string;
  period: string | null;
  department: string | null;
  people: number;
};

/**
 * Costs by organization and month or department, or by month alone for the months of all
 * organizations.
 */
async function costsBy(
  tx: Tx,
  { tenantId, from, to }: Range,
  by: Input["by"] | "all",
): Promise<QueryRow[]> {
  const period = by === "department" ? sql`null::date` : sql`r.period`;
  const department = by === "department" ? sql`s.department` : sql`null::text`;
  const tenant = by === "all" ? sql`0` : sql`r.tenant_id`;
  const { rows } = await sql<QueryRow>`
    select c.*, coalesce(t.name, '') as organization
    from (
      select ${tenant} as tenant_id, ${period} as period, ${department} as department,
        count(distinct (s.tenant_id, s.employee_id))::int as people, sum(s.gross) as gross,
        sum(s.pension_employer) as pension, sum(s.nsitf) as nsitf, sum(s.itf) as itf
      from payroll_runs r
      join payslips s on s.tenant_id = r.tenant_id and s.run_id = r.id and not s.excluded
      where ${tenantCondition(sql`r.tenant_id`, tenantId)} and ${isPostedRun(sql`r`)}
        and r.period between ${from}::date and ${to}::date
      group by 1, 2, 3
    ) c left join tenants t on t.id = c.tenant_id
    order by lower(t.name), c.tenant_id, c.period, c.department`.execute(tx);
  return rows;
}

/** For the last month with any pay: how gross pay divides, and the employer's contributions. */
async function lastMonthOf(tx: Tx, { tenantId, from, to }: Range): Promise<Cost["last"]> {
  const { rows } = await sql<
    Record<"net" | "paye" | "pension" | "nhf" | "nsitf" | "itf" | "advances" | "other", bigint> & {
      period: string;
    }
  >`
    select r.period, sum(s.net) as net, sum(s.paye) as paye,
      sum(s.pension_employee + s.pension_employer) as pension, sum(s.nhf) as nhf, sum(s.nsitf) as nsitf,
      sum(s.itf) as itf, sum(s.advance_principal + s.advance_interest) as advances,
      sum(s.other_deductions) as other
    from payroll_runs r
    join payslips s on s.tenant_id = r.tenant_id and s.run_id = r.id and not s.excluded
    where ${tenantCondition(sql`r.tenant_id`, tenantId)} and ${isPostedRun(sql`r`)}
      and r.period between ${from}::date and ${to}::date
    group by r.period order by r.period desc limit 1`.execute(tx);
  const [last] = rows;
  if (last === undefined) return null;
  return {
    period: monthOf(last.period),
    net: signedMoneyOf(last.net),
    paye: kobo(last.paye),
    pension: kobo(last.pension),
    nhf: kobo(last.nhf),
    nsitf: kobo(last.nsitf),
    itf: kobo(last.itf),
    advances: kobo(last.advances),
    other: signedMoneyOf(last.other),
  };
}

function present({ tenant_id, organization, period, department, people, ...parts }: QueryRow): Row {
  return {
    tenant_id,
    organization,
    period: period === null ? null : monthOf(period),
    department,
    people,
    ...amountsOf(parts),
  };
}

function amountsOf({ gross, pension, nsitf, itf }: Parts): Cost["totals"] {
  return {
    gross: signedMoneyOf(gross),
    pension: kobo(pension),
    nsitf: kobo(nsitf),
    itf: kobo(itf),
    cost: signedMoneyOf(gross + pension + nsitf + itf),
  };
}
