import { sql } from "kysely";

import { transferSealingContext } from "../funding/transfers/request.ts";
import { auditAll } from "../platform/audit.ts";
import type { Clock } from "../platform/clock.ts";
import { seal } from "../platform/configuration/secrets.ts";
import type { Database } from "../platform/database/database.ts";
import { atMostOne } from "../platform/database/rows.ts";
import type { Environment } from "../platform/environment.ts";
import type { BackgroundWork } from "../platform/jobs/jobs.ts";
import type { JobLog } from "../platform/mail/mailer.ts";
import { tenantIds } from "../platform/organization/organization.ts";
import { setTenant, type Tx } from "../platform/scope.ts";
import { deleteRowsByDisposal, deleteUnrequired, hasOpenMatters } from "./erasure.ts";

type RetentionOptions = {
  database: Database;
  environment: Environment;
  clock: Clock;
  log: JobLog;
};

/** The text that replaces an erased name. */
const erasedName = { first: "Erased", last: "Employee" };

/**
 * The nightly work, at 03:41 in Lagos, that erases the records of people whose retention period has
 * ended.
 */
export function retentionWork(options: RetentionOptions): BackgroundWork {
  return {
    queue: "employee-retention",
    schedule: "41 2 * * *",
    run: async (stopping) => {
      await eraseExpiredRecords(options, stopping);
      return undefined;
    },
  };
}

/**
 * Erases the remaining data on former employees after the years for which the law requires their records,
 * counted from the end of the year in which they left, were last paid, or last repaid an advance. Payslips,
 * advances and transfers keep their amounts, on which the books depend, but no longer name anybody.
 *
 * @returns the number of people erased.
 */
export async function eraseExpiredRecords(
  { database, environment, clock, log }: RetentionOptions,
  stopping?: AbortSignal,
): Promise<number> {
  const lastYear = Number(clock.today().slice(0, 4)) - environment.keep.employeeYears - 1;
  let erased = 0;
  for (const tenantId of await database.transaction((tx) => tenantIds(tx))) {
    for (const id of await database.transaction((tx) => expiredEmployees(tx, tenantId, lastYear))) {
      if (stopping?.aborted === true) return erased;
      const done = await database.transaction((tx) =>
        eraseEmployee({ tx, environment, clock }, { tenant_id: tenantId, id }, lastYear),
      );
      if (done) erased++;
    }
  }
  if (erased > 0) log.info({ erased }, "records of employees were erased after their period");
  return erased;
}

/** The day from which the period of an employee `e` is counted. */
const retentionStart = sql`greatest(e.exit_date,
  (select max(r.payday) from payslips p
    join payroll_runs r on r.tenant_id = p.tenant_id and r.id = p.run_id
    where p.tenant_id = e.tenant_id and p.employee_id = e.id),
  (select max(l.date) from salary_advances a
    join advance_allocations l on l.tenant_id = a.tenant_id and l.advance_id = a.id
    where a.tenant_id = e.tenant_id and a.employee_id = e.id))`;

const isRetentionOver = (lastYear: number) =>
  sql`e.exit_date is not null and e.erased_at is null and extract(year from e.exit_date) <= ${lastYear}
    and extract(year from ${retentionStart}) <= ${lastYear}`;

async function expiredEmployees(tx: Tx, tenantId: number, lastYear: number): Promise<number[]> {
  await setTenant(tx, tenantId);
  const { rows } = await sql<{ id: number }>`
    select e.id from employees e where e.tenant_id = ${tenantId} and ${isRetentionOver(lastYear)}
    order by e.id`.execute(tx);
  return rows.map(({ id }) => id);
}

type Tools = { tx: Tx; environment: Environment; clock: Clock };
type EmployeeKey = { tenant_id: number; id: number };

