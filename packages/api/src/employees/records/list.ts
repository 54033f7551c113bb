import { kobo, displayKobo } from "@kontor/books/money";
import type {
  employeeListItem,
  exportEmployees,
  listEmployees,
} from "@kontor/contract/employees/employees";
import type { getEmployeeTotals } from "@kontor/contract/employees/totals";
import type { DataOf, InputOf } from "@kontor/contract/endpoint";
import { sql, type RawBuilder } from "kysely";
import type { z } from "zod";

import { containsWords } from "../../platform/database/conditions.ts";
import {
  countOf,
  maxUnindexedRows,
  refuseLongSort,
  reversedSort,
  type Page,
} from "../../platform/database/list.ts";
import { atLeastOne, exactlyOne } from "../../platform/database/rows.ts";
import { tenantFilter, type Context } from "../../platform/scope.ts";
import { employeeCount } from "./counts.ts";
import { maySeePay, monthlyPayOn } from "./pay.ts";
import { accountsWaitingFor, hasStatus, reliefsWaitingFor, statusOn } from "./status.ts";

export type EmployeeListItem = z.output<typeof employeeListItem>;
export type EmployeeListRow = Omit<EmployeeListItem, "monthly_pay"> & {
  monthly_pay: bigint | null;
};
type Sort = NonNullable<InputOf<typeof listEmployees>["sort"]>;
type SortColumn = Exclude<Sort, `-${string}`>;
export type EmployeeFilters = Omit<InputOf<typeof exportEmployees>, "format">;

/**
 * The sort keys of each column, before the id. Those in {@link indexed} are columns of an
 * organization's index, which is scanned forwards or backwards. `search_text` begins with the name,
 * so its order is the order by name.
 */
function keysOf(context: Context, column: SortColumn): readonly RawBuilder<unknown>[] {
  const today = context.clock.today();
  switch (column) {
    case "name":
      return [sql`e.search_text`];
    case "staff_no":
      return [sql`e.sort_staff_no`];
    case "start_date":
      return [sql`e.start_date`];
    case "department":
      return [sql`e.department`, sql`e.sort_name`];
    case "organization":
      return [
        sql`(select lower(t.name) from tenants t where t.id = e.tenant_id)`,
        sql`e.sort_name`,
      ];
    case "status":
      return [statusOn(today), sql`e.sort_name`];
    case "payroll":
      // Readiness for payroll is irrelevant for employees who have left.
      return [
        sql`case when e.exit_date < ${today} then -1 else cardinality(e.missing) end`,
        sql`e.sort_name`,
      ];
    case "monthly_pay":
      break;
  }
  // The order must not reveal pay to users who may not see it.
  return [
    maySeePay(context) ? sql`coalesce(${monthlyPayOn(today)}, 0)` : sql`0::bigint`,
    sql`e.sort_name`,
  ];
}

const indexed: ReadonlySet<SortColumn> = new Set(["name", "staff_no", "start_date", "department"]);

function columnOf(sort: Sort): SortColumn {
  return (sort.startsWith("-") ? sort.slice(1) : sort) as SortColumn;
}

function ordered(sort: Sort, keys: readonly RawBuilder<unknown>[]): RawBuilder<unknown> {
  const down = sort.startsWith("-");
  return sql.join([...keys, sql`e.id`].map((key) => (down ? sql`${key} desc` : key)));
}

/** The order of rows of `employees e`. */
function orderOf(context: Context, sort: Sort): RawBuilder<unknown> {
  return ordered(sort, keysOf(context, columnOf(sort)));
}

/** Whether no index has this order, so that sorting reads all employees. */
export function isSlowSort(sort: Sort | undefined): boolean {
  return sort !== undefined && !indexed.has(columnOf(sort));
}

/** @throws Refusal `list_too_long_to_sort` at `sort` */
export function refuseSlowSort(sort: Sort | undefined, total: number): void {
  if (isSlowSort(sort)) refuseLongSort(total, "name, staff number, department or start date");
}

type Cut = { matches: RawBuilder<unknown>; sort: Sort; offset: number; limit: number };

/**
 * One page of the employees that match the filters, by name unless sorted.
 *
 * @throws Refusal `not_found`; `list_too_long_to_sort` at `sort`
 */
