import type { DataOf, InputOf } from "@kontor/contract/endpoint";
import { varianceFacts } from "@kontor/contract/pay-reports/facts";
import {
  payComponentNames,
  type PayComponent,
  type payVarianceList,
  type payVarianceReport,
  varianceList,
  varianceTotals,
} from "@kontor/contract/pay-reports/pay-variance";
import { firstDayOf, monthBefore } from "@kontor/payroll/month";
import { sql, type RawBuilder } from "kysely";

import { isPostedRun } from "../../payroll/calculation/posted-runs.ts";
import { signedMoneyOf } from "../../payroll/runs/row.ts";
import { tenantCondition } from "../../platform/database/conditions.ts";
import { readByCursor } from "../../platform/database/cursor.ts";
import { limitOffset, sortOrders, presentBatches, sorted } from "../../platform/database/list.ts";
import { exactlyOne } from "../../platform/database/rows.ts";
import type { ListExport } from "../../platform/export/export-file.ts";
import type { Context, Tx } from "../../platform/scope.ts";
import { monthOrLatest, payrollFilter } from "./payroll-filter.ts";

type Variance = DataOf<typeof payVarianceReport.read>;
type Row = Variance["rows"][number];
type Change = Row["changes"][number];

/** The amount of each component on payslips `s`, in kobo. */
const componentAmounts: Readonly<Record<PayComponent, RawBuilder<unknown>>> = {
  basic: sql`s.basic`,
  housing: sql`s.housing`,
  transport: sql`s.transport`,
  other: sql`s.other`,
  items: sql`s.items`,
  paye: sql`s.paye`,
  pension_employee: sql`s.pension_employee`,
  nhf: sql`s.nhf`,
  advances: sql`s.advance_principal + s.advance_interest`,
  other_deductions: sql`s.other_deductions`,
  employer: sql`s.employer`,
};

const totals = ["gross", "net"] as const;
const measuredAmounts = [...payComponentNames, ...totals];
type Measured = (typeof measuredAmounts)[number];
type Sums = Record<`${Measured}_before` | `${Measured}_after`, bigint>;

type QueryRow = Sums &
  Pick<Row, "tenant_id" | "company_id" | "organization" | "employee_id" | "staff_no" | "name"> & {
    was_paid: boolean;
    is_paid: boolean;
    run_id: number;
    payslip_id: number;
  };

const tieBreakers = [sql`q.tenant_id`, sql`q.employee_id`] as const;
const orderBy = sortOrders(
  {
    name: [sql`lower(q.name)`],
    organization: [sql`lower(q.organization)`, sql`lower(q.name)`],
    gross_before: [sql`q.gross_before`],
    gross: [sql`q.gross_after`],
    gross_change: [sql`q.gross_after - q.gross_before`],
    net_before: [sql`q.net_before`],
    net: [sql`q.net_after`],
    net_change: [sql`q.net_after - q.net_before`],
  },
  tieBreakers,
);

type VarianceFilter = {
  tenantId: number | null;
  /** The later month and the month compared with, as `YYYY-MM`. */
  period: string;
  compared: string;
  withSame: boolean;
  /** Lists only people whose pay differs in this component; undefined for a difference in any. */
  component: PayComponent | undefined;
};

/**
 * A page of how each person's pay differs between two months, off-cycle pay included, with the
 * difference that each component adds to the total; the components add up to it to the kobo.
 *
 * @throws Refusal `not_found`, `module_off`.
 */
export async function payVariance(
  context: Context,
  input: InputOf<typeof payVarianceReport.read>,
): Promise<Variance & { total: number }> {
  const { tx } = context;
  const filter = await varianceFilter(context, input);
  const { rows } = await sql<QueryRow>`
    ${sorted(varianceRows(filter), input.sort, orderBy)} ${limitOffset(input)}`.execute(tx);
  const { period, compared } = filter;
  return { period, compared, rows: rows.map(present), ...(await totalsOf(tx, filter)) };
}

/** Exports all rows as a file. */
export async function payVarianceFile(
  context: Context,
  input: InputOf<typeof payVarianceReport.file>,
): Promise<ListExport<Row, keyof typeof payVarianceList.columns>> {
  const { tx } = context;
  const filter = await varianceFilter(context, input);
  const { total, ...sums } = await totalsOf(tx, filter);
  return {
    list: varianceList(filter.component),
    name: "pay-variance",
    parts: [filter.period, filter.compared, filter.component],
    facts: varianceFacts({ ...input, period: filter.period, compared: filter.compared }),
    tenantId: filter.tenantId,
    total,
    rows: presentBatches(
      readByCursor(tx, sorted(varianceRows(filter), input.sort, orderBy)),
      present,
    ),
    after: () => (total === 0 ? [] : varianceTotals(sums, filter.component)),
  };
}

async function varianceFilter(
  context: Context,
  input: Pick<
    InputOf<typeof payVarianceReport.read>,
    "tenant_id" | "period" | "compared" | "with_same" | "component"
  >,
): Promise<VarianceFilter> {
  const tenantId = await payrollFilter(context, input.tenant_id);
  const period = await monthOrLatest(context, tenantId, input.period);
  return {
    tenantId,
    period,
    compared: input.compared ?? monthBefore(period) ?? period,
    withSame: input.with_same === true,
    component: input.component,
  };
}

const amountOf = (name: Measured): RawBuilder<unknown> =>
  name === "gross" || name === "net" ? sql`s.${sql.ref(name)}` : componentAmounts[name];

