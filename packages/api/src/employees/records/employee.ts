import type { employee, getEmployee } from "@kontor/contract/employees/employees";
import type { InputOf } from "@kontor/contract/endpoint";
import { maskNumber } from "@kontor/contract/format";
import { bankByCode } from "@kontor/contract/reference/banks";
import type {
  EmployeeStatus,
  ExitReason,
  PayrollRequirement,
} from "@kontor/contract/reference/employees";
import { stateById } from "@kontor/contract/reference/nigeria";
import { pensionAdministratorById } from "@kontor/contract/reference/pension-administrators";
import { localGovernmentById } from "@kontor/contract/reference/places";
import type { PensionExemption } from "@kontor/payroll/statutory/pension-exemption";
import { sql } from "kysely";
import type { z } from "zod";

import { atMostOne } from "../../platform/database/rows.ts";
import {
  enterOrganization,
  organizationAt,
  type OrganizationHead,
  type OrganizationPath,
} from "../../platform/organization/organization.ts";
import { Refusal, notFound } from "../../platform/refusal.ts";
import type { Context, Tx } from "../../platform/scope.ts";
import { awaitedAccounts, isSharedAccount, accountWarningsOf } from "./account-warnings.ts";
import { currentPay, maySeePay, nextPay } from "./pay.ts";
import { personalNumbers } from "./personal-numbers.ts";
import { statusOn } from "./status.ts";

export type Employee = z.output<typeof employee>;
export type EmployeePath = OrganizationPath & { id: number };

/** A stored row of `employees`. */
export type EmployeeRow = {
  id: number;
  tenant_id: number;
  company_id: number;
  staff_no: string;
  first_name: string;
  middle_name: string;
  last_name: string;
  email: string | null;
  phone: string;
  birth_date: string | null;
  gender: "FEMALE" | "MALE" | null;
  state_id: number | null;
  local_government_id: number | null;
  branch_id: number | null;
  department: string;
  designation: string;
  grade: string;
  worker: boolean;
  suspended: boolean;
  start_date: string;
  exit_date: string | null;
  exit_reason: ExitReason | null;
  exit_note: string;
  nin_sealed: string | null;
  tax_id_sealed: string | null;
  rsa_pin_sealed: string | null;
  pfa: string | null;
  pension_exemption: PensionExemption | null;
  pension_exemption_note: string;
  nhf_number: string;
  nhf_consent: boolean;
  bank_code: string | null;
  account_number_sealed: string | null;
  account_number_hash: Buffer | null;
  account_name: string;
  account_verified_at: Date | null;
  account_provider_name: string | null;
  demo: boolean;
  version: number;
  created_at: Date;
  /** When data that no law requires was erased, and when the rest was. */
  erasure_asked_at: Date | null;
  erased_at: Date | null;
  bank_change_waiting: boolean;
  missing: PayrollRequirement[];
  status: EmployeeStatus;
};

/** The organization and the stored row of an employee, for reading. @throws Refusal `not_found` */
export async function employeeRowAt(
  context: Context,
  path: EmployeePath,
): Promise<{ organization: OrganizationHead; row: EmployeeRow }> {
  const organization = await organizationAt(context, path);
  const row = await readRow(context, path);
  return { organization, row };
}

/**
 * Locks the stored row of an employee until the transaction ends, and narrows the scope to the
 * organization, for writing.
 *
 * @param version the version that the user changed; undefined for changes that overwrite nothing.
 * @throws Refusal `not_found`, `employee_erased`, `changed_meanwhile`
 */
export async function lockEmployee(
  context: Context,
  path: EmployeePath,
  version?: number,
): Promise<EmployeeRow> {
  await enterOrganization(context, path);
  const row = await readRow(context, path, true);
  if (row.erased_at !== null) throw new Refusal("employee_erased");
  if (version !== undefined && row.version !== version) throw new Refusal("changed_meanwhile");
  return row;
}

async function readRow(context: Context, path: EmployeePath, lock = false): Promise<EmployeeRow> {
  const { rows } = await sql<EmployeeRow>`
    select e.*, ${statusOn(context.clock.today())} as status from employees e
    where e.tenant_id = ${path.tenant_id} and e.company_id = ${path.company_id} and e.id = ${path.id}
    ${lock ? sql`for no key update` : sql``}`.execute(context.tx);
  const row = atMostOne(rows);
  if (row === undefined) throw notFound("The employee");
  return row;
}