/** @returns false when something is unsettled, or the record was changed meanwhile. */
async function eraseEmployee(
  tools: Tools,
  employee: EmployeeKey,
  lastYear: number,
): Promise<boolean> {
  const { tx } = tools;
  const { tenant_id, id } = employee;
  await setTenant(tx, tenant_id);
  const { rows } = await sql<{ email: string | null }>`
    select e.email from employees e
    where e.tenant_id = ${tenant_id} and e.id = ${id} and ${isRetentionOver(lastYear)}
    for update`.execute(tx);
  const row = atMostOne(rows);
  if (row === undefined || (await hasOpenMatters(tx, employee))) return false;
  await deleteUnrequired(tx, { ...employee, email: row.email });
  await anonymizeTransfers(tools, employee);
  await deleteRowsByDisposal(tx, employee, "after the period");
  await anonymizeRecord(tools, employee);
  // Only for an erased record, and before the payslips lose the name by which the notes are found.
  await sql`select forget_notes(${tenant_id}, ${id})`.execute(tx);
  await anonymizePayslips(tx, employee);
  await sql`
    update salary_advances set acceptance_note = '', decision_reason = '', revocation_reason = '', request_key = null
    where tenant_id = ${tenant_id} and employee_id = ${id}`.execute(tx);
  await auditAll({ tx, actorId: null, requestId: "" }, tenant_id, [
    { action: "employee.erased-after-period", subject: `employee:${id}`, detail: {} },
  ]);
  return true;
}

/** A transfer keeps its purpose and amount; its sealed destination is removed. */
async function anonymizeTransfers(
  { tx, environment }: Tools,
  { tenant_id, id }: EmployeeKey,
): Promise<void> {
  const placeholder = seal(environment, transferSealingContext(tenant_id), "0000000000");
  await sql`
    update transfers t set account_number_sealed = ${placeholder}, account_name = ${erasedName.first}
    where t.tenant_id = ${tenant_id} and (
      t.purpose = 'payslip' and t.subject_id in (
        select p.id from payslips p where p.tenant_id = ${tenant_id} and p.employee_id = ${id})
      or t.purpose = 'salary_advance' and t.subject_id in (
        select a.id from salary_advances a where a.tenant_id = ${tenant_id} and a.employee_id = ${id}))`.execute(
    tx,
  );
}

async function anonymizePayslips(tx: Tx, { tenant_id, id }: EmployeeKey): Promise<void> {
  await sql`
    update payslips set staff_no = ${`erased-${id}`}, name = ${`${erasedName.first} ${erasedName.last}`},
      bank_code = null, account_number_sealed = null, account_number_hash = null, account_name = '', excluded_reason = ''
    where tenant_id = ${tenant_id} and employee_id = ${id}`.execute(tx);
  await sql`
    update outside_payments m set note = '', reversal_reason = ''
    from payslips p
    where m.tenant_id = ${tenant_id} and p.tenant_id = ${tenant_id} and p.id = m.payslip_id
      and p.employee_id = ${id}`.execute(tx);
}

/** Erases all of the record except its id and the dates of employment. */
async function anonymizeRecord(
  { tx, clock }: Tools,
  { tenant_id, id }: EmployeeKey,
): Promise<void> {
  await sql`
    update employees set staff_no = ${`erased-${id}`}, first_name = ${erasedName.first}, middle_name = '',
      last_name = ${erasedName.last}, email = null, phone = '', birth_date = null, gender = null,
      state_id = null, local_government_id = null, department = '', designation = '', grade = '',
      branch_id = null, exit_note = '', nin_sealed = null, nin_hash = null, tax_id_sealed = null,
      tax_id_hash = null, rsa_pin_sealed = null, rsa_pin_hash = null, pfa = null,
      pension_exemption = null, pension_exemption_note = '', nhf_number = '', nhf_consent = false, bank_code = null, account_number_sealed = null, account_number_hash = null,
      account_name = '', account_verified_at = null, account_provider_name = null,
      bank_change_waiting = false, has_pay = false, import_id = null, version = version + 1,
      erasure_asked_at = coalesce(erasure_asked_at, ${clock.now()}), erased_at = ${clock.now()}
    where tenant_id = ${tenant_id} and id = ${id}`.execute(tx);
}