/** A column with the sum of a component in a month. */
const monthColumn = (name: Measured, day: string, as: "before" | "after"): RawBuilder<unknown> =>
  sql`coalesce(sum(${amountOf(name)}) filter (where r.period = ${day}::date), 0) as ${sql.ref(`${name}_${as}`)}`;

/** The pay in both months of everybody paid in either: (tenant_id, employee_id, …). */
function bothMonths({ tenantId, period, compared }: VarianceFilter): RawBuilder<unknown> {
  const [before, after] = [firstDayOf(compared), firstDayOf(period)];
  return sql`
    select s.tenant_id, r.company_id, s.employee_id,
      bool_or(r.period = ${before}::date) as was_paid, bool_or(r.period = ${after}::date) as is_paid,
      (array_agg(s.run_id order by (r.period = ${after}::date) desc, s.id desc))[1] as run_id,
      (array_agg(s.id order by (r.period = ${after}::date) desc, s.id desc))[1] as payslip_id,
      ${sql.join(measuredAmounts.flatMap((name) => [monthColumn(name, before, "before"), monthColumn(name, after, "after")]))}
    from payroll_runs r
    join payslips s on s.tenant_id = r.tenant_id and s.run_id = r.id and not s.excluded
    where ${tenantCondition(sql`r.tenant_id`, tenantId)} and ${isPostedRun(sql`r`)}
      and r.period in (${before}::date, ${after}::date)
    group by s.tenant_id, r.company_id, s.employee_id`;
}

/** The condition that a row `v` of {@link bothMonths} is listed. */
function isListed({ component, withSame }: VarianceFilter): RawBuilder<unknown> {
  if (component !== undefined) {
    return sql`v.${sql.ref(`${component}_before`)} <> v.${sql.ref(`${component}_after`)}`;
  }
  if (withSame) return sql`true`;
  const differs = sql.join(
    payComponentNames.map(
      (name) => sql`v.${sql.ref(`${name}_before`)} <> v.${sql.ref(`${name}_after`)}`,
    ),
    sql` or `,
  );
  return sql`(${differs} or v.was_paid <> v.is_paid)`;
}

function varianceRows(filter: VarianceFilter): RawBuilder<QueryRow> {
  return sql<QueryRow>`
    select v.*, t.name as organization, e.staff_no, e.last_name || ', ' || e.first_name as name
    from (${bothMonths(filter)}) v
    join employees e on e.tenant_id = v.tenant_id and e.id = v.employee_id
    join tenants t on t.id = v.tenant_id
    where ${isListed(filter)}
    order by lower(e.last_name), lower(e.first_name), e.id`;
}

async function totalsOf(
  tx: Tx,
  filter: VarianceFilter,
): Promise<Pick<Variance, "totals" | "unchanged" | "components"> & { total: number }> {
  const listed = isListed(filter);
  const whose = filter.component === undefined ? sql`true` : listed;
  const sums = measuredAmounts
    .flatMap((name) => [`${name}_before`, `${name}_after`])
    .map((name) => sql`coalesce(sum(v.${sql.ref(name)}), 0) as ${sql.ref(name)}`);
  const { rows } = await sql<Sums & { total: number; people: number; gross: bigint; net: bigint }>`
    select ${sql.join(sums)}, (count(*) filter (where ${listed}))::int as total,
      (count(*) filter (where not ${listed}))::int as people,
      coalesce(sum(v.gross_after) filter (where not ${listed}), 0) as gross,
      coalesce(sum(v.net_after) filter (where not ${listed}), 0) as net
    from (${bothMonths(filter)}) v where ${whose}`.execute(tx);
  const { total, people, gross, net, ...all } = exactlyOne(rows);
  return {
    total,
    totals: amountsOf(all),
    unchanged: { people, gross: signedMoneyOf(gross), net: signedMoneyOf(net) },
    components: changesOf(all).filter(
      ({ component }) => filter.component === undefined || component === filter.component,
    ),
  };
}

/** The components that differ. */
function changesOf(sums: Sums): Change[] {
  return payComponentNames.flatMap((component) => {
    const before = sums[`${component}_before`];
    const after = sums[`${component}_after`];
    if (before === after) return [];
    return [
      {
        component,
        before: signedMoneyOf(before),
        after: signedMoneyOf(after),
        change: signedMoneyOf(after - before),
      },
    ];
  });
}

function amountsOf(sums: Sums): Variance["totals"] {
  const gross = sums.gross_after - sums.gross_before;
  return {
    gross_before: signedMoneyOf(sums.gross_before),
    gross: signedMoneyOf(sums.gross_after),
    gross_change: signedMoneyOf(gross),
    net_before: signedMoneyOf(sums.net_before),
    net: signedMoneyOf(sums.net_after),
    net_change: signedMoneyOf(sums.net_after - sums.net_before),
    cost_change: signedMoneyOf(gross + sums.employer_after - sums.employer_before),
  };
}

function present(draft: QueryRow): Row {
  const { tenant_id, company_id, organization, employee_id, staff_no, name } = draft;
  const changes = changesOf(draft);
  return {
    tenant_id,
    company_id,
    organization,
    employee_id,
    staff_no,
    name,
    kind: kindOf(draft, changes),
    ...amountsOf(draft),
    changes,
    payslip: { run_id: draft.run_id, id: draft.payslip_id },
  };
}

function kindOf({ was_paid, is_paid }: QueryRow, changes: readonly Change[]): Row["kind"] {
  if (!was_paid) return "JOINED";
  if (!is_paid) return "LEFT";
  return changes.length === 0 ? "SAME" : "CHANGED";
}
