import { createHash } from "node:crypto";

import { lastDayOf } from "@kontor/payroll/month";
import { sql, type RawBuilder } from "kysely";

import type { Tx } from "../../platform/scope.ts";
import { mayBeLastPay } from "./advances.ts";
import { inputsQuery, type InputMarks } from "./inputs.ts";
import { isPostedRun } from "./posted-runs.ts";
import type { RunScope } from "./run-scope.ts";

/** A run with the number of its calculation. */
type Calculation = RunScope & { generation: number };

/** A person whose inputs differ from those of the payslip; null where there is no payslip, or no input any more. */
export type ChangedInputs = {
  employee_id: number;
  name: string;
  was: InputMarks | null;
  is: InputMarks | null;
};

/**
 * Whether a run includes only people with something to pay: an off-cycle run of everybody. Marks alone do not
 * show who that is.
 */
export function includesOnlyPaid({ cycle, employee_ids }: RunScope): boolean {
  return cycle === "OFF_CYCLE" && employee_ids === null;
}

/** The people whose inputs have changed since a run was calculated: the marks of all inputs are computed again. */
export function changedInputsQuery(run: RunScope): RawBuilder<ChangedInputs> {
  const counted = includesOnlyPaid(run)
    ? sql`(s.marks is not null or ${mayBePaid(run)})`
    : sql`true`;
  return sql<ChangedInputs>`
    select coalesce(s.employee_id, i.employee_id) as employee_id, coalesce(s.name, i.name) as name,
      s.marks as was, i.marks as is
    from (select name, employee_id, marks from payslips
      where tenant_id = ${run.tenant_id} and run_id = ${run.id}) s
    full join (${inputsQuery(run)}) i on i.employee_id = s.employee_id
    where s.marks is distinct from i.marks and ${counted}`;
}

/**
 * The condition that an off-cycle run may pay something to the person of the inputs `i`: a one-off item,
 * or pay for an earlier month to a leaver. A deduction from net pay alone gives no payslip.
 */
function mayBePaid({ period }: RunScope): RawBuilder<unknown> {
  return sql`(i.items @> '[{"recurring": false}]'
    or i.exit <= ${lastDayOf(period)}::date and i.months is not null)`;
}

/**
 * Stores the state of the inputs of a calculated run, if they are still those that it was calculated with.
 * One statement, and so one snapshot, compares the marks and reads the state: while the state is the same,
 * the marks are.
 */
export async function saveInputsState(tx: Tx, run: Calculation): Promise<void> {
  await sql`
    update payroll_runs set inputs_state = ${inputsState(tx, run)}
    where tenant_id = ${run.tenant_id} and id = ${run.id} and generation = ${run.generation} and calculation = 'DONE'
      and not exists (${changedInputsQuery(run)})`.execute(tx);
}

/** Whether the state of the inputs of a run is the stored one, which means that no input has changed. */
export async function isInputsStateCurrent(
  tx: Tx,
  run: Calculation & { inputs_state: string | null },
): Promise<boolean> {
  if (run.inputs_state === null) return false;
  const { rows } = await sql`select where ${inputsState(tx, run)} = ${run.inputs_state}`.execute(
    tx,
  );
  return rows.length > 0;
}

/**
 * The state of all rows that the inputs of a run are read from: for each table, the number of its rows and
 * the sum of their hashes. Nothing is looked up by person, so it costs a thirtieth of the marks. It may
 * differ while all marks are the same, but never the reverse. It also covers the calculation itself and the
 * query of the inputs with its parameters, so that the marks are compared again after a release that changes
 * the query.
 */
function inputsState(tx: Tx, run: Calculation): RawBuilder<string> {
  const { tenant_id, company_id, id } = run;
  const query = inputsQuery(run).compile(tx);
  const read = createHash("sha256")
    .update(JSON.stringify([query.sql, query.parameters, run.generation]))
    .digest("hex");
  const whole = (table: string, where = sql`true`) =>
    hashSum(sql`x.*`, sql`${sql.table(table)} x where x.tenant_id = ${tenant_id} and ${where}`);
  const parts = [
    // Only the columns that the marks cover, so that a new telephone number does not change the state.
    hashSum(
      sql`row(e.id, e.start_date, e.exit_date, e.suspended, e.pension_exemption, e.nhf_consent, e.bank_code,
        e.account_number_hash, e.account_name)`,
      sql`employees e where e.tenant_id = ${tenant_id} and e.company_id = ${company_id}`,
    ),
    whole("past_employments"),
    whole("pay_rates", sql`x.superseded_at is null and ${isRateRead(run)}`),
    whole("pay_items"),
    whole("benefits_in_kind"),
    whole("reliefs", sql`x.status = 'APPROVED'`),
    whole("opening_figures"),
    advancesState(run),
    // The figures of approved payslips never change, so a hash of their runs covers them.
    hashSum(
      sql`row(r.id, r.company_id, r.period, r.cycle, r.generation, r.approved_at, r.settings ->> 'proration')`,
      sql`payroll_runs r where r.tenant_id = ${tenant_id} and r.id <> ${id} and ${isPostedRun(sql`r`)}`,
    ),
  ];
  return sql`concat_ws('/', ${read}::text, ${sql.join(parts)})`;
}

/** The condition that a rate of pay `x` is in effect by the end of the month, or by a start after it. */
function isRateRead({ tenant_id, period }: RunScope): RawBuilder<unknown> {
  return sql`(x.from_date <= ${lastDayOf(period)}::date or exists (
    select from employees e
    where e.tenant_id = ${tenant_id} and e.id = x.employee_id and e.start_date >= x.from_date))`;
}

/**
 * Advances that are not repaid and have an instalment due by the end of the month, or whose employee leaves by
 * then; with their instalments. Others, such as one of which nothing is due yet, are not read by the run.
 */
function advancesState(run: RunScope): RawBuilder<unknown> {
  const { tenant_id, period } = run;
  const last = lastDayOf(period);
  return hashSum(
    sql`row(a.id, a.employee_id, a.number, a.amount, a.interest, a.rate, a.requested_on, a.payback_amount,
      a.allocated_principal, a.allocated_interest, i.hashes)`,
    sql`salary_advances a
    cross join lateral (
      select min(i.due) as first, sum(hash_record_extended(row(i.number, i.due, i.principal, i.interest), 0)) as hashes
      from advance_instalments i where i.tenant_id = ${tenant_id} and i.advance_id = a.id
    ) i
    where a.tenant_id = ${tenant_id} and a.status = 'PAID'
      and a.allocated_principal + a.allocated_interest < a.payback_amount
      and (i.first <= ${last}::date or exists (
        select from employees e
        where e.tenant_id = ${tenant_id} and e.id = a.employee_id and ${mayBeLastPay(run, sql`e.exit_date`)}))`,
  );
}

/** The number of rows and the sum of the hashes of a record of each. @param rows the rest of the statement */
function hashSum(record: RawBuilder<unknown>, rows: RawBuilder<unknown>): RawBuilder<unknown> {
  return sql`(select concat(count(*), ':', sum(hash_record_extended(${record}, 0))) from ${rows})`;
}
