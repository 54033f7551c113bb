import type { InputOf } from "@kontor/contract/endpoint";
import type { listPayslips, payslipListItem } from "@kontor/contract/payroll/payslips";
import { sql, type RawBuilder } from "kysely";
import type { z } from "zod";

import {
  allConditions,
  likePattern,
  optionalCondition,
} from "../../platform/database/conditions.ts";
import { atLeastZero, signedMoneyOf, type RunRow } from "../runs/row.ts";

export type PayslipListItem = z.output<typeof payslipListItem>;

/** The columns of `payslips s` that lists read. */
export type PayslipRow = Pick<
  PayslipListItem,
  | "id"
  | "employee_id"
  | "staff_no"
  | "name"
  | "reasons"
  | "warnings"
  | "blocked"
  | "excluded"
  | "payment"
  | "payment_problem"
> & {
  gross: bigint;
  deductions: bigint;
  net: bigint;
  employer: bigint;
  difference: bigint | null;
};

/**
 * The columns of `payslips s` for a {@link PayslipRow}, with the reason why its last transfer failed or was
 * returned.
 */
export const payslipListColumns = ({ tenant_id }: Pick<RunRow, "tenant_id">) => sql`
  s.id, s.employee_id, s.staff_no, s.name, s.gross, s.deductions, s.net, s.employer, s.difference, s.reasons,
  s.warning_codes as warnings, s.blocked, s.excluded, s.payment,
  case when s.payment in ('FAILED', 'REVERSED') then coalesce((
    select t.failure_reason from transfers t
    where t.tenant_id = ${tenant_id} and t.purpose = 'payslip' and t.subject_id = s.id
    order by t.attempt desc limit 1), '') else '' end as payment_problem`;

/** Payslips by urgency of their status; those that are ready come before all others. */
export const stateOrder = sql`case when s.excluded then 'LEFT_OUT' when s.payment is not null then s.payment
  when s.blocked then 'BLOCKED' when s.warning_codes <> '{}' then 'WARNED' else '' end`;

/** A payslip as a row of the list of its run, in kobo. */
export function presentPayslipRow(row: PayslipRow): PayslipListItem {
  const { id, employee_id, staff_no, name, reasons, warnings, blocked, excluded } = row;
  const { payment, payment_problem } = row;
  return {
    id,
    employee_id,
    staff_no,
    name,
    reasons,
    warnings,
    blocked,
    excluded,
    payment,
    payment_problem,
    gross: signedMoneyOf(row.gross),
    deductions: signedMoneyOf(row.deductions),
    net: signedMoneyOf(row.net),
    employer: atLeastZero(row.employer),
    difference: row.difference === null ? null : signedMoneyOf(row.difference),
  };
}

type Filters = Pick<InputOf<typeof listPayslips>, "search" | "show" | "reason" | "warning">;
type Show = NonNullable<Filters["show"]>;

const showConditions: Readonly<Record<Show, RawBuilder<unknown>>> = {
  changed: sql`s.reasons <> '{}'`,
  warned: sql`s.warning_codes <> '{}'`,
  blocked: sql`(s.blocked and not s.excluded)`,
  excluded: sql`s.excluded`,
  // Payslips with nothing to pay are not waiting to be paid.
  unsent: sql`(s.payment is null and s.net <> 0 and not s.excluded)`,
  failed: sql`s.payment in ('FAILED', 'REVERSED')`,
};

/** The conditions of the filters on `payslips s` of a run. */
export function payslipsMatching(
  { tenant_id, id }: Pick<RunRow, "tenant_id" | "id">,
  { search = "", show, reason, warning }: Filters,
): RawBuilder<unknown> {
  return allConditions([
    sql`s.tenant_id = ${tenant_id} and s.run_id = ${id}`,
    ...(search === "" ? [] : [sql`s.search_text like lower(${likePattern(search)})`]),
    ...(show === undefined ? [] : [showConditions[show]]),
    optionalCondition(reason, (each) => sql`${each} = any (s.reasons)`),
    optionalCondition(warning, (each) => sql`${each} = any (s.warning_codes)`),
  ]);
}
