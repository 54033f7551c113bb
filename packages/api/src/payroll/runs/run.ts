import { kobo, ZERO, type Kobo } from "@kontor/books/money";
import type { DataOf, InputOf } from "@kontor/contract/endpoint";
import type { getRun, payrollRun, runEvents, signedMoney } from "@kontor/contract/payroll/runs";
import type { PayrollSettingsValue } from "@kontor/contract/payroll/settings";
import { PAYSLIP_WARNINGS, type PayslipWarningCode } from "@kontor/payroll/payslip/warning";
import { sql, type RawBuilder } from "kysely";
import type { z } from "zod";

import { requireModule } from "../../modules/module-gate.ts";
import { atMostOne, exactlyOne } from "../../platform/database/rows.ts";
import {
  enterOrganization,
  organizationAt,
  type OrganizationHead,
  type OrganizationPath,
} from "../../platform/organization/organization.ts";
import { notFound, Refusal } from "../../platform/refusal.ts";
import type { Context, Tx } from "../../platform/scope.ts";
import { changesSince, type CalculatedRun } from "../calculation/staleness.ts";
import { variancePartFrom, type KeptVariancePart } from "../calculation/totals.ts";

export type PayrollRun = z.output<typeof payrollRun>;
export type RunPath = OrganizationPath & { id: number };
type Status = PayrollRun["status"];

/** A row of `payroll_runs`, its period as a month. */
export type RunRow = Omit<CalculatedRun, "employee_ids"> & {
  employees: string[] | null;
  number: bigint;
  company_name: string;
  title: string;
  status: Status;
  payday: string;
  calculation: "WAITING" | "RUNNING" | "DONE" | "FAILED";
  generation: number;
  people_done: number;
  people_total: number;
  calculated_at: Date | null;
  problem: string;
  settings: PayrollSettingsValue | null;
  variance: KeptVariancePart[];
  people: number;
  excluded: number;
  gross: bigint;
  net: bigint;
  employer: bigint;
  difference: bigint | null;
  version: number;
  updated_at: Date;
};

/** Selects rows of `payroll_runs r`. @param where what follows: a condition, an order */
export function selectRuns(where: RawBuilder<unknown>): RawBuilder<RunRow> {
  return sql<RunRow>`
    select r.tenant_id, r.id, r.company_id, to_char(r.period, 'YYYY-MM') as period, r.cycle,
      r.employee_ids::text[] as employees, r.number, t.name as company_name, r.title, r.status, r.payday,
      r.calculation, r.generation, r.people_done, r.people_total, r.calculated_at, r.problem, r.settings, r.pack,
      r.compared_with_id, r.variance, r.people, r.excluded, r.gross, r.net, r.employer, r.difference, r.version,
      r.updated_at
    from payroll_runs r join tenants t on t.id = r.tenant_id
    where ${where}`;
}

/** What people call a run: PR-000012. */
export function runNumber(number: bigint): string {
  return `PR-${String(number).padStart(6, "0")}`;
}

/** An organization whose payroll is read. @throws Refusal `not_found`, `module_off` */
export async function payrollAt(
  context: Context,
  path: OrganizationPath,
): Promise<OrganizationHead> {
  const organization = await organizationAt(context, path);
  await requireModule(context.tx, organization.tenant_id, "payroll");
  return organization;
}

/** The same for writing, with the scope narrowed to it. @throws Refusal `not_found`, `module_off` */
export async function enterPayroll(
  context: Context,
  path: OrganizationPath,
): Promise<OrganizationHead> {
  const organization = await enterOrganization(context, path);
  await requireModule(context.tx, organization.tenant_id, "payroll");
  return organization;
}

/** The row of a run, for reading. @throws Refusal `not_found`, `module_off` */
export async function runAt(context: Context, path: RunPath): Promise<RunRow> {
  await payrollAt(context, path);
  return readRun(context.tx, path, false);
}

