import type {
  addEmployee,
  saveJob,
  savePersonal,
  saveStatutory,
} from "@kontor/contract/employees/employees";
import type { InputOf } from "@kontor/contract/endpoint";
import { sql } from "kysely";

import { audit } from "../../platform/audit.ts";
import { exactlyOne } from "../../platform/database/rows.ts";
import { enterOrganization } from "../../platform/organization/organization.ts";
import type { Context } from "../../platform/scope.ts";
import {
  checkBranch,
  checkEmployeeFacts,
  checkStartDate,
  checkUnique,
  refuseDuplicate,
} from "./checks.ts";
import { changeEmployeeCount } from "./counts.ts";
import { findEmployee, lockEmployee, type Employee, type EmployeeRow } from "./employee.ts";
import { personalNumbers, type PersonalNumbers, type SealedNumber } from "./personal-numbers.ts";

type Personal = Omit<InputOf<typeof savePersonal>, "version" | "tenant_id" | "company_id" | "id">;
type Job = Omit<InputOf<typeof saveJob>, "version" | "tenant_id" | "company_id" | "id">;
type Statutory = Omit<InputOf<typeof saveStatutory>, "version" | "tenant_id" | "company_id" | "id">;

/** Columns of `employees` and the values to write. */
type Columns = Readonly<Record<string, unknown>>;

/**
 * Adds an employee. What payroll also needs may be added later.
 *
 * @throws Refusal `not_found`; `staff_no_taken`, `number_taken`, `branch_unknown`, those of {@link
 *   checkEmployeeFacts}, each at its field; `secret_key_missing`.
 */
export async function addEmployeeTo(
  context: Context,
  input: InputOf<typeof addEmployee>,
): Promise<Employee> {
  const { tenant_id, company_id } = await enterOrganization(context, input);
  const { tx, clock } = context;
  const personal = personalColumns(input);
  checkEmployeeFacts({ ...personal, start_date: input.start_date, exit_date: null });
  await checkBranch(tx, { tenant_id, company_id }, input.branch_id ?? null);
  const numbers = sealedNumbers(personalNumbers(context.environment, tenant_id), input);
  await checkUnique(tx, { tenant_id, company_id }, { staff_no: input.staff_no, ...numbers });
  const columns: Columns = {
    tenant_id,
    company_id,
    ...personal,
    ...jobColumns(input),
    ...statutoryColumns(input, numbers, null),
    created_at: clock.now(),
  };
  const { rows } = await sql<{ id: number }>`
    insert into employees (${sql.join(Object.keys(columns).map((name) => sql.ref(name)))})
    values (${sql.join(Object.values(columns))}) returning id`
    .execute(tx)
    .catch(refuseDuplicate);
  const { id } = exactlyOne(rows);
  const added = await findEmployee(context, { tenant_id, company_id, id });
  const { staff_no } = added.job;
  await changeEmployeeCount(tx, tenant_id, 1);
  await audit(context, tenant_id, "employee.added", `employee:${id}`, { staff_no });
  return added;
}

/**
 * Changes an employee's identity and address. @throws Refusal as {@link changeSection} and {@link
 * checkEmployeeFacts}
 */
export async function changePersonal(
  context: Context,
  input: InputOf<typeof savePersonal>,
): Promise<Employee> {
  return changeSection(context, input, "employee.personal-changed", (row) => {
    const personal = personalColumns(input);
    checkEmployeeFacts({ ...personal, start_date: row.start_date, exit_date: row.exit_date });
    return Promise.resolve(personal);
  });
}

/**
 * Changes an employee's job, branch and start.
 *
 * @throws Refusal as {@link changeSection} and {@link checkEmployeeFacts}; `return_before_exit`,
 *   `staff_no_taken`, `branch_unknown`.
 */
export async function changeJob(
  context: Context,
  input: InputOf<typeof saveJob>,
): Promise<Employee> {
  return changeSection(context, input, "employee.job-changed", async (row) => {
    checkEmployeeFacts({ ...row, start_date: input.start_date });
    await checkStartDate(context.tx, row, input.start_date);
    await checkBranch(context.tx, row, input.branch_id ?? null);
    await checkUnique(context.tx, row, { staff_no: input.staff_no });
    return jobColumns(input);
  });
}

/**
 * Changes the numbers for tax, pension and housing fund, and who takes part; what is not sent stays
 * the same.
 *
 * @throws Refusal as {@link changeSection}; `number_taken` at the number; `secret_key_missing`.
 */
export async function changeStatutory(
  context: Context,
  input: InputOf<typeof saveStatutory>,
): Promise<Employee> {
  return changeSection(context, input, "employee.statutory-changed", async (row) => {
    const numbers = sealedNumbers(personalNumbers(context.environment, row.tenant_id), input);
    await checkUnique(context.tx, row, numbers);
    return statutoryColumns(input, numbers, row.pension_exemption);
  });
}

