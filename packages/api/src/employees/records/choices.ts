import type { getEmployeeChoices } from "@kontor/contract/employees/employees";
import type { DataOf, InputOf } from "@kontor/contract/endpoint";
import { sql } from "kysely";

import { atMostOne } from "../../platform/database/rows.ts";
import { organizationAt, type OrganizationPath } from "../../platform/organization/organization.ts";
import type { Context, Tx } from "../../platform/scope.ts";

type Choices = DataOf<typeof getEmployeeChoices>;

/** The choices of one organization for filters and forms. @throws Refusal `not_found` */
export async function employeeChoices(
  context: Context,
  input: InputOf<typeof getEmployeeChoices>,
): Promise<Choices> {
  const { tx } = context;
  const path = await organizationAt(context, input);
  const { rows: branches } = await sql<Choices["branches"][number]>`
    select id, name, code from branches
    where tenant_id = ${path.tenant_id} and company_id = ${path.company_id} order by lower(name), id`.execute(
    tx,
  );
  return {
    branches,
    departments: await valuesOf(tx, path, "department"),
    designations: await valuesOf(tx, path, "designation"),
    grades: await valuesOf(tx, path, "grade"),
    next_staff_no: await nextStaffNo(tx, path),
  };
}

/**
 * The distinct texts of a column. Each is found by one further step in the index that begins with
 * the column, so the cost depends on the number of texts and not of employees.
 */
async function valuesOf(
  tx: Tx,
  { tenant_id }: OrganizationPath,
  column: "department" | "designation" | "grade",
): Promise<string[]> {
  const value = sql.ref(`e.${column}`);
  const first = sql`select ${value} as value from employees e where e.tenant_id = ${tenant_id}`;
  const { rows } = await sql<{ value: string }>`
    with recursive found as (
      (${first} and ${value} > '' order by ${value} limit 1)
      union all
      select (${first} and ${value} > f.value order by ${value} limit 1) from found f
      where f.value is not null
    )
    select value from found where value is not null limit 500`.execute(tx);
  return rows.map((row) => row.value);
}

/**
 * Proposes a staff number: the highest of the organization's prefix plus one, with its leading
 * zeros. Without a prefix and without plain numbers, it continues the number of the employee who
 * was added last. Nothing is reserved: two users who add employees at the same time may get the
 * same proposal.
 */
async function nextStaffNo(tx: Tx, path: OrganizationPath): Promise<string> {
  const { rows } = await sql<{ prefix: string; newest: string | null }>`
    select c.emp_prefix as prefix, (
      select e.staff_no from employees e
      where e.tenant_id = ${path.tenant_id} and e.company_id = ${path.company_id}
      order by e.id desc limit 1) as newest
    from companies c where c.tenant_id = ${path.tenant_id} and c.id = ${path.company_id}`.execute(
    tx,
  );
  const { prefix = "", newest = null } = atMostOne(rows) ?? {};
  const stem = /^(.*\D)\d{1,15}$/.exec(newest ?? "")?.[1] ?? "";
  const last = await highestOf(tx, path, prefix === "" ? ["", stem] : [prefix]);
  if (last === null) return prefix === "" ? "0001" : `${prefix}-0001`;
  const digits = /\d+$/.exec(last)?.[0] ?? "";
  const next = String(Number(digits) + 1).padStart(digits.length, "0");
  return `${last.slice(0, -digits.length)}${next}`;
}

/**
 * The highest staff number of the first of some prefixes that has any, without regard to case; null
 * if there is none.
 */
async function highestOf(
  tx: Tx,
  { tenant_id, company_id }: OrganizationPath,
  prefixes: readonly string[],
): Promise<string | null> {
  const { rows } = await sql<{ staff_no: string }>`
    select e.staff_no
    from employees e cross join unnest(${sql.val(prefixes)}::text[]) with ordinality p(prefix, place)
    where e.tenant_id = ${tenant_id} and e.company_id = ${company_id}
      and starts_with(lower(e.staff_no), lower(p.prefix))
      and substr(e.staff_no, length(p.prefix) + 1) ~ '^[-/]?[0-9]{1,15}$'
    order by p.place, length(e.staff_no) desc, lower(e.staff_no) desc limit 1`.execute(tx);
  return atMostOne(rows)?.staff_no ?? null;
}
