import { kobo } from "@kontor/books/money";
import {
  noDivision,
  type payrollRegister,
  type RegisterGrouping,
  type registerRow,
} from "@kontor/contract/pay-reports/payroll-register";
import { stateById } from "@kontor/contract/reference/nigeria";
import { pensionAdministratorById } from "@kontor/contract/reference/pension-administrators";
import { firstDayOf, monthOf } from "@kontor/payroll/month";
import type { RemittanceScheme } from "@kontor/payroll/statutory/remittance";
import { sql, type RawBuilder } from "kysely";
import type { z } from "zod";

import { tenantCondition, optionalCondition } from "../../platform/database/conditions.ts";
import { sortOrders } from "../../platform/database/list.ts";
import { exactlyOne } from "../../platform/database/rows.ts";
import type { Tx } from "../../platform/scope.ts";
import { authorityOf, inSchedule } from "../runs/authority.ts";
import { payColumns, runNumber, atLeastZero, signedMoneyOf, type RunRow } from "../runs/row.ts";

export type PostedPayslip = z.output<typeof registerRow>;
type Register = z.output<typeof payrollRegister>;

/**
 * One or more consecutive months (`YYYY-MM`) of an organization. Null stands for all organizations that
 * the caller may read.
 */
export type PostedPeriod = { tenantId: number | null; period: string; from?: string | undefined };

/** Payslips of these months: all, or those of one division, one employee or one scheme's schedule. */
export type PostedFilter = PostedPeriod & {
  group?: RegisterGrouping | undefined;
  /** The key of the division; undefined for all of them. */
  division?: string | undefined;
  employeeId?: number | undefined;
  scheme?: RemittanceScheme | undefined;
};

type Amounts = Record<(typeof payColumns)[number], bigint>;
/** A row of {@link postedPayslips}, in kobo. */
export type PostedRow = Amounts &
  Pick<
    PostedPayslip,
    "id" | "tenant_id" | "company_id" | "run_id" | "employee_id" | "staff_no" | "name" | "division"
  > & { number: bigint; period: string };

/** Runs `r` of some months that are posted and not reversed. */
function posted({ tenantId, period, from = period }: PostedPeriod): RawBuilder<unknown> {
  return sql`${tenantCondition(sql`r.tenant_id`, tenantId)} and r.period between ${firstDayOf(from)} and ${firstDayOf(period)}
    and r.status in ('PENDING_DISBURSEMENT', 'DISBURSING', 'PARTLY_PAID', 'PAID')`;
}

/** Their posted payslips; excluded payslips are not posted. */
const fromPosted = (part: PostedFilter) => sql`
  payroll_runs r join payslips s on s.tenant_id = r.tenant_id and s.run_id = r.id
  where ${posted(part)} and not s.excluded and ${matchesFilter(part)}`;

/** The condition that payslips `s` are of the division, of the employee and of the scheme. */
function matchesFilter({ group, division, employeeId, scheme }: PostedFilter): RawBuilder<unknown> {
  const key = division === noDivision ? "" : division;
  return sql`${optionalCondition(group && key, (named) => sql`${divisionBy(group)} = ${named}`)}
    and ${optionalCondition(employeeId, (id) => sql`s.employee_id = ${id}`)}
    and ${optionalCondition(scheme, (of) => inSchedule[of])}`;
}

/** A column of the present employee record of payslips `s`. */
const ofRecord = (column: "state_id" | "pfa") => sql`(
  select ${sql.ref(`e.${column}`)} from employees e where e.tenant_id = s.tenant_id and e.id = s.employee_id)`;

/**
 * The division of payslips `s` when they were posted; for states and fund administrators see
 * {@link authorityOf}.
 */
const divisions: Readonly<Record<RegisterGrouping, RawBuilder<string>>> = {
  branch: sql`coalesce((select b.name from branches b where b.tenant_id = s.tenant_id and b.id = s.branch_id), '')`,
  department: sql`s.department`,
  grade: sql`s.grade`,
  state: sql`coalesce(${authorityOf("PAYE", ofRecord("state_id"))}, '')`,
  pfa: sql`coalesce(${authorityOf("PENSION", ofRecord("pfa"))}, '')`,
};