/** One employee as a page shows it. @throws Refusal `not_found` */
export async function findEmployee(
  context: Context,
  input: InputOf<typeof getEmployee>,
): Promise<Employee> {
  const { organization, row } = await employeeRowAt(context, input);
  const { tx } = context;
  const numbers = personalNumbers(context.environment, row.tenant_id);
  const shown = maySeePay(context);
  const today = context.clock.today();
  return {
    id: row.id,
    tenant_id: row.tenant_id,
    company_id: row.company_id,
    organization: organization.name,
    version: row.version,
    status: row.status,
    demo: row.demo,
    created_at: row.created_at,
    missing: row.missing,
    erasure:
      row.erasure_asked_at === null
        ? null
        : { asked_at: row.erasure_asked_at, erased_at: row.erased_at },
    personal: personalOf(row),
    job: { ...jobOf(row), branch: await branchName(tx, row) },
    exit: exitOf(row),
    past_employments: await pastEmployments(tx, row),
    statutory: {
      nin: numbers.mask("nin", row.nin_sealed),
      tax_id: numbers.mask("tax_id", row.tax_id_sealed),
      rsa_pin: numbers.mask("rsa_pin", row.rsa_pin_sealed),
      pfa: row.pfa,
      pfa_name: row.pfa === null ? null : (pensionAdministratorById(row.pfa)?.name ?? row.pfa),
      pension_exemption: row.pension_exemption,
      pension_exemption_note: row.pension_exemption === null ? "" : row.pension_exemption_note,
      nhf_number: row.nhf_number,
      nhf_consent: row.nhf_consent,
    },
    bank: await bankOf(context, row, numbers.open("account_number", row.account_number_sealed)),
    bank_change_waiting: row.bank_change_waiting,
    pay_shown: shown,
    pay: shown ? await currentPay(tx, row, today) : null,
    next_pay: shown ? await nextPay(tx, row, today) : null,
  };
}

function personalOf(row: EmployeeRow): Employee["personal"] {
  const state = row.state_id === null ? undefined : stateById(row.state_id);
  const { first_name, middle_name, last_name, email, phone, birth_date, gender } = row;
  return {
    first_name,
    middle_name,
    last_name,
    email,
    phone,
    birth_date,
    gender,
    state_id: row.state_id,
    state: state?.name ?? null,
    local_government_id: row.local_government_id,
    local_government: localGovernmentById(state, row.local_government_id)?.name ?? null,
  };
}

function jobOf(row: EmployeeRow): Omit<Employee["job"], "branch"> {
  const { staff_no, branch_id, department, designation, grade, worker, start_date } = row;
  return { staff_no, branch_id, department, designation, grade, worker, start_date };
}

function exitOf({ exit_date, exit_reason, exit_note }: EmployeeRow): Employee["exit"] {
  if (exit_date === null || exit_reason === null) return null;
  return { exit_date, reason: exit_reason, note: exit_note };
}

async function bankOf(
  context: Context,
  row: EmployeeRow,
  account_number: string | null,
): Promise<Employee["bank"]> {
  const { bank_code, account_number_hash, account_name, account_verified_at } = row;
  if (bank_code === null || account_number === null || account_number_hash === null) return null;
  const provider_name = row.account_provider_name;
  const shared = await isSharedAccount(context, row, account_number_hash);
  const awaited = (await awaitedAccounts(context, row)).includes(null);
  const name = `${row.first_name} ${row.middle_name} ${row.last_name}`;
  return {
    bank_code,
    bank_name: bankByCode(bank_code)?.name ?? bank_code,
    account_number: maskNumber(account_number),
    account_name,
    verified_at: account_verified_at,
    provider_name,
    warnings: accountWarningsOf(
      { bank_code, account_number },
      { provider_name, shared, awaited },
      name,
    ),
  };
}

async function branchName(tx: Tx, { tenant_id, branch_id }: EmployeeRow): Promise<string | null> {
  if (branch_id === null) return null;
  const { rows } = await sql<{ name: string }>`
    select name from branches where tenant_id = ${tenant_id} and id = ${branch_id}`.execute(tx);
  return atMostOne(rows)?.name ?? null;
}

async function pastEmployments(
  tx: Tx,
  { tenant_id, id }: EmployeeRow,
): Promise<Employee["past_employments"]> {
  const { rows } = await sql<Employee["past_employments"][number]>`
    select start_date, exit_date, exit_reason as reason, exit_note as note from past_employments
    where tenant_id = ${tenant_id} and employee_id = ${id} order by start_date desc, id desc`.execute(
    tx,
  );
  return rows;
}