/**
 * The row of a run, locked until the transaction ends, with the scope narrowed to the organization.
 *
 * @param version the version that the change began with; undefined for changes that overwrite nothing.
 * @throws Refusal `not_found`, `module_off`, `changed_meanwhile`
 */
export async function lockRun(context: Context, path: RunPath, version?: number): Promise<RunRow> {
  await enterPayroll(context, path);
  const row = await readRun(context.tx, path, true);
  if (version !== undefined && row.version !== version) throw new Refusal("changed_meanwhile");
  return row;
}

async function readRun(tx: Tx, path: RunPath, lock: boolean): Promise<RunRow> {
  const { rows } = await sql<RunRow>`
    ${selectRuns(sql`r.tenant_id = ${path.tenant_id} and r.company_id = ${path.company_id} and r.id = ${path.id}`)}
    ${lock ? sql`for no key update of r` : sql``}`.execute(tx);
  const row = atMostOne(rows);
  if (row === undefined) throw notFound("The payroll run");
  return row;
}

/** @throws Refusal `run_not_draft`, `run_calculating` where the payslips of a run may not be changed now */
export function requireCalculatedDraft(row: RunRow): void {
  const number = runNumber(row.number);
  if (row.status !== "DRAFT") throw new Refusal("run_not_draft", { number });
  if (row.calculation === "WAITING" || row.calculation === "RUNNING") {
    throw new Refusal("run_calculating", { number });
  }
}

/** The run as its calculation knows it. */
export function calculatedRun({ employees, ...row }: RunRow): CalculatedRun {
  return { ...row, employee_ids: employees === null ? null : employees.map(Number) };
}

/** What has changed since; nothing is told of runs whose inputs are settled, or are being read. */
export async function changesOf(tx: Tx, row: RunRow): Promise<string[]> {
  const isOpen = row.status === "DRAFT" || row.status === "PENDING_APPROVAL";
  return isOpen && row.calculation === "DONE" ? changesSince(tx, calculatedRun(row)) : [];
}

/** An amount with its sign beside it. */
export function signed(amount: bigint): z.output<typeof signedMoney> {
  return { amount: kobo(amount < 0n ? -amount : amount), negative: amount < 0n };
}

/** A sum of a run as it is shown: below zero only where payslips are blocked. */
function shown(amount: bigint): Kobo {
  return amount < 0n ? ZERO : kobo(amount);
}

/** What every list says of a run. */
export function presentHead(row: RunRow, stale: boolean) {
  const { id, tenant_id, company_id, company_name, period, cycle, status, payday, people } = row;
  return {
    id,
    tenant_id,
    company_id,
    company_name,
    period,
    cycle,
    status,
    payday,
    people,
    stale,
    number: runNumber(row.number),
    gross: shown(row.gross),
    net: shown(row.net),
    cost: shown(row.gross + row.employer),
    difference: row.difference === null ? null : signed(row.difference),
    updated_at: row.updated_at,
  };
}

/** One run as its page shows it. @throws Refusal `not_found`, `module_off` */
export async function findRun(
  context: Context,
  input: InputOf<typeof getRun>,
): Promise<DataOf<typeof getRun>> {
  return presentRun(context, await runAt(context, input));
}

/** The run as it is now, at the end of a change. */
export async function runNow(context: Context, path: RunPath): Promise<PayrollRun> {
  return presentRun(context, await readRun(context.tx, path, false));
}

async function presentRun({ tx }: Context, row: RunRow): Promise<PayrollRun> {
  const changes = await changesOf(tx, row);
  const { calculation: state, people_done, people_total, calculated_at, problem } = row;
  return {
    ...presentHead(row, changes.length > 0),
    version: row.version,
    title: row.title,
    totals: await totalsOf(tx, row),
    calculation: {
      state,
      problem,
      done: people_done,
      total: people_total,
      finished_at: calculated_at,
    },
    changes,
    compared_with: await comparedRun(tx, row),
    variance: row.variance.map(variancePartFrom).map(({ gross, net, cost, ...part }) => ({
      ...part,
      gross: signed(gross),
      net: signed(net),
      cost: signed(cost),
    })),
    warnings: await warningsOf(tx, row),
    excluded: row.excluded,
    events: await eventsOf(tx, row),
  };
}

