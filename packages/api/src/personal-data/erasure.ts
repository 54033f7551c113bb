import type { erasePersonalData } from "@kontor/contract/employees/personal-data";
import type { InputOf } from "@kontor/contract/endpoint";
import { sql } from "kysely";

import { isPayslipPaid } from "../employees/pay/posted-payslips.ts";
import {
  findEmployee,
  lockEmployee,
  type Employee,
  type EmployeeRow,
} from "../employees/records/employee.ts";
import { writeEmployee } from "../employees/records/sections.ts";
import { audit } from "../platform/audit.ts";
import { Refusal } from "../platform/refusal.ts";
import type { Context, Tx } from "../platform/scope.ts";
import { deleteUnusedAddress } from "../portal/accounts.ts";
import { isRowOfEmployee } from "./collect.ts";
import { personalTables, type PersonalTable } from "./tables.ts";

/**
 * Erases the data on a former employee that no law requires: contact, account, access and mails.
 * Name, tax and pension numbers, pay and payslips stay until their retention period ends.
 *
 * @throws Refusal `not_found`, `erasure_before_exit`, `erased_already`, `erasure_open_matters`;
 *   `erasure_other_employee` at `staff_no`.
 */
export async function eraseOnRequest(
  context: Context,
  input: InputOf<typeof erasePersonalData>,
): Promise<Employee> {
  const row = await lockEmployee(context, input);
  if (row.staff_no.toLowerCase() !== input.staff_no.toLowerCase()) {
    throw Refusal.at("staff_no", "erasure_other_employee", { staff_no: row.staff_no });
  }
  if (row.status !== "EXITED") throw new Refusal("erasure_before_exit");
  if (row.erasure_asked_at !== null) throw new Refusal("erased_already");
  if (await hasOpenMatters(context.tx, row)) throw new Refusal("erasure_open_matters");
  await eraseUnrequired(context, row);
  await audit(context, row.tenant_id, "employee.erased", `employee:${row.id}`, {
    erased: "contact, bank account, portal, mails and rows of imports",
  });
  return findEmployee(context, input);
}

type EmployeeKey = { tenant_id: number; id: number };

/** Whether pay, an advance or a transfer of the employee is unsettled. */
export async function hasOpenMatters(tx: Tx, { tenant_id, id }: EmployeeKey): Promise<boolean> {
  const { rows } = await sql`
    select from salary_advances a
    where a.tenant_id = ${tenant_id} and a.employee_id = ${id}
      and (a.status in ('PENDING', 'APPROVED')
        or a.status = 'PAID' and a.allocated_principal + a.allocated_interest < a.amount + a.interest)
    union all
    select from payslips s
    join payroll_runs r on r.tenant_id = s.tenant_id and r.id = s.run_id
    where s.tenant_id = ${tenant_id} and r.tenant_id = ${tenant_id} and s.employee_id = ${id}
      and not s.excluded and r.status not in ('PAID', 'REVERSED')
      -- Once a run is paid out, the pay of others says nothing of this one.
      and not (r.status in ('DISBURSING', 'PARTLY_PAID') and ${isPayslipPaid})
    limit 1`.execute(tx);
  return rows.length > 0;
}

const clearedColumns = {
  email: null,
  phone: "",
  gender: null,
  local_government_id: null,
  bank_code: null,
  account_number_sealed: null,
  account_number_hash: null,
  account_name: "",
  account_verified_at: null,
  account_provider_name: null,
  bank_change_waiting: false,
  // Undoing an import must not find an employee whose import row is deleted.
  import_id: null,
};

/** Erases data that no law requires. The employee must be locked and the organization in scope. */
async function eraseUnrequired(context: Context, row: EmployeeRow): Promise<void> {
  await deleteUnrequired(context.tx, row);
  await writeEmployee(context, row, { ...clearedColumns, erasure_asked_at: context.clock.now() });
}

/** Deletes rows that no law requires, and closes the portal to the employee's addresses. */
export async function deleteUnrequired(
  tx: Tx,
  employee: EmployeeKey & Pick<EmployeeRow, "email">,
): Promise<void> {
  const addresses = await portalAddressesOf(tx, employee);
  await deleteRowsByDisposal(tx, employee, "on request");
  // The record's address may differ by now from the one that opens the portal.
  for (const address of new Set([employee.email?.toLowerCase(), ...addresses])) {
    if (address !== undefined) await deleteUnusedAddress(tx, employee.tenant_id, address);
  }
}

/** Deletes the rows of one kind of disposal, referencing rows first. */
export async function deleteRowsByDisposal(
  tx: Tx,
  { tenant_id, id }: EmployeeKey,
  disposal: PersonalTable["disposal"],
): Promise<void> {
  for (const table of personalTables.filter((each) => each.disposal === disposal)) {
    await sql`
      delete from ${sql.table(table.table)} t
      where t.tenant_id = ${tenant_id} and ${isRowOfEmployee(table, id)}`.execute(tx);
  }
}

/** The address that opens the portal, if the employee was invited. */
async function portalAddressesOf(tx: Tx, { tenant_id, id }: EmployeeKey): Promise<string[]> {
  const { rows } = await sql<{ email: string }>`
    select email from portal_accounts where tenant_id = ${tenant_id} and employee_id = ${id}`.execute(
    tx,
  );
  return rows.map(({ email }) => email);
}