export async function employeesList(
  context: Context,
  input: InputOf<typeof listEmployees>,
): Promise<Page<EmployeeListItem>> {
  const cut: Cut = {
    matches: employeesMatching(context, input),
    sort: input.sort ?? "name",
    offset: (input.page - 1) * input.per_page,
    limit: input.per_page,
  };
  if (input.search && !isSlowSort(input.sort)) return foundPage(context, cut);
  const total = await countEmployees(context, input);
  refuseSlowSort(input.sort, total);
  return input.search ? foundPage(context, cut) : listedPage(context, cut, total);
}

/**
 * A page of the list. The ids of the page come from an index scan before its rows are joined; a
 * page in the second half is read from the end.
 */
async function listedPage(
  context: Context,
  { matches, sort, offset, limit }: Cut,
  total: number,
): Promise<Page<EmployeeListItem>> {
  const left = Math.max(0, Math.min(limit, total - offset));
  const fromEnd = offset > total / 2;
  const page = sql`
    select e.tenant_id, e.id from employees e where ${matches}
    order by ${orderOf(context, fromEnd ? reversedSort(sort) : sort)}
    limit ${left} offset ${fromEnd ? Math.max(0, total - offset - left) : offset}`;
  const { rows } = await sql<EmployeeListRow>`
    ${selectEmployees(context, page)} order by ${orderOf(context, sort)}`.execute(context.tx);
  return { total, rows: rows.map(presentEmployeeRow) };
}

/**
 * A page of search results. A search reads the text of all rows once, so the same statement counts
 * the matches and takes the page.
 */
async function foundPage(
  context: Context,
  { matches, sort, offset, limit }: Cut,
): Promise<Page<EmployeeListItem>> {
  type Found = EmployeeListRow | { [Column in keyof EmployeeListRow]: null };
  const keys = keysOf(context, columnOf(sort));
  const named = keys.map((_key, index) => sql.ref(`key_${index}`));
  const columns = sql.join(keys.map((key, index) => sql`${key} as ${named[index]}`));
  const page = sql`select e.* from found e order by ${ordered(sort, named)} limit ${limit} offset ${offset}`;
  const { rows } = await sql<Found & { total: number; place: unknown }>`
    with found as materialized (
      select e.tenant_id, e.id, ${columns} from employees e where ${matches}
    )
    select counted.total, p.* from (select count(*)::int as total from found) counted
    left join (
      select listed.*, row_number() over (order by ${orderOf(context, sort)}) as place
      from (${selectEmployees(context, page)}) listed
      join employees e on e.tenant_id = listed.tenant_id and e.id = listed.id
    ) p on true
    order by p.place`.execute(context.tx);
  const total = atLeastOne(rows).total;
  return {
    total,
    rows: rows.flatMap(({ total: _total, place: _place, ...row }) =>
      row.id === null ? [] : [presentEmployeeRow(row)],
    ),
  };
}

/**
 * The number of employees that match the filters. @throws Refusal `not_found` for another tenant
 */
export async function countEmployees(context: Context, filters: EmployeeFilters): Promise<number> {
  const { tx, clock } = context;
  const { tenant_id, status, sort: _sort, ...others } = filters;
  const narrowed = Object.values(others).some((value) => value !== undefined && value !== "");
  if (!narrowed) return employeeCount(tx, tenantFilter(context, tenant_id), status, clock.today());
  const matches = employeesMatching(context, filters);
  return countOf(tx, sql`select count(*)::int as total from employees e where ${matches}`);
}

/**
 * Today's monthly pay of the employees that match the filters, in kobo, without those who have
 * left. Null for users who may not see pay, and when too many rates would have to be added up.
 *
 * @throws Refusal `not_found`
 */
export async function employeeTotals(
  context: Context,
  filters: InputOf<typeof getEmployeeTotals>,
): Promise<DataOf<typeof getEmployeeTotals>> {
  if (!maySeePay(context) || (await countEmployees(context, filters)) > maxUnindexedRows)
    return null;
  const today = context.clock.today();
  const { rows } = await sql<{ employees: number; monthly_pay: bigint }>`
    select count(*)::int as employees, coalesce(sum(${monthlyPayOn(today)}), 0) as monthly_pay
    from employees e
    where ${employeesMatching(context, filters)} and (e.exit_date is null or e.exit_date >= ${today})`.execute(
    context.tx,
  );
  const { employees, monthly_pay } = exactlyOne(rows);
  return { employees, monthly_pay: displayKobo(monthly_pay) };
}

