import { displayKobo } from "@kontor/books/money";
import type { DataOf, InputOf } from "@kontor/contract/endpoint";
import type {
  countPendingAdvances,
  exportSalaryAdvances,
  getSalaryAdvanceTotals,
  listSalaryAdvances,
  SalaryAdvanceItem,
} from "@kontor/contract/salary-advances/advances";
import { packAt } from "@kontor/payroll/statutory/packs";
import { sql, type RawBuilder } from "kysely";

import { monthlyPayOn } from "../../employees/records/pay.ts";
import { statusOn } from "../../employees/records/status.ts";
import {
  allConditions,
  inLagosDateRange,
  containsWords,
  tenantCondition,
  optionalCondition,
} from "../../platform/database/conditions.ts";
import {
  countOf,
  maxUnindexedRows,
  reversedSort,
  type Page,
} from "../../platform/database/list.ts";
import { exactlyOne } from "../../platform/database/rows.ts";
import { tenantFilter, type Context, type Tx } from "../../platform/scope.ts";
import { advanceNumber } from "./advance.ts";
import { statusCounts } from "./counters.ts";

type Filters = Omit<InputOf<typeof exportSalaryAdvances>, "format">;
type Sort = NonNullable<Filters["sort"]>;
type SortColumn = Exclude<Sort, `-${string}`>;

/** A row of the list as the database returns it. */
export type AdvanceItemRow = Omit<SalaryAdvanceItem, "number"> & { number: bigint };

/** The outstanding amount of `salary_advances a`, in kobo. */
const outstanding = sql`case when a.status = 'PAID'
  then a.payback_amount - a.allocated_principal - a.allocated_interest else 0 end`;

/** The sort keys of each column, and the tables that they need besides `salary_advances a`. */
const orders: Readonly<
  Record<SortColumn, { by: readonly RawBuilder<unknown>[]; from: RawBuilder<unknown> }>
> = {
  emp_name: {
    by: [sql`e.sort_name`, sql`e.id`, sql`a.id`],
    from: sql`join employees e on e.tenant_id = a.tenant_id and e.id = a.employee_id`,
  },
  company_name: {
    by: [sql`t.name`, sql`a.updated_at`, sql`a.id`],
    from: sql`join tenants t on t.id = a.tenant_id`,
  },
  amount: { by: [sql`a.amount`, sql`a.id`], from: sql`` },
  payback_amount: { by: [sql`a.payback_amount`, sql`a.id`], from: sql`` },
  status: { by: [sql`a.status`, sql`a.updated_at`, sql`a.id`], from: sql`` },
  updated_at: { by: [sql`a.updated_at`, sql`a.id`], from: sql`` },
};

function orderOf(sort: Sort): { order: RawBuilder<unknown>; from: RawBuilder<unknown> } {
  const down = sort.startsWith("-");
  const { by, from } = orders[(down ? sort.slice(1) : sort) as SortColumn];
  return { order: sql.join(by.map((column) => (down ? sql`${column} desc` : column))), from };
}

/**
 * One page of the salary advances that match the filters, latest change first unless sorted. The
 * ids of the page come from an index scan before its rows are joined; a page in the second half is
 * read from the end. Without filters the total comes from counters.
 *
 * @throws Refusal `not_found`
 */
export async function advancesList(
  context: Context,
  input: InputOf<typeof listSalaryAdvances>,
): Promise<Page<SalaryAdvanceItem>> {
  const matches = advancesMatching(context, input);
  const total = await countAdvances(context, input);
  const sort = input.sort ?? "-updated_at";
  const offset = (input.page - 1) * input.per_page;
  const left = Math.max(0, Math.min(input.per_page, total - offset));
  const fromEnd = offset > total / 2;
  const cut = orderOf(fromEnd ? reversedSort(sort) : sort);
  const page = sql`
    select a.tenant_id, a.id from salary_advances a ${cut.from} where ${matches}
    order by ${cut.order} limit ${left} offset ${fromEnd ? Math.max(0, total - offset - left) : offset}`;
  const { rows } = await selectItems(context.clock.today(), page, orderOf(sort).order).execute(
    context.tx,
  );
  return { total, rows: rows.map(presentAdvanceItem) };
}

