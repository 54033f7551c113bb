import { kobo } from "@kontor/books/money";
import type { employeeListItem, exportEmployees, listEmployees } from "@kontor/contract/employees";
import type { InputOf } from "@kontor/contract/endpoint";
import { sql, type RawBuilder } from "kysely";
import type { z } from "zod";

import { containing } from "../../platform/database/conditions.ts";
import type { Page } from "../../platform/database/list.ts";
import { exactlyOne } from "../../platform/database/rows.ts";
import { tenantFilter, type Context } from "../../platform/scope.ts";
import { maySeePay, monthlyPayOn } from "./pay.ts";
import { hasStatus, statusOn } from "./status.ts";

export type EmployeeListItem = z.output<typeof employeeListItem>;
export type EmployeeListRow = Omit<EmployeeListItem, "monthly_pay"> & {
  monthly_pay: bigint | null;
};
type Sort = NonNullable<InputOf<typeof listEmployees>["sort"]>;
export type EmployeeFilters = Omit<InputOf<typeof exportEmployees>, "format">;

/** Each order is that of an index of an organization, forwards or backwards, and ends in something unique. */
const orders: Readonly<Record<Sort, RawBuilder<unknown>>> = {
  name: sql`lower(e.last_name), lower(e.first_name), e.id`,
  "-name": sql`lower(e.last_name) desc, lower(e.first_name) desc, e.id desc`,
  staff_no: sql`lower(e.staff_no), e.id`,
  "-staff_no": sql`lower(e.staff_no) desc, e.id desc`,
  start_date: sql`e.start_date, e.id`,
  "-start_date": sql`e.start_date desc, e.id desc`,
  department: sql`e.department, lower(e.last_name), lower(e.first_name), e.id`,
  "-department": sql`e.department desc, lower(e.last_name) desc, lower(e.first_name) desc, e.id desc`,
};

/** One page of the employees that the filters let through, by name unless sorted. @throws Refusal `not_found` */
export async function employeesList(
  context: Context,
  input: InputOf<typeof listEmployees>,
): Promise<Page<EmployeeListItem>> {
  const matches = employeesMatching(context, input);
  const total = await countEmployees(context, matches);
  const order = orders[input.sort ?? "name"];
  // The page is cut from an index before anything is looked up for its rows.
  const { rows } = await sql<EmployeeListRow>`
    ${selectEmployees(
      context,
      sql`(select e.* from employees e where ${matches} order by ${order}
        limit ${input.per_page} offset ${(input.page - 1) * input.per_page})`,
    )} order by ${order}`.execute(context.tx);
  return { total, rows: rows.map(presentRow) };
}

/** How many employees a condition on `employees e` finds. */
export async function countEmployees(
  context: Pick<Context, "tx">,
  matches: RawBuilder<unknown>,
): Promise<number> {
  const { rows } = await sql<{ total: number }>`
    select count(*)::int as total from employees e where ${matches}`.execute(context.tx);
  return exactlyOne(rows).total;
}

/** All rows that the filters let through, in their order, for a file. */
export function selectForExport(
  context: Context,
  matches: RawBuilder<unknown>,
  sort: Sort | undefined,
): RawBuilder<EmployeeListRow> {
  const from = sql`(select e.* from employees e where ${matches})`;
  return sql`${selectEmployees(context, from)} order by ${orders[sort ?? "name"]}`;
}

/** Selects rows of the list of a sub-select of employees. */
function selectEmployees(
  context: Context,
  employees: RawBuilder<unknown>,
): RawBuilder<EmployeeListRow> {
  const today = context.clock.today();
  return sql`
    select e.id, e.tenant_id, e.company_id, e.staff_no, e.first_name, e.last_name, t.name as organization,
      b.name as branch, e.department, e.designation, e.grade, ${statusOn(today)} as status, e.start_date,
      e.exit_date, ${maySeePay(context) ? monthlyPayOn(today) : sql`null::bigint`} as monthly_pay, e.missing,
      e.bank_change_waiting, e.demo
    from ${employees} e join tenants t on t.id = e.tenant_id
    left join branches b on b.tenant_id = e.tenant_id and b.id = e.branch_id`;
}

/** Which rows of `employees e` are asked for. @throws Refusal `not_found` for another tenant */
export function employeesMatching(context: Context, filters: EmployeeFilters): RawBuilder<unknown> {
  const tenantId = tenantFilter(context, filters.tenant_id);
  const { search = "", department, designation, grade, branch_id, status, missing } = filters;
  const conditions = [
    ...(tenantId === null ? [] : [sql`e.tenant_id = ${tenantId}`]),
    ...(search === "" ? [] : [sql`e.search_text like lower(${containing(search)})`]),
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