type Edit = { tenant_id: number; company_id: number; id: number; version: number };

/**
 * Changes a section of a locked employee and records the changes in the audit log.
 *
 * @throws Refusal `not_found`, `changed_meanwhile`.
 */
async function changeSection(
  context: Context,
  input: Edit,
  action: string,
  columnsFor: (row: EmployeeRow) => Promise<Columns>,
): Promise<Employee> {
  const row = await lockEmployee(context, input, input.version);
  const before = await findEmployee(context, input);
  await writeEmployee(context, row, await columnsFor(row));
  return auditChange(context, before, action);
}

/** Updates columns of a locked row and raises its version. */
export async function writeEmployee(
  context: Context,
  { tenant_id, id }: EmployeeRow,
  columns: Columns,
): Promise<void> {
  const assignments = Object.entries(columns).map(
    ([name, value]) => sql`${sql.ref(name)} = ${value}`,
  );
  await sql`
    update employees set ${sql.join([...assignments, sql`version = version + 1`])}
    where tenant_id = ${tenant_id} and id = ${id}`
    .execute(context.tx)
    .catch(refuseDuplicate);
}

/** Records in the audit log how an employee changed. @returns the employee after the change */
export async function auditChange(
  context: Context,
  before: Employee,
  action: string,
  more: Readonly<Record<string, unknown>> = {},
): Promise<Employee> {
  const { tenant_id, company_id, id } = before;
  const after = await findEmployee(context, { tenant_id, company_id, id });
  const facts = { before: factsOf(before), after: factsOf(after) };
  await audit(context, tenant_id, action, `employee:${id}`, { ...facts, ...more });
  return after;
}

/** An employee's facts for the history: as users read them, with numbers masked. */
function factsOf(employee: Employee): Readonly<Record<string, unknown>> {
  const { state_id: _state, local_government_id: _local, ...personal } = employee.personal;
  const { branch_id: _branch, ...job } = employee.job;
  const { pfa: _pfa, ...statutory } = employee.statutory;
  const {
    verified_at: _verified,
    warnings: _warnings,
    provider_name: _known,
    ...bank
  } = employee.bank ?? {};
  const exit = { exit_date: employee.exit?.exit_date, exit_reason: employee.exit?.reason };
  return { status: employee.status, ...personal, ...job, ...statutory, ...bank, ...exit };
}

function personalColumns(input: Personal) {
  return {
    first_name: input.first_name,
    middle_name: input.middle_name ?? "",
    last_name: input.last_name,
    email: input.email ?? null,
    phone: input.phone ?? "",
    birth_date: input.birth_date ?? null,
    gender: input.gender ?? null,
    state_id: input.state_id ?? null,
    local_government_id: input.local_government_id ?? null,
  };
}

function jobColumns(input: Job) {
  return {
    staff_no: input.staff_no,
    branch_id: input.branch_id ?? null,
    department: input.department ?? "",
    designation: input.designation ?? "",
    grade: input.grade ?? "",
    worker: input.worker ?? false,
    start_date: input.start_date,
  };
}

type Numbers = Partial<Record<"nin" | "tax_id" | "rsa_pin", SealedNumber | null>>;

/** The numbers that were sent; null for a number to remove. */
function sealedNumbers(numbers: PersonalNumbers, input: Statutory): Numbers {
  const sealed: Numbers = {};
  for (const kind of ["nin", "tax_id", "rsa_pin"] as const) {
    const text = input[kind];
    if (text !== undefined) sealed[kind] = numbers.seal(kind, text);
  }
  return sealed;
}

/** @param exempted the stored exemption from the pension scheme, which is kept if none was sent. */
function statutoryColumns(
  input: Statutory,
  numbers: Numbers,
  exempted: EmployeeRow["pension_exemption"],
): Columns {
  const columns: Record<string, unknown> = {};
  for (const [kind, number] of Object.entries(numbers)) {
    columns[`${kind}_sealed`] = number?.sealed ?? null;
    columns[`${kind}_hash`] = number?.hash ?? null;
  }
  if (input.pfa !== undefined) columns["pfa"] = input.pfa;
  if (input.pension_exemption !== undefined) {
    columns["pension_exemption"] = input.pension_exemption;
  }
  const { pension_exemption: exemption = exempted, pension_exemption_note: note } = input;
  if (exemption === null) columns["pension_exemption_note"] = "";
  else if (note !== undefined) columns["pension_exemption_note"] = note;
  if (input.nhf_number !== undefined) columns["nhf_number"] = input.nhf_number;
  if (input.nhf_consent !== undefined) columns["nhf_consent"] = input.nhf_consent;
  return columns;
}
