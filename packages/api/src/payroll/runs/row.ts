import { kobo, ZERO, type Kobo } from "@kontor/books/money";
import { formatRecordNumber } from "@kontor/contract/format";
import type { runEvents, runStatuses, signedMoney } from "@kontor/contract/payroll/runs";
import type { PayrollSettingsValue } from "@kontor/contract/payroll/settings";
import { sql, type RawBuilder } from "kysely";
import type { z } from "zod";

import { requireModule } from "../../modules/module-gate.ts";
import { atMostOne } from "../../platform/database/rows.ts";
import {
  enterOrganization,
  organizationAt,
  type OrganizationHead,
  type OrganizationPath,
} from "../../platform/organization/organization.ts";
import { notFound, Refusal } from "../../platform/refusal.ts";
import type { Context, Tx } from "../../platform/scope.ts";
import { changesSinceCalculation, type CalculatedRun } from "../calculation/staleness.ts";
import { type StoredVariancePart } from "../calculation/totals.ts";

export type RunPath = OrganizationPath & { id: number };
type Status = (typeof runStatuses)[number];

/** A row of `payroll_runs`, its period as a month. */
export type RunRow = Omit<CalculatedRun, "employee_ids"> & {
  employees: string[] | null;
  number: bigint;
  company_name: string;
  title: string;
  status: Status;
  calculation: "WAITING" | "RUNNING" | "DONE" | "FAILED";
  people_done: number;
  people_total: number;
  calculated_at: Date | null;
  problem: string;
  settings: PayrollSettingsValue | null;
  variance: StoredVariancePart[];
  people: number;
  excluded: number;
  gross: bigint;
  net: bigint;
  employer: bigint;
  difference: bigint | null;
  version: number;
  updated_at: Date;
  submitted_by: number | null;
  approved_by: number | null;
  approved_at: Date | null;
  entry_id: number | null;
};

/** The columns of `payslips` with pay, benefits in kind, deductions and the employer's contributions; all in kobo. */
export const payColumns = [
  "basic",
  "housing",
  "transport",
  "other",
  "items",
  "gross",
  "benefits",
  "paye",
  "pension_employee",
  "nhf",
  "advance_principal",
  "advance_interest",
  "other_deductions",
  "deductions",
  "net",
  "pension_employer",
  "nsitf",
  "itf",
  "employer",
] as const;

/**
 * Selects rows of `payroll_runs r`. @param where the rest of the statement: a condition, an order
 */
export function selectRuns(where: RawBuilder<unknown>): RawBuilder<RunRow> {
  return sql<RunRow>`
    select r.tenant_id, r.id, r.company_id, to_char(r.period, 'YYYY-MM') as period, r.cycle,
      r.employee_ids::text[] as employees, r.number, t.name as company_name, r.title, r.status, r.payday,
      r.calculation, r.generation, r.people_done, r.people_total, r.calculated_at, r.problem, r.settings, r.pack,
      r.inputs_state, r.compared_with_id, r.variance, r.people, r.excluded, r.gross, r.net, r.employer, r.difference, r.version,
      r.updated_at, r.submitted_by::int, r.approved_by::int, r.approved_at, r.entry_id
    from payroll_runs r join tenants t on t.id = r.tenant_id
    where ${where}`;
}

/** The number of a run as displayed: PR-000012. */
export function runNumber(number: bigint): string {
  return formatRecordNumber("PR", number);
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

/** The same for writing: narrows the scope to the organization. @throws Refusal `not_found`, `module_off` */
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

/** The row of a run whose organization is in scope. @throws Refusal `not_found` */
export async function readRun(tx: Tx, path: RunPath, lock = false): Promise<RunRow> {
  const { rows } = await sql<RunRow>`
    ${selectRuns(sql`r.tenant_id = ${path.tenant_id} and r.company_id = ${path.company_id} and r.id = ${path.id}`)}
    ${lock ? sql`for no key update of r` : sql``}`.execute(tx);
  const row = atMostOne(rows);
  if (row === undefined) throw notFound("The payroll run");
  return row;
}

/**
 * Makes approvals and reversals of other runs of an organization wait for the end of this
 * transaction.
 */
export async function lockRunApprovals(tx: Tx, tenantId: number): Promise<void> {
  await sql`select from payroll_counters where tenant_id = ${tenantId} for update`.execute(tx);
}

/**
 * The locked row of a draft whose payslips may be changed now.
 *
 * @throws Refusal as {@link lockRun}; `run_not_draft`, `run_calculating`
 */
export async function lockCalculatedDraft(context: Context, path: RunPath): Promise<RunRow> {
  const row = await lockRun(context, path);
  const number = runNumber(row.number);
  if (row.status !== "DRAFT") throw new Refusal("run_not_draft", { number });
  if (row.calculation === "WAITING" || row.calculation === "RUNNING") {
    throw new Refusal("run_calculating", { number });
  }
  return row;
}

/** The facts of a run that its calculation needs. */
export function calculatedRun({ employees, ...row }: RunRow): CalculatedRun {
  return { ...row, employee_ids: employees === null ? null : employees.map(Number) };
}

/**
 * What has changed since the calculation; empty for runs whose inputs are final or being read. Reads all
 * inputs again, for steps that depend on them.
 */
export async function changesOf(tx: Tx, row: RunRow): Promise<string[]> {
  return isOpen(row) ? changesSinceCalculation(tx, calculatedRun(row), "in full") : [];
}

/** The same for display; cheap while the rows of the inputs are those of the calculation. */
export async function changesForDisplay(tx: Tx, row: RunRow): Promise<string[]> {
  return isOpen(row) ? changesSinceCalculation(tx, calculatedRun(row), "shown") : [];
}

function isOpen({ status, calculation }: RunRow): boolean {
  return (status === "DRAFT" || status === "PENDING_APPROVAL") && calculation === "DONE";
}

/** An amount with its sign beside it. */
export function signedMoneyOf(amount: bigint): z.output<typeof signedMoney> {
  return { amount: kobo(amount < 0n ? -amount : amount), negative: amount < 0n };
}

/** A sum of a run for display: negative only where payslips are blocked. */
export function atLeastZero(amount: bigint): Kobo {
  return amount < 0n ? ZERO : kobo(amount);
}

/** The fields of a run that every list shows. */
export function presentRunHead(row: RunRow, stale: boolean) {
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
    gross: atLeastZero(row.gross),
    net: atLeastZero(row.net),
    cost: atLeastZero(row.gross + row.employer),
    difference: row.difference === null ? null : signedMoneyOf(row.difference),
    updated_at: row.updated_at,
  };
}

/** Logs what the caller did to a run. */
export async function recordRunEvent(
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
