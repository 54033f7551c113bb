import type { advanceGroupings } from "@kontor/contract/pay-reports/advances-outstanding";
import { sql, type RawBuilder } from "kysely";

import {
  anyColumnContains,
  displayedNumber,
  tenantCondition,
} from "../../platform/database/conditions.ts";
import { tenantFilter, type Context } from "../../platform/scope.ts";
import { advanceNumber } from "../../salary-advances/records/advance.ts";

/**
 * The sort key of rows `q` under Name; rows of a whole organization have no name and sort by
 * organization.
 */
export const nameOrOrganization = sql`lower(case when q.name = '' then q.organization else q.name end)`;

/**
 * Advances outstanding at the end of a day, of one organization or of all that the caller may read:
 * tenant_id, company_id, advance_id, number, employee_id, paid_on (the day in the books on which
 * the money arrived; null when the payment was reversed after a partial repayment), amount and
 * interest (zero when reversed), repaid_principal and repaid_interest, in kobo. Repayments count by
 * the dates of their entries, which a period lock may have moved, so that the principal equals the
 * receivable's balance on that day.
 */
export function owedAdvances(
  context: Context,
  tenant_id: number | undefined,
  day: string,
): RawBuilder<unknown> {
  const tenantId = tenantFilter(context, tenant_id);
  // Advances settled since may have been open on an earlier day, so the query can skip them only
  // for today.
  const open =
    day >= context.clock.today()
      ? sql`(a.status <> 'PAID' or a.allocated_principal + a.allocated_interest < a.payback_amount)`
      : sql`true`;
  return sql`
    select * from (
      select a.tenant_id, a.company_id, a.id as advance_id, a.number, a.employee_id, p.paid_on,
        case when p.paid_on is null then 0 else a.amount end as amount,
        case when p.paid_on is null then 0 else a.interest end as interest,
        l.principal as repaid_principal, l.interest as repaid_interest
      from salary_advances a
      left join lateral (
        select o.entry_date as paid_on
        from transfers x
        join entries o on o.tenant_id = x.tenant_id and o.id = x.outcome_entry_id
        left join entries b on b.tenant_id = x.tenant_id and b.id = x.reversal_entry_id
        where x.tenant_id = a.tenant_id and x.purpose = 'salary_advance' and x.subject_id = a.id
          and x.status in ('COMPLETED', 'REVERSED') and o.entry_date <= ${day}::date
          and (b.entry_date is null or b.entry_date > ${day}::date)
        order by x.attempt desc limit 1) p on true
      cross join lateral (
        select coalesce(sum(l.principal), 0) as principal, coalesce(sum(l.interest), 0) as interest
        from advance_allocations l
        join entries e on e.tenant_id = l.tenant_id and e.id = l.entry_id
        where l.tenant_id = a.tenant_id and l.advance_id = a.id and e.entry_date <= ${day}::date) l
      where ${tenantCondition(sql`a.tenant_id`, tenantId)} and ${open}
    ) o
    where o.amount <> o.repaid_principal or o.interest <> o.repaid_interest`;
}

/**
 * A lateral query of the instalments of advances `o` of {@link owedAdvances}: position, due, the
 * unpaid amount, and the unpaid interest in it. Repayments pay instalments in the order of the
 * plan, and interest before principal in each.
 */
export const unpaidInstalments = sql`
  select i.position, i.due, greatest(0, least(i.whole, i.upto - i.repaid)) as unpaid,
    greatest(0, least(i.interest, i.upto - i.whole + i.interest - i.repaid)) as interest
  from (
    select i.number as position, i.due, i.interest, i.principal + i.interest as whole,
      sum(i.principal + i.interest) over (order by i.number) as upto, o.repaid_principal + o.repaid_interest as repaid
    from advance_instalments i
    where i.tenant_id = o.tenant_id and i.advance_id = o.advance_id and o.paid_on is not null
  ) i`;

/** The name of employee `e`, as shown in a row. */
export const employeeName = sql`e.last_name || ', ' || e.first_name`;

/**
 * How the rows of a report on outstanding advances are added up: by employee, advance or
 * organization.
 */
type OwedGrouping = (typeof advanceGroupings)[number];

/** The organization, employee and advance of a row; `number` is that of the advance. */
export type OwedSubject = {
  tenant_id: number;
  company_id: number;
  organization: string;
  employee_id: number | null;
  staff_no: string;
  name: string;
  advance_id: number | null;
  number: bigint | null;
};

/**
 * The columns of {@link OwedSubject} for advances `o` of employees `e` of organizations `t`, for rows
 * that {@link groupOwed} adds up. Columns that a division does not have are null or empty.
 */
export function owedColumns(by: OwedGrouping): RawBuilder<unknown> {
  const person = (column: RawBuilder<unknown>) => (by === "organization" ? sql`''` : column);
  return sql`o.tenant_id, min(o.company_id) as company_id, t.name as organization,
    ${by === "organization" ? sql`null::bigint` : sql`e.id`} as employee_id,
    ${person(sql`max(e.staff_no)`)} as staff_no, ${person(sql`max(${employeeName})`)} as name,
    ${by === "advance" ? sql`o.advance_id` : sql`null::bigint`} as advance_id, max(o.number) as number`;
}

/**
 * Groups advances `o` by the columns of {@link owedColumns}, which must come first in the select:
 * column 4 is the employee, column 7 the advance. Ordered by organization and name.
 */
export function groupOwed(by: OwedGrouping): RawBuilder<unknown> {
  const people = sql`, lower(max(e.last_name)), lower(max(e.first_name)), 4, 7`;
  return sql`group by o.tenant_id, t.id, t.name, 4, 7
    order by lower(t.name), o.tenant_id ${by === "organization" ? sql`` : people}`;
}

/** The last sort keys of rows `q` in any order, which make the order unique. */
export const owedTieBreakers = [sql`q.tenant_id`, sql`q.employee_id`, sql`q.advance_id`] as const;

/** The advance of a row; null when the row adds up several. */
export function presentAdvance({
  advance_id,
  number,
}: Pick<OwedSubject, "advance_id" | "number">): { id: number; number: string } | null {
  if (advance_id === null || number === null) return null;
  return { id: advance_id, number: advanceNumber(number) };
}

/** The name of the employee to whom these reports are filtered, shown among the filters. */
export async function filteredEmployee(
  context: Context,
  { tenant_id, employee_id }: { tenant_id?: number | undefined; employee_id?: number | undefined },
): Promise<{ rows: { name: string }[] }> {
  if (employee_id === undefined) return { rows: [] };
  return sql<{ name: string }>`
    select ${employeeName} as name from employees e
    where ${tenantCondition(sql`e.tenant_id`, tenantFilter(context, tenant_id))} and e.id = ${employee_id}`.execute(
    context.tx,
  );
}

/** Searches employee `e` by name and staff number, and advance `o` by its number. */
export function matchesOwed(search: string | undefined): RawBuilder<unknown> {
  return anyColumnContains(
    [sql`e.staff_no`, employeeName, displayedNumber("SA", sql`o.number`)],
    search,
  );
}