/** All rows that match, in order, for a file. */
export function selectEmployeesForExport(
  context: Context,
  matches: RawBuilder<unknown>,
  sort: Sort | undefined,
): RawBuilder<EmployeeListRow> {
  const all = sql`select e.tenant_id, e.id from employees e where ${matches}`;
  return sql`${selectEmployees(context, all)} order by ${orderOf(context, sort ?? "name")}`;
}

/** Selects rows of the list for the tenants and ids selected by `chosen`. */
function selectEmployees(
  context: Context,
  chosen: RawBuilder<unknown>,
): RawBuilder<EmployeeListRow> {
  const today = context.clock.today();
  return sql`
    select e.id, e.tenant_id, e.company_id, e.staff_no, e.first_name, e.last_name, t.name as organization,
      b.name as branch, e.department, e.designation, e.grade, ${statusOn(today)} as status, e.start_date,
      e.exit_date, ${maySeePay(context) ? monthlyPayOn(today) : sql`null::bigint`} as monthly_pay, e.missing,
      e.bank_change_waiting, e.demo
    from (${chosen}) chosen join employees e on e.tenant_id = chosen.tenant_id and e.id = chosen.id
    join tenants t on t.id = e.tenant_id
    left join branches b on b.tenant_id = e.tenant_id and b.id = e.branch_id`;
}

/**
 * The SQL condition of the filters on `employees e`. @throws Refusal `not_found` for another tenant
 */
export function employeesMatching(context: Context, filters: EmployeeFilters): RawBuilder<unknown> {
  const tenantId = tenantFilter(context, filters.tenant_id);
  const { search = "", department, designation, grade, branch_id, status, missing } = filters;
  const conditions = [
    ...(tenantId === null ? [] : [sql`e.tenant_id = ${tenantId}`]),
    ...(search === "" ? [] : [containsWords(sql`e.search_text`, search)]),
    ...(branch_id === undefined ? [] : [sql`e.branch_id = ${branch_id}`]),
    ...(department ? [sql`e.department = ${department}`] : []),
    ...(designation ? [sql`e.designation = ${designation}`] : []),
    ...(grade ? [sql`e.grade = ${grade}`] : []),
    ...(status === undefined ? [] : [hasStatus(status, context.clock.today())]),
    ...(missing === undefined
      ? []
      : [sql`e.missing <> '{}'`, sql`(${hasStatus("EXITED", context.clock.today())}) is not true`]),
    ...(missing === undefined || missing === "any" ? [] : [sql`e.missing @> array[${missing}]`]),
    ...(filters.bank_change_waiting === undefined
      ? []
      : [
          filters.bank_change_waiting ? sql`e.bank_change_waiting` : sql`not e.bank_change_waiting`,
        ]),
    ...(filters.relief_waiting === undefined ? [] : [hasRelief(filters.relief_waiting)]),
    ...(filters.for_me === true ? waitingFor(context.actor, filters) : []),
  ];
  return conditions.length === 0 ? sql`true` : sql.join(conditions, sql` and `);
}

function hasRelief(waiting: boolean): RawBuilder<unknown> {
  return sql`${waiting ? sql`` : sql`not `}exists (
    select from reliefs w where w.tenant_id = e.tenant_id and w.employee_id = e.id and w.status = 'WAITING')`;
}

/** The conditions that the waiting items selected by the other filters were requested by another user. */
function waitingFor(
  actor: Context["actor"],
  { bank_change_waiting, relief_waiting }: EmployeeFilters,
): RawBuilder<unknown>[] {
  const account = sql`exists (
    select from bank_account_changes b
    where b.tenant_id = e.tenant_id and b.employee_id = e.id and ${accountsWaitingFor(actor)})`;
  const relief = sql`exists (
    select from reliefs f where f.tenant_id = e.tenant_id and f.employee_id = e.id and ${reliefsWaitingFor(actor)})`;
  return [...(bank_change_waiting ? [account] : []), ...(relief_waiting ? [relief] : [])];
}

/**
 * A row of the list, with monthly pay in kobo; null when the user may not see pay or none is set.
 */
export function presentEmployeeRow({ monthly_pay, ...row }: EmployeeListRow): EmployeeListItem {
  return { ...row, monthly_pay: monthly_pay === null ? null : kobo(monthly_pay) };
}
