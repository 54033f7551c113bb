import type { InputOf, DataOf } from "@kontor/contract/endpoint";
import type { startRun } from "@kontor/contract/payroll/runs";
import type { calculateRun, discardRun } from "@kontor/contract/payroll/steps";
import {
  MAX_MONTHS_AHEAD,
  firstDayOf,
  monthName,
  monthOf,
  monthsLater,
  paydayOf,
} from "@kontor/payroll/month";
import { packInForce } from "@kontor/payroll/statutory/packs";
import { sql } from "kysely";

import { audit } from "../../platform/audit.ts";
import { publishAfterCommit } from "../../platform/database/database.ts";
import { exactlyOne } from "../../platform/database/rows.ts";
import type { OrganizationPath } from "../../platform/organization/organization.ts";
import { Refusal } from "../../platform/refusal.ts";
import type { Context } from "../../platform/scope.ts";
import { calculationTopic } from "../calculation/calculate.ts";
import { payrollSettingsValueOf } from "../settings.ts";
import { changesOf, enterPayroll, recordRunEvent, lockRun, runNumber, type RunRow } from "./row.ts";
import { presentChangedRun, type PayrollRun } from "./run.ts";

type Start = InputOf<typeof startRun>;

/**
 * Starts a run and has it calculated.
 *
 * @throws Refusal `not_found`, `module_off`; at `period`: `run_period_ahead`, `run_law_unknown`, and for a
 *   regular run `run_exists`, `run_period_passed`, `run_earlier_open`; at `employee_ids` `not_found`.
 */
export async function startAndCalculate(context: Context, input: Start): Promise<PayrollRun> {
  const { id } = await createRun(context, input);
  publishAfterCommit(context.tx, calculationTopic);
  return presentChangedRun(context, { ...input, id });
}

/** Starts a run without its calculation, for callers that calculate it in the same transaction. */
export async function createRun(context: Context, input: Start): Promise<{ id: number }> {
  const { tx, clock } = context;
  const { tenant_id, company_id } = await enterPayroll(context, input);
  const { period, cycle, title = "", employee_ids } = input;
  const today = clock.today();
  // A simultaneous start of another run of the organization waits here.
  const number = await nextNumber(context, tenant_id);
  requirePeriod(period, today);
  if (cycle === "REGULAR") await requireMonthInOrder(context, { tenant_id, company_id }, period);
  if (employee_ids !== undefined) await requireEmployees(context, input, employee_ids);
  const { pay_day } = await payrollSettingsValueOf(tx, tenant_id);
  const payday = cycle === "REGULAR" ? paydayOf(period, pay_day) : today;
  const { rows } = await sql<{ id: number }>`
    insert into payroll_runs (tenant_id, company_id, number, period, cycle, title, payday, employee_ids,
      created_at, updated_at)
    values (${tenant_id}, ${company_id}, ${number}, ${firstDayOf(period)}, ${cycle},
      ${cycle === "REGULAR" ? "" : title}, ${payday}, ${employee_ids ?? null}::bigint[], ${clock.now()},
      ${clock.now()})
    returning id`.execute(tx);
  const { id } = exactlyOne(rows);
  await recordRunEvent(context, { tenant_id, id }, "STARTED");
  await audit(context, tenant_id, "payroll-run.started", `payroll-run:${id}`, {
    number: runNumber(number),
    period,
    cycle,
    ...(title === "" ? {} : { title }),
  });
  return { id };
}

async function nextNumber({ tx }: Context, tenantId: number): Promise<bigint> {
  const { rows } = await sql<{ last_number: bigint }>`
    insert into payroll_counters as c (tenant_id, last_number) values (${tenantId}, 1)
    on conflict (tenant_id) do update set last_number = c.last_number + 1
    returning last_number`.execute(tx);
  return exactlyOne(rows).last_number;
}

function requirePeriod(period: string, today: string): void {
  if (packInForce(firstDayOf(period)) === undefined) {
    throw Refusal.at("period", "run_law_unknown", { month: monthName(period) });
  }
  if (period > monthsLater(monthOf(today), MAX_MONTHS_AHEAD)) {
    throw Refusal.at("period", "run_period_ahead", { month: monthName(period) });
  }
}