/** Sums of the payslips that are not excluded, in kobo; the names are those of the columns. */
const summed = [
  "gross",
  "deductions",
  "net",
  "employer",
  "paye",
  "pension_employee",
  "pension_employer",
  "nhf",
  "nsitf",
  "itf",
  "advance_principal",
  "advance_interest",
] as const;

async function totalsOf(tx: Tx, { tenant_id, id }: RunRow): Promise<PayrollRun["totals"]> {
  const { rows } = await sql<Record<(typeof summed)[number], bigint>>`
    select ${sql.join(summed.map((name) => sql`coalesce(sum(${sql.ref(name)}), 0) as ${sql.ref(name)}`))}
    from payslips where tenant_id = ${tenant_id} and run_id = ${id} and not excluded`.execute(tx);
  const sums = exactlyOne(rows);
  return {
    gross: shown(sums.gross),
    deductions: shown(sums.deductions),
    net: shown(sums.net),
    employer: shown(sums.employer),
    cost: shown(sums.gross + sums.employer),
    paye: shown(sums.paye),
    pension_employee: shown(sums.pension_employee),
    pension_employer: shown(sums.pension_employer),
    nhf: shown(sums.nhf),
    nsitf: shown(sums.nsitf),
    itf: shown(sums.itf),
    advances: shown(sums.advance_principal + sums.advance_interest),
  };
}

async function comparedRun(
  tx: Tx,
  { tenant_id, compared_with_id }: RunRow,
): Promise<PayrollRun["compared_with"]> {
  if (compared_with_id === null) return null;
  const { rows } = await sql<{ id: number; number: bigint; period: string }>`
    select id, number, to_char(period, 'YYYY-MM') as period from payroll_runs
    where tenant_id = ${tenant_id} and id = ${compared_with_id}`.execute(tx);
  const { number, ...run } = exactlyOne(rows);
  return { ...run, number: runNumber(number) };
}

async function warningsOf(tx: Tx, { tenant_id, id }: RunRow): Promise<PayrollRun["warnings"]> {
  const { rows } = await sql<{ code: PayslipWarningCode; blocks: boolean; people: number }>`
    select w.code, bool_or(w.blocks) as blocks, count(distinct s.id)::int as people
    from payslips s cross join jsonb_to_recordset(s.warnings) as w(code text, blocks boolean)
    where s.tenant_id = ${tenant_id} and s.run_id = ${id} and not s.excluded and s.warning_codes <> '{}'
    group by w.code`.execute(tx);
  return rows.toSorted((one, other) => placeOf(one) - placeOf(other));
}

function placeOf({ code }: { code: PayslipWarningCode }): number {
  return PAYSLIP_WARNINGS.indexOf(code);
}

async function eventsOf(tx: Tx, { tenant_id, id }: RunRow): Promise<PayrollRun["events"]> {
  const { rows } = await sql<PayrollRun["events"][number]>`
    select v.event, coalesce(u.name, '') as by, v.at, v.reason
    from payroll_run_events v left join users u on u.id = v.by_user
    where v.tenant_id = ${tenant_id} and v.run_id = ${id} order by v.id`.execute(tx);
  return rows;
}

/** Keeps what the caller did to a run. */
export async function keepEvent(
  { tx, actor, clock }: Context,
  { tenant_id, id }: Pick<RunRow, "tenant_id" | "id">,
  event: (typeof runEvents)[number],
  reason = "",
): Promise<void> {
  await sql`
    insert into payroll_run_events (tenant_id, run_id, event, by_user, at, reason)
    values (${tenant_id}, ${id}, ${event}, ${actor.user_id}, ${clock.now()}, ${reason})`.execute(
    tx,
  );
}
