import { kobo } from "@kontor/books/money";
import type {
  employeeListItem,
  exportEmployees,
  listEmployees,
} from "@kontor/contract/employees/employees";
import type { InputOf } from "@kontor/contract/endpoint";
import { sql, type RawBuilder } from "kysely";
import type { z } from "zod";

import { inWords } from "../../platform/database/conditions.ts";
import { countOf, type Page } from "../../platform/database/list.ts";
import { atLeastOne } from "../../platform/database/rows.ts";
import { tenantFilter, type Context } from "../../platform/scope.ts";
import { keptCount } from "./counts.ts";
import { maySeePay, monthlyPayOn } from "./pay.ts";
import { hasStatus, statusOn } from "./status.ts";

export type EmployeeListItem = z.output<typeof employeeListItem>;
export type EmployeeListRow = Omit<EmployeeListItem, "monthly_pay"> & {
  monthly_pay: bigint | null;
};
type Sort = NonNullable<InputOf<typeof listEmployees>["sort"]>;
export type EmployeeFilters = Omit<InputOf<typeof exportEmployees>, "format">;

/**
 * Each order is that of an index of an organization, forwards or backwards, and ends in something unique. What is
 * searched begins with the name, and is the order by it.
 */
const orders: Readonly<Record<Sort, RawBuilder<unknown>>> = {
  name: sql`e.search_text, e.id`,
  "-name": sql`e.search_text desc, e.id desc`,
  staff_no: sql`e.sort_staff_no, e.id`,
  "-staff_no": sql`e.sort_staff_no desc, e.id desc`,
  start_date: sql`e.start_date, e.id`,
  "-start_date": sql`e.start_date desc, e.id desc`,
  department: sql`e.department, e.sort_name, e.id`,
  "-department": sql`e.department desc, e.sort_name desc, e.id desc`,
};

/** The columns by which each sort orders. */
const sortColumns: Readonly<Record<Sort, RawBuilder<unknown>>> = {
  name: sql`e.search_text`,
  "-name": sql`e.search_text`,
  staff_no: sql`e.sort_staff_no`,
  "-staff_no": sql`e.sort_staff_no`,
  start_date: sql`e.start_date`,
  "-start_date": sql`e.start_date`,
  department: sql`e.department, e.sort_name`,
  "-department": sql`e.department, e.sort_name`,
};

function turned(sort: Sort): Sort {
  return (sort.startsWith("-") ? sort.slice(1) : `-${sort}`) as Sort;
}

type Cut = { matches: RawBuilder<unknown>; sort: Sort; offset: number; limit: number };

/** One page of the employees that the filters let through, by name unless sorted. @throws Refusal `not_found` */
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
  if (input.search) return foundPage(context, cut);
  return listedPage(context, cut, await countEmployees(context, input));
}

/**
 * A page of a list, cut from an index before anything is looked up for its rows; one of the second half is
 * cut from the other end.
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
    order by ${orders[fromEnd ? turned(sort) : sort]}
    limit ${left} offset ${fromEnd ? Math.max(0, total - offset - left) : offset}`;
  const { rows } = await sql<EmployeeListRow>`
    ${selectEmployees(context, page)} order by ${orders[sort]}`.execute(context.tx);
  return { total, rows: rows.map(presentRow) };
}

/** A page of what a search finds: it reads the texts of all once, so what it found is counted and cut after that. */
async function foundPage(
  context: Context,
  { matches, sort, offset, limit }: Cut,
): Promise<Page<EmployeeListItem>> {
  type Found = EmployeeListRow | { [Column in keyof EmployeeListRow]: null };
  const page = sql`select e.* from found e order by ${orders[sort]} limit ${limit} offset ${offset}`;
  const { rows } = await sql<Found & { total: number; place: unknown }>`
    with found as materialized (
      select e.tenant_id, e.id, ${sortColumns[sort]} from employees e where ${matches}
    )
    select counted.total, p.* from (select count(*)::int as total from found) counted
    left join (
      select listed.*, row_number() over (order by ${orders[sort]}) as place
      from (${selectEmployees(context, page)}) listed
      join employees e on e.tenant_id = listed.tenant_id and e.id = listed.id
    ) p on true
    order by p.place`.execute(context.tx);
  const total = atLeastOne(rows).total;
  return {
    total,
    rows: rows.flatMap(({ total: _total, place: _place, ...row }) =>
      row.id === null ? [] : [presentRow(row)],
    ),
  };
}

/** How many employees the filters let through. @throws Refusal `not_found` for another tenant */
export async function countEmployees(context: Context, filters: EmployeeFilters): Promise<number> {
  const { tx, clock } = context;
  const { tenant_id, status, sort: _sort, ...others } = filters;
  const narrowed = Object.values(others).some((value) => value !== undefined && value !== "");
  if (!narrowed) return keptCount(tx, tenantFilter(context, tenant_id), status, clock.today());
  const matches = employeesMatching(context, filters);
  return countOf(tx, sql`select count(*)::int as total from employees e where ${matches}`);
}

/** All rows that the filters let through, in their order, for a file. */
export function selectForExport(
  context: Context,
  matches: RawBuilder<unknown>,
  sort: Sort | undefined,
): RawBuilder<EmployeeListRow> {
  const all = sql`select e.tenant_id, e.id from employees e where ${matches}`;
  return sql`${selectEmployees(context, all)} order by ${orders[sort ?? "name"]}`;
}

/** Selects rows of the list for the tenants and ids that a statement gives. */
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

/** Which rows of `employees e` are asked for. @throws Refusal `not_found` for another tenant */
export function employeesMatching(context: Context, filters: EmployeeFilters): RawBuilder<unknown> {
  const tenantId = tenantFilter(context, filters.tenant_id);
  const { search = "", department, designation, grade, branch_id, status, missing } = filters;
  const conditions = [
    ...(tenantId === null ? [] : [sql`e.tenant_id = ${tenantId}`]),
    ...(search === "" ? [] : [inWords(sql`e.search_text`, search)]),
    ...(branch_id === undefined ? [] : [sql`e.branch_id = ${branch_id}`]),
    ...(department ? [sql`e.department = ${department}`] : []),
    ...(designation ? [sql`e.designation = ${designation}`] : []),
    ...(grade ? [sql`e.grade = ${grade}`] : []),
    ...(status === undefined ? [] : [hasStatus(status, context.clock.today())]),
    ...(missing === undefined ? [] : [sql`e.missing <> '{}'`]),
    ...(missing === undefined || missing === "any" ? [] : [sql`e.missing @> array[${missing}]`]),
    ...(filters.bank_change_waiting === undefined
      ? []
      : [
          filters.bank_change_waiting ? sql`e.bank_change_waiting` : sql`not e.bank_change_waiting`,
        ]),
  ];
  return conditions.length === 0 ? sql`true` : sql.join(conditions, sql` and `);
}

export function presentRow({ monthly_pay, ...row }: EmployeeListRow): EmployeeListItem {
  return { ...row, monthly_pay: monthly_pay === null ? null : kobo(monthly_pay) };
}
