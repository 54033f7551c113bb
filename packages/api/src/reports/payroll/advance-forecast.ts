import { displayKobo } from "@kontor/books/money";
import type { DataOf, InputOf } from "@kontor/contract/endpoint";
import {
  forecastList,
  forecastTotal,
  overduePeriod,
  type advanceForecastReport,
} from "@kontor/contract/pay-reports/advance-forecast";
import { forecastFacts } from "@kontor/contract/pay-reports/facts";
import { sql, type RawBuilder } from "kysely";

import { optionalCondition } from "../../platform/database/conditions.ts";
import { readByCursor } from "../../platform/database/cursor.ts";
import {
  countAndSums,
  limitOffset,
  sortOrders,
  presentBatches,
  sorted,
} from "../../platform/database/list.ts";
import { type ListExport } from "../../platform/export/export-file.ts";
import { tenantFilter, type Context } from "../../platform/scope.ts";
import { advanceNumber } from "../../salary-advances/records/advance.ts";
import {
  employeeName,
  nameOrOrganization,
  owedAdvances,
  unpaidInstalments,
} from "./owed-advances.ts";

type Data = DataOf<typeof advanceForecastReport.read>;
type Row = Data["rows"][number];
type Input = Omit<InputOf<typeof advanceForecastReport.file>, "format">;
type Amounts = Record<"principal" | "interest", bigint>;
type QueryRow = Amounts &
  Omit<Row, keyof Data["totals"] | "instalment"> & {
    advance_id: number | null;
    number: bigint | null;
    position: number | null;
    due: string | null;
  };

const overdueFirst = (period: RawBuilder<unknown>) =>
  sql`${period} <> ${sql.lit(overduePeriod)}, ${period}`;

const tieBreakers = [
  sql`q.tenant_id`,
  sql`q.advance_id`,
  sql`q.position`,
  sql`q.period <> ${sql.lit(overduePeriod)}`,
  sql`q.period`,
] as const;
const orderBy = sortOrders(
  {
    period: [sql`q.period <> ${sql.lit(overduePeriod)}`, sql`q.period`],
    name: [nameOrOrganization],
    organization: [sql`lower(q.organization)`, sql`lower(q.name)`],
    advance: [sql`q.number`],
    position: [sql`q.position`],
    due: [sql`q.due`],
    people: [sql`q.people`],
    instalments: [sql`q.instalments`],
    principal: [sql`q.principal`],
    interest: [sql`q.interest`],
    total: [sql`q.principal + q.interest`],
  },
  tieBreakers,
);

/**
 * A page of the planned repayments of salary advances that are due from today on, by month,
 * organization or instalment, in kobo. Overdue amounts come first.
 *
 * @throws Refusal `not_found`.
 */
export async function advanceForecast(
  context: Context,
  input: InputOf<typeof advanceForecastReport.read>,
): Promise<Data & { total: number }> {
  const { tx } = context;
  const rows = rowsBy(context, input);
  const page = await sql<QueryRow>`
    ${sorted(rows, input.sort, orderBy)} ${limitOffset(input)}`.execute(tx);
  const whole = rowsBy(context, { tenant_id: input.tenant_id, by: "month" });
  // The chart adds up the amounts of all organizations in a month.
  const months = await sql<Amounts & { period: string }>`
    select q.period, sum(q.principal) as principal, sum(q.interest) as interest
    from (${whole}) q group by q.period order by ${overdueFirst(sql`q.period`)}`.execute(tx);
  return {
    rows: page.rows.map(present),
    ...(await totalsOf(context, rows)),
    months: months.rows.map(({ period, ...amounts }) => ({ period, ...presentAmounts(amounts) })),
  };
}

/** Exports all rows as a file. */
export async function advanceForecastFile(
  context: Context,
  input: InputOf<typeof advanceForecastReport.file>,
): Promise<ListExport<Row, keyof ReturnType<typeof forecastList>["columns"]>> {
  const rows = rowsBy(context, input);
  const { total, totals } = await totalsOf(context, rows);
  return {
    list: forecastList(input.by),
    name: "advance-forecast",
    parts: [context.clock.today(), input.by, input.period],
    facts: forecastFacts(input, context.clock.today()),
    tenantId: tenantFilter(context, input.tenant_id),
    total,
    rows: presentBatches(readByCursor(context.tx, sorted(rows, input.sort, orderBy)), present),
    after: () => (total === 0 ? [] : [forecastTotal(totals)]),
  };
}