/** A regular run follows those before it, since each builds on the year to date. */
async function requireMonthInOrder(
  { tx }: Context,
  { tenant_id, company_id }: OrganizationPath,
  period: string,
): Promise<void> {
  const { rows } = await sql<{ number: bigint; month: string; status: string }>`
    select number, to_char(period, 'YYYY-MM') as month, status from payroll_runs
    where tenant_id = ${tenant_id} and company_id = ${company_id} and cycle = 'REGULAR' and status <> 'REVERSED'
      and (period >= ${firstDayOf(period)} or status in ('DRAFT', 'PENDING_APPROVAL'))
    order by period = ${firstDayOf(period)} desc, period desc limit 1`.execute(tx);
  const [other] = rows;
  if (other === undefined) return;
  const details = {
    number: runNumber(other.number),
    month: monthName(other.month),
    requested: monthName(period),
  };
  if (other.month === period) throw Refusal.at("period", "run_exists", details);
  if (other.month > period) throw Refusal.at("period", "run_period_passed", details);
  throw Refusal.at("period", "run_earlier_open", details);
}

async function requireEmployees(
  { tx }: Context,
  { tenant_id, company_id }: OrganizationPath,
  ids: readonly number[],
): Promise<void> {
  const uniqueIds = [...new Set(ids)];
  const { rows } = await sql`
    select from employees
    where tenant_id = ${tenant_id} and company_id = ${company_id} and id = any (${uniqueIds}::bigint[])`.execute(
    tx,
  );
  if (rows.length < uniqueIds.length) {
    throw Refusal.at("employee_ids", "not_found", { what: "An employee" });
  }
}

/**
 * Has a draft recalculated, or a run that waits for approval whose inputs have changed, which
 * withdraws its submission.
 *
 * @throws Refusal `not_found`, `module_off`, `changed_meanwhile`, `run_not_draft`
 */
export async function recalculate(
  context: Context,
  input: InputOf<typeof calculateRun>,
): Promise<PayrollRun> {
  const { tx, clock } = context;
  const row = await lockRun(context, input, input.version);
  if (row.status !== "DRAFT") await voidSubmission(context, row);
  await sql`
    update payroll_runs set status = 'DRAFT', submitted_by = null, submitted_at = null, calculation = 'WAITING', generation = generation + 1, people_done = 0,
      people_total = 0, leased_until = null, problem = '', version = version + 1, updated_at = ${clock.now()}
    where tenant_id = ${row.tenant_id} and id = ${row.id}`.execute(tx);
  await audit(context, row.tenant_id, "payroll-run.recalculated", `payroll-run:${row.id}`);
  publishAfterCommit(tx, calculationTopic);
  return presentChangedRun(context, input);
}

/** @throws Refusal `run_not_draft` unless it waits for approval and its result would differ now */
async function voidSubmission(context: Context, row: RunRow): Promise<void> {
  const number = runNumber(row.number);
  const changes = row.status === "PENDING_APPROVAL" ? await changesOf(context.tx, row) : [];
  const [first] = changes;
  if (first === undefined) throw new Refusal("run_not_draft", { number });
  await recordRunEvent(context, row, "VOIDED", first);
  await audit(context, row.tenant_id, "payroll-run.voided", `payroll-run:${row.id}`, {
    number,
    changes,
  });
}

/**
 * Deletes a draft. @throws Refusal `not_found`, `module_off`, `changed_meanwhile`, `run_not_draft`
 */
export async function discardDraft(
  context: Context,
  input: InputOf<typeof discardRun>,
): Promise<DataOf<typeof discardRun>> {
  const row = await lockRun(context, input, input.version);
  const number = runNumber(row.number);
  if (row.status !== "DRAFT") throw new Refusal("run_not_draft", { number });
  await sql`
    delete from payroll_runs where tenant_id = ${row.tenant_id} and id = ${row.id}`.execute(
    context.tx,
  );
  const { period, cycle } = row;
  const detail = { number, period, cycle };
  await audit(context, row.tenant_id, "payroll-run.discarded", `payroll-run:${row.id}`, detail);
  return { done: true };
}