/** The number of advances that match the filters. @throws Refusal `not_found` */
export async function countAdvances(context: Context, filters: Filters): Promise<number> {
  const { search = "", employee_id, start_date, end_date, status } = filters;
  const narrowed = [employee_id, start_date, end_date].some((value) => value !== undefined);
  if (search !== "" || narrowed) {
    const matches = advancesMatching(context, filters);
    return countOf(
      context.tx,
      sql`select count(*)::int as total from salary_advances a where ${matches}`,
    );
  }
  const counts = await statusCounts(context.tx, tenantFilter(context, filters.tenant_id));
  return status === undefined
    ? Object.values(counts).reduce((total, count) => total + count, 0)
    : counts[status];
}

/**
 * The totals of the advances that match the filters; null when too many would have to be added up.
 *
 * @throws Refusal `not_found`
 */
export async function advanceTotals(
  context: Context,
  filters: InputOf<typeof getSalaryAdvanceTotals>,
): Promise<DataOf<typeof getSalaryAdvanceTotals>> {
  if ((await countAdvances(context, filters)) > maxUnindexedRows) return null;
  const { rows } = await sql<{
    advances: number;
    amount: bigint;
    payback_amount: bigint;
    outstanding: bigint;
  }>`
    select count(*)::int as advances, coalesce(sum(a.amount), 0) as amount,
      coalesce(sum(a.payback_amount), 0) as payback_amount, coalesce(sum(${outstanding}), 0) as outstanding
    from salary_advances a where ${advancesMatching(context, filters)}`.execute(context.tx);
  const { advances, ...sums } = exactlyOne(rows);
  return {
    advances,
    amount: displayKobo(sums.amount),
    payback_amount: displayKobo(sums.payback_amount),
    outstanding: displayKobo(sums.outstanding),
  };
}

/** The number of advances that await a decision by the caller. @throws Refusal `not_found` */
export async function pendingCount(
  context: Context,
  input: InputOf<typeof countPendingAdvances>,
): Promise<DataOf<typeof countPendingAdvances>> {
  const counts = await statusCounts(context.tx, tenantFilter(context, input.tenant_id));
  return { pending: counts.PENDING };
}

/** The SQL conditions on `salary_advances a`. @throws Refusal `not_found` for another tenant */
export function advancesMatching(context: Context, filters: Filters): RawBuilder<unknown> {
  const tenantId = tenantFilter(context, filters.tenant_id);
  const { search = "", employee_id, status } = filters;
  return allConditions([
    tenantCondition(sql`a.tenant_id`, tenantId),
    optionalCondition(employee_id, (id) => sql`a.employee_id = ${id}`),
    optionalCondition(status, (value) => sql`a.status = ${value}`),
    inLagosDateRange(sql`a.requested_at`, filters),
    ...(search === "" ? [] : [matchesSearch(tenantId, search)]),
  ]);
}

/**
 * Advances whose employee or staff number contains the text, or whose own number it is. A text that
 * may be a number is looked up both ways, each with its own index; a single `or` could use neither.
 */
function matchesSearch(tenantId: number | null, search: string): RawBuilder<unknown> {
  const number = /^(?:sa-)?0*(\d{1,15})$/i.exec(search)?.[1];
  const employees = sql`
    select e.tenant_id, e.id from employees e
    where ${tenantCondition(sql`e.tenant_id`, tenantId)} and ${containsWords(sql`e.search_text`, search)}`;
  if (number === undefined) return sql`(a.tenant_id, a.employee_id) in (${employees})`;
  return sql`(a.tenant_id, a.id) in (
      select o.tenant_id, o.id from salary_advances o
      where ${tenantCondition(sql`o.tenant_id`, tenantId)} and o.number = ${number}::bigint
      union all
      select o.tenant_id, o.id from salary_advances o
      where ${tenantCondition(sql`o.tenant_id`, tenantId)} and (o.tenant_id, o.employee_id) in (${employees}))`;
}