function rowsBy(context: Context, { tenant_id, by, period }: Input): RawBuilder<QueryRow> {
  const today = context.clock.today();
  const owed = owedAdvances(context, tenant_id, today);
  const single = by === "instalment";
  const one = (column: RawBuilder<unknown>, none: RawBuilder<unknown>) => (single ? column : none);
  const organizationColumn = (column: RawBuilder<unknown>, none: RawBuilder<unknown>) =>
    by === "month" ? none : column;
  const parts = sql`
    select o.tenant_id, o.company_id, o.advance_id, o.number, o.employee_id, u.position, u.due,
      u.unpaid - u.interest as principal, u.interest,
      case when u.due < ${today}::date then ${sql.lit(overduePeriod)} else to_char(u.due, 'YYYY-MM') end as period
    from (${owed}) o cross join lateral (${unpaidInstalments}) u
    where u.unpaid > 0`;
  const order = {
    month: overdueFirst(sql`max(u.period)`),
    organization: sql`lower(max(t.name)), min(u.tenant_id)`,
    instalment: sql`min(u.due), lower(max(e.last_name)), lower(max(e.first_name)), min(u.tenant_id), min(u.advance_id), min(u.position)`,
  }[by];
  const group = {
    month: sql`u.period`,
    organization: sql`u.tenant_id`,
    instalment: sql`u.tenant_id, u.advance_id, u.position`,
  }[by];
  return sql<QueryRow>`
    select ${organizationColumn(sql`min(u.tenant_id)`, sql`null::bigint`)} as tenant_id,
      ${organizationColumn(sql`min(u.company_id)`, sql`null::bigint`)} as company_id,
      ${organizationColumn(sql`max(t.name)`, sql`''`)} as organization,
      ${one(sql`min(u.employee_id)`, sql`null::bigint`)} as employee_id,
      ${one(sql`max(e.staff_no)`, sql`''`)} as staff_no, ${one(sql`max(${employeeName})`, sql`''`)} as name,
      ${by === "organization" ? sql`null::text` : sql`max(u.period)`} as period,
      ${one(sql`min(u.advance_id)`, sql`null::bigint`)} as advance_id,
      ${one(sql`min(u.number)`, sql`null::bigint`)} as number,
      ${one(sql`min(u.position)::int`, sql`null::int`)} as position,
      ${one(sql`min(u.due)`, sql`null::date`)} as due,
      count(*)::int as instalments, count(distinct (u.tenant_id, u.employee_id))::int as people,
      sum(u.principal) as principal, sum(u.interest) as interest
    from (${parts}) u
    join employees e on e.tenant_id = u.tenant_id and e.id = u.employee_id
    join tenants t on t.id = u.tenant_id
    where ${optionalCondition(period, (each) => sql`u.period = ${each}`)}
    group by ${group} order by ${order}`;
}

async function totalsOf(
  { tx }: Context,
  all: RawBuilder<unknown>,
): Promise<{ total: number; totals: Data["totals"] }> {
  const { total, ...sums } = await countAndSums(tx, all, ["principal", "interest"]);
  return { total, totals: presentAmounts(sums) };
}

function present(row: QueryRow): Row {
  const { tenant_id, company_id, organization, employee_id, staff_no, name, period } = row;
  const { advance_id, number, position, due } = row;
  const isOne = advance_id !== null && number !== null && position !== null && due !== null;
  return {
    tenant_id,
    company_id,
    organization,
    employee_id,
    staff_no,
    name,
    period,
    instalment: isOne ? { advance_id, number: advanceNumber(number), position, due } : null,
    instalments: row.instalments,
    people: row.people,
    ...presentAmounts(row),
  };
}

function presentAmounts({ principal, interest }: Amounts): Data["totals"] {
  return {
    principal: displayKobo(principal),
    interest: displayKobo(interest),
    total: displayKobo(principal + interest),
  };
}