const divisionBy = (group: RegisterGrouping | undefined) =>
  group === undefined ? sql<string>`''` : divisions[group];

/** The order of divisions: states in the order of their list, others by name, payslips without one last. */
function divisionOrder(group: RegisterGrouping | undefined, division: RawBuilder<unknown>) {
  const place = group === "state" ? sql`nullif(${division}, '')::int` : sql`lower(${division})`;
  return sql`${division} = '', ${place}, ${division}`;
}

const byColumn = Object.fromEntries(
  payColumns.map((name) => [name, [sql.ref(`q.${name}`)]]),
) as Record<(typeof payColumns)[number], [RawBuilder<unknown>]>;

const advancesOf = sql`q.advance_principal + q.advance_interest`;

const orderBy = sortOrders(
  {
    ...byColumn,
    staff_no: [sql`lower(q.staff_no)`],
    name: [sql`q.name`, sql`q.period`],
    month: [sql`q.period`, sql`q.name`],
    run: [sql`q.number`, sql`q.name`],
    advances: [advancesOf],
  },
  [sql`q.id`],
);

/** Rows of organizations have no staff number, month or run, so they are sorted by name instead. */
const byOrganization = [sql`lower(q.name)`];
const orderOrganizations = sortOrders(
  {
    ...byColumn,
    staff_no: byOrganization,
    name: byOrganization,
    month: byOrganization,
    run: byOrganization,
    advances: [advancesOf],
  },
  [sql`q.tenant_id`],
);

/** A row of {@link postedOrganizations}, in kobo. */
export type PostedOrganization = Amounts & { tenant_id: number; name: string; payslips: number };

/**
 * The posted payslips by division, and within a division by name.
 *
 * @param sort what they are ordered by within a division instead.
 */
export function postedPayslips(
  part: PostedFilter,
  sort: Parameters<typeof orderBy>[0] = "name",
): RawBuilder<PostedRow> {
  const { group } = part;
  return sql<PostedRow>`
    select q.* from (
      select s.id, s.tenant_id, r.company_id, s.run_id, r.number, r.period, s.employee_id, s.staff_no, s.name,
        ${divisionBy(group)} as division, ${sql.join(payColumns.map((name) => sql.ref(`s.${name}`)))}
      from ${fromPosted(part)}) q
    order by ${divisionOrder(group, sql`q.division`)}, ${orderBy(sort)}`;
}

/** The sums of the payslips of each organization, by its name unless `sort` says otherwise. */
export function postedOrganizations(
  part: PostedFilter,
  sort: Parameters<typeof orderOrganizations>[0] = "name",
): RawBuilder<PostedOrganization> {
  return sql<PostedOrganization>`
    select q.* from (
      select n.id as tenant_id, n.name, p.payslips, ${sql.join(payColumns.map((name) => sql.ref(`p.${name}`)))}
      from (select s.tenant_id, count(*)::int as payslips, ${sumsOf} from ${fromPosted(part)} group by s.tenant_id) p
      join tenants n on n.id = p.tenant_id) q
    order by ${orderOrganizations(sort)}`;
}

/** An organization as the register lists it. */
export function presentOrganization({
  tenant_id,
  name,
  payslips,
  ...sums
}: PostedOrganization): Register["organizations"][number] {
  return { tenant_id, name, payslips, ...presentAmounts(sums) };
}

/** The totals of each division, in the same order; none without divisions. */
export async function postedSubtotals(tx: Tx, part: PostedFilter): Promise<Register["subtotals"]> {
  const { group } = part;
  if (group === undefined) return [];
  const { rows } = await sql<Amounts & { division: string; people: number }>`
    select q.* from (
      select ${divisions[group]} as division, count(*)::int as people, ${sumsOf}
      from ${fromPosted(part)} group by 1) q
    order by ${divisionOrder(group, sql`q.division`)}`.execute(tx);
  return rows.map(({ division, people, ...sums }) => ({
    division: divisionNamed(division, group),
    key: division === "" ? noDivision : division,
    people,
    ...presentAmounts(sums),
  }));
}