/** All rows that match the filters, in order, for a file. */
export function selectAdvancesForExport(
  context: Context,
  filters: Filters,
): RawBuilder<AdvanceItemRow> {
  const matches = advancesMatching(context, filters);
  const chosen = sql`select a.tenant_id, a.id from salary_advances a where ${matches}`;
  return selectItems(context.clock.today(), chosen, orderOf(filters.sort ?? "-updated_at").order);
}

/** Selects rows of the list for the tenants and ids selected by `chosen`. */
function selectItems(
  today: string,
  chosen: RawBuilder<unknown>,
  order: RawBuilder<unknown>,
): RawBuilder<AdvanceItemRow> {
  return sql`
    select a.id, a.number, a.employee_id, a.tenant_id, a.company_id, e.first_name || ' ' || e.last_name as emp_name,
      t.name as company_name, a.amount, a.payback_amount, a.status,
      ${outstanding} as outstanding,
      a.requested_at, a.updated_at, ${hasWarningOn(today)} as warns
    from (${chosen}) chosen
    join salary_advances a on a.tenant_id = chosen.tenant_id and a.id = chosen.id
    join employees e on e.tenant_id = a.tenant_id and e.id = a.employee_id
    join tenants t on t.id = a.tenant_id
    order by ${order}`;
}

/**
 * Whether the card of a pending row has a warning: the Labour Act forbids the advance, by the facts
 * of the request or of today, or other facts have changed since.
 */
function hasWarningOn(today: string): RawBuilder<boolean> {
  const others = sql`(select coalesce(sum(o.amount - o.allocated_principal), 0) from salary_advances o
    where o.tenant_id = a.tenant_id and o.employee_id = a.employee_id and o.status <> 'REJECTED' and o.id <> a.id)`;
  const another = sql`exists (select from salary_advances o
    where o.tenant_id = a.tenant_id and o.employee_id = a.employee_id and o.id <> a.id
      and o.status in ('APPROVED', 'PAID') and o.amount > o.allocated_principal)`;
  const { maxMonthsWages, minInstalments } = packAt(today).wageAdvance;
  const forbidden = sql`(e.worker and (a.interest > 0 or ${another}
    or a.amount > coalesce(${monthlyPayOn(today)}, 0) * ${maxMonthsWages}::bigint
    or (select count(*) from advance_instalments i
      where i.tenant_id = a.tenant_id and i.advance_id = a.id and i.due >= ${today}::date) < ${minInstalments}::int))`;
  return sql`(a.status = 'PENDING' and (a.labour_act <> '{}' or ${forbidden} or ${statusOn(today)} <> 'ACTIVE'
    or e.start_date > ${today} or exists (select from advance_instalments i
      where i.tenant_id = a.tenant_id and i.advance_id = a.id and i.due < ${today}::date) or coalesce(e.exit_date < a.due_date, false)
    or a.amount + ${others} > coalesce(${monthlyPayOn(today)}, 0) * a.max_percentage / 100))`;
}

/** A row of the list, with its displayed number: SA-000001. */
export function presentAdvanceItem({ number, ...row }: AdvanceItemRow): SalaryAdvanceItem {
  return { ...row, number: advanceNumber(number) };
}

/** One advance as a row of the list. */
export async function advanceItem(
  tx: Tx,
  { tenant_id, id }: { tenant_id: number; id: number },
  today: string,
): Promise<SalaryAdvanceItem> {
  const chosen = sql`select a.tenant_id, a.id from salary_advances a
    where a.tenant_id = ${tenant_id} and a.id = ${id}`;
  const { rows } = await selectItems(today, chosen, sql`a.id`).execute(tx);
  return presentAdvanceItem(exactlyOne(rows));
}

/** The advances of one employee, latest first. @param page counts from 1 */
export async function advancesOfEmployee(
  tx: Tx,
  { tenant_id, id }: { tenant_id: number; id: number },
  today: string,
): Promise<SalaryAdvanceItem[]> {
  const chosen = sql`select a.tenant_id, a.id from salary_advances a
    where a.tenant_id = ${tenant_id} and a.employee_id = ${id} order by a.id desc limit 100`;
  const { rows } = await selectItems(today, chosen, sql`a.id desc`).execute(tx);
  return rows.map(presentAdvanceItem);
}