/** States and fund administrators are stored by key, other divisions by name. */
function divisionNamed(division: string, group: RegisterGrouping | undefined): string {
  if (group === "state" && division !== "") return stateById(Number(division))?.name ?? division;
  return (group === "pfa" && pensionAdministratorById(division)?.name) || division;
}

const sumsOf = sql.join(
  payColumns.map((name) => sql`coalesce(sum(${sql.ref(`s.${name}`)}), 0) as ${sql.ref(name)}`),
);

/** The number of payslips and of their organizations, and the sums of their columns. */
export async function postedTotals(
  tx: Tx,
  part: PostedFilter,
): Promise<{ payslips: number; organizations: number; totals: Register["totals"] }> {
  const { rows } = await sql<Amounts & { payslips: number; organizations: number }>`
    select count(*)::int as payslips, count(distinct s.tenant_id)::int as organizations, ${sumsOf}
    from ${fromPosted(part)}`.execute(tx);
  const { payslips, organizations, ...sums } = exactlyOne(rows);
  return { payslips, organizations, totals: presentAmounts(sums) };
}

/** All runs of a month, and whether each is posted and not reversed. */
export async function runsOfMonth(
  tx: Tx,
  month: PostedPeriod & { tenantId: number },
): Promise<(Pick<RunRow, "id" | "company_id" | "status"> & { number: string; posted: boolean })[]> {
  const { rows } = await sql<
    Pick<RunRow, "id" | "company_id" | "number" | "status"> & { posted: boolean }
  >`
    select r.id, r.company_id, r.number, r.status, (${posted(month)}) as posted
    from payroll_runs r
    where r.tenant_id = ${month.tenantId} and r.period = ${firstDayOf(month.period)}
    order by r.number`.execute(tx);
  return rows.map((row) => ({ ...row, number: runNumber(row.number) }));
}

/** The runs in the order in which they were started. */
export async function postedRuns(tx: Tx, month: PostedPeriod): Promise<Register["runs"]> {
  const { rows } = await sql<
    Pick<
      RunRow,
      "id" | "tenant_id" | "company_id" | "number" | "cycle" | "status" | "people" | "net"
    >
  >`
    select r.id, r.tenant_id, r.company_id, r.number, r.cycle, r.status, r.people, r.net
    from payroll_runs r where ${posted(month)} order by r.number`.execute(tx);
  return rows.map((row) => ({ ...row, number: runNumber(row.number), net: atLeastZero(row.net) }));
}

/**
 * A posted payslip as a row of the register, in kobo.
 *
 * @param group what the subtotals are by; undefined for none.
 */
export function presentPostedPayslip(
  { number, ...row }: PostedRow,
  group?: RegisterGrouping,
): PostedPayslip {
  const { id, tenant_id, company_id, run_id, employee_id, staff_no, name } = row;
  return {
    id,
    tenant_id,
    company_id,
    run_id,
    employee_id,
    staff_no,
    name,
    run_number: runNumber(number),
    period: monthOf(row.period),
    division: divisionNamed(row.division, group),
    ...presentAmounts(row),
  };
}

function presentAmounts(row: Amounts): Register["totals"] {
  return {
    basic: signedMoneyOf(row.basic),
    housing: signedMoneyOf(row.housing),
    transport: signedMoneyOf(row.transport),
    other: signedMoneyOf(row.other),
    items: signedMoneyOf(row.items),
    gross: signedMoneyOf(row.gross),
    benefits: signedMoneyOf(row.benefits),
    net: signedMoneyOf(row.net),
    paye: kobo(row.paye),
    pension_employee: kobo(row.pension_employee),
    nhf: kobo(row.nhf),
    advance_principal: kobo(row.advance_principal),
    advance_interest: kobo(row.advance_interest),
    other_deductions: signedMoneyOf(row.other_deductions),
    deductions: signedMoneyOf(row.deductions),
    pension_employer: kobo(row.pension_employer),
    nsitf: kobo(row.nsitf),
    itf: kobo(row.itf),
    employer: kobo(row.employer),
  };
}
