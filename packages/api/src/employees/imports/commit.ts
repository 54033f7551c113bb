import type { commitEmployeeImport } from "@kontor/contract/employees/imports";
import type { InputOf } from "@kontor/contract/endpoint";
import { sql } from "kysely";

import { audit } from "../../platform/audit.ts";
import { unseal } from "../../platform/configuration/secrets.ts";
import { sqlState, uniqueViolation } from "../../platform/database/database.ts";
import { Refusal } from "../../platform/refusal.ts";
import type { Context, Tx } from "../../platform/scope.ts";
import { mailAccountChanges } from "../bank/account-changes.ts";
import { requestAccountNames } from "../bank/inquiries.ts";
import { changeEmployeeCount } from "../records/counts.ts";
import { personalNumbers } from "../records/personal-numbers.ts";
import { firstRowPerEmployee, writeImportedBenefits } from "./benefits.ts";
import type { EvaluatedRow } from "./evaluate.ts";
import { importedColumnNames, importedColumnTypes, importedColumnValues } from "./existing.ts";
import {
  auditImportedEmployees,
  auditImportedPay,
  importedRateColumns,
  type ImportedRate,
} from "./history.ts";
import { importAt, lockOpenImport, importSealingContext, type EmployeeImport } from "./imports.ts";
import { writeImportedOpening } from "./opening.ts";

/**
 * How many rows one statement writes. A new table has no statistics, so the planner guesses from its size.
 * Only with this many rows does it look up employees by the primary key. With a few hundred rows all indexes
 * have the same estimated cost, and each foreign key check would read all rows.
 */
const batchRows = 2000;
type ImportKey = { tenant_id: number; company_id: number; id: number };
type RowToWrite = EvaluatedRow & { line: number; after: NonNullable<EvaluatedRow["after"]> };
/** A written row, with its employee. */
type WrittenRow = RowToWrite & { employee_id: number; version_after: number };

/**
 * Adds and changes the employees of a checked file: all of them or none.
 *
 * @throws Refusal `not_found`, `changed_meanwhile`, `import_closed`, `import_not_ready`,
 *   `import_has_rejected`, `import_nothing`, `import_file_of_records`; `import_outdated` when the
 *   records that rows were compared with have changed since.
 */
export async function commitImport(
  context: Context,
  input: InputOf<typeof commitEmployeeImport>,
): Promise<EmployeeImport> {
  const found = await lockOpenImport(context, input, input.version);
  refuseUnready(found, input.without_rejected);
  const { tx, clock, actor } = context;
  const work = { tenant_id: found.tenant_id, company_id: found.company_id, id: found.id };
  const seen = new Set<number | null>();
  try {
    let line = 0;
    let added = 0;
    for (;;) {
      const rows = await rowsAfter(context, work, line);
      if (rows.length === 0) break;
      await writeRows(context, work, rows, seen);
      line = rows.at(-1)?.line ?? line;
      added += rows.filter(({ kind }) => kind === "NEW").length;
    }
    await changeEmployeeCount(tx, work.tenant_id, added);
  } catch (error) {
    throw sqlState(error) === uniqueViolation ? new Refusal("import_outdated") : error;
  }
  await sql`
    update employee_imports set status = 'COMMITTED', version = version + 1, committed_at = ${clock.now()},
      committed_by = ${actor.user_id}
    where tenant_id = ${work.tenant_id} and id = ${work.id}`.execute(tx);
  await sql`delete from employee_import_pieces
    where tenant_id = ${work.tenant_id} and import_id = ${work.id}`.execute(tx);
  await audit(context, work.tenant_id, "employee-import.committed", `employee-import:${work.id}`, {
    filename: found.filename,
    counts: found.counts,
  });
  return importAt(context, work);
}

function refuseUnready(found: EmployeeImport, withoutRejected: boolean): void {
  const { counts } = found;
  if (found.status !== "READY") throw new Refusal("import_not_ready");
  if (counts.REJECTED > 0 && !withoutRejected) {
    throw new Refusal("import_has_rejected", { count: String(counts.REJECTED) });
  }
  if (counts.NEW + counts.CHANGED === 0) throw new Refusal("import_nothing");
}

async function rowsAfter(
  { tx, environment }: Context,
  { tenant_id, id }: ImportKey,
  after: number,
): Promise<RowToWrite[]> {
  const { rows } = await sql<{ line: number; sealed: string }>`
    select line, sealed from employee_import_rows
    where tenant_id = ${tenant_id} and import_id = ${id} and kind in ('NEW', 'CHANGED') and line > ${after}
    order by line limit ${batchRows}`.execute(tx);
  const name = importSealingContext(tenant_id, id);
  return rows.map(({ line, sealed }) => ({
    ...(JSON.parse(unseal(environment, name, sealed)) as RowToWrite),
    line,
  }));
}

async function writeRows(
  context: Context,
  work: ImportKey,
  rows: readonly RowToWrite[],
  seen: Set<number | null>,
): Promise<void> {
  const changed = rows.filter(({ kind }) => kind === "CHANGED");
  const first = new Set(firstRowPerEmployee(changed, seen));
  const records = [
    ...(await insertNew(
      context,
      work,
      rows.filter(({ kind }) => kind === "NEW"),
    )),
    ...(await updateChanged(context, work, [...first])),
  ];
  const further = changed.filter((row) => !first.has(row));
  const written = [...records, ...further.map(asWritten)];
  await writePay(context, work, written);
  await writeImportedOpening(context, work, written);
  await writeImportedBenefits(context, work, written);
  await writeBankChanges(context, work, written);
  await requestAccountNames(context, work, written.filter(hasNewAccount));
  const { tx } = context;
  const { tenant_id, id } = work;
  const after = written.map(({ line, employee_id, version_after }) => ({
    line,
    employee_id,
    version_after,
  }));
  await sql`
    update employee_import_rows i set employee_id = r.employee_id, version_after = r.version_after
    from jsonb_to_recordset(${JSON.stringify(after)}::jsonb)
      as r(line integer, employee_id bigint, version_after integer)
    where i.tenant_id = ${tenant_id} and i.import_id = ${id} and i.line = r.line`.execute(tx);
  await auditImportedEmployees(context, work, records);
}

/** Whether a row has a new account for its employee, first or other. */
function hasNewAccount({ after, before, bank_change }: RowToWrite): boolean {
  const was = before?.account_number_hash ?? null;
  return bank_change !== null || after.account_number_hash !== was;
}

async function insertNew(
  { tx, clock }: Context,
  { tenant_id, company_id, id }: ImportKey,
  rows: readonly RowToWrite[],
): Promise<WrittenRow[]> {
  if (rows.length === 0) return [];
  const records = rows.map(({ after, pay }) => ({ ...after, has_pay: pay !== null }));
  const { rows: inserted } = await sql<{ id: number; staff_no: string }>`
    insert into employees (tenant_id, company_id, created_at, import_id, has_pay, ${importedColumnNames})
    select ${tenant_id}, ${company_id}, ${clock.now()}, ${id}, r.has_pay, ${importedColumnValues}
    from jsonb_to_recordset(${JSON.stringify(records)}::jsonb) as r(has_pay boolean, ${importedColumnTypes})
    returning id, staff_no`.execute(tx);
  const ids = new Map(inserted.map((row) => [row.staff_no, row.id]));
  return rows.map((row) => ({ ...row, employee_id: ids.get(row.staff_no) ?? 0, version_after: 1 }));
}

/** A row of an existing employee, whose record the import changes once. */
function asWritten(row: RowToWrite): WrittenRow {
  return {
    ...row,
    employee_id: row.employee_id ?? 0,
    version_after: (row.version ?? 0) + 1,
  };
}

/** @throws Refusal `import_outdated` when an employee has changed since the comparison. */
async function updateChanged(
  { tx }: Context,
  { tenant_id, company_id }: ImportKey,
  rows: readonly RowToWrite[],
): Promise<WrittenRow[]> {
  if (rows.length === 0) return [];
  const records = rows.map(({ after, pay, bank_change, employee_id, version }) => ({
    ...after,
    employee_id,
    version,
    has_pay: pay !== null,
    bank_change: bank_change !== null,
  }));
  const { rows: updated } = await sql<{ id: number }>`
    update employees e set (${importedColumnNames}) = row(${importedColumnValues}), version = e.version + 1,
      has_pay = e.has_pay or r.has_pay,
      bank_change_waiting = e.bank_change_waiting or r.bank_change,
      account_verified_at =
        case when e.account_number_hash is not distinct from decode(r.account_number_hash, 'hex')
          then e.account_verified_at end,
      account_provider_name =
        case when e.account_number_hash is not distinct from decode(r.account_number_hash, 'hex')
          then e.account_provider_name end
    from jsonb_to_recordset(${JSON.stringify(records)}::jsonb)
      as r(employee_id bigint, version integer, has_pay boolean, bank_change boolean, ${importedColumnTypes})
    where e.tenant_id = ${tenant_id} and e.company_id = ${company_id} and e.id = r.employee_id
      and e.version = r.version
    returning e.id`.execute(tx);
  if (updated.length !== rows.length) throw new Refusal("import_outdated");
  return rows.map(asWritten);
}

async function writePay(
  context: Context,
  work: ImportKey,
  written: readonly WrittenRow[],
): Promise<void> {
  const { tx, clock, actor } = context;
  const { tenant_id, id } = work;
  const rates = written.flatMap(({ employee_id, pay }) =>
    pay === null
      ? []
      : [{ employee_id, from_date: pay.from_date, compared_id: pay.compared_id, ...pay.parts }],
  );
  if (rates.length === 0) return;
  const json = JSON.stringify(rates);
  await refuseOutdatedPay(tx, tenant_id, json);
  const replaced = await sql<ImportedRate>`
    update pay_rates p set superseded_at = ${clock.now()}, superseded_by = ${actor.user_id},
      superseded_by_import_id = ${id}
    from jsonb_to_recordset(${json}::jsonb) as r(employee_id bigint, from_date date)
    where p.tenant_id = ${tenant_id} and p.employee_id = r.employee_id and p.from_date = r.from_date
      and p.superseded_at is null
    returning ${importedRateColumns}`.execute(tx);
  const added = await sql<ImportedRate>`
    insert into pay_rates as p (tenant_id, employee_id, from_date, basic, housing, transport, other, reason,
      recorded_at, recorded_by, import_id)
    select ${tenant_id}, r.employee_id, r.from_date, r.basic, r.housing, r.transport, r.other, 'Import',
      ${clock.now()}, ${actor.user_id}, ${id}
    from jsonb_to_recordset(${json}::jsonb) as r(
      employee_id bigint, from_date date, basic bigint, housing bigint, transport bigint, other bigint)
    returning ${importedRateColumns}`.execute(tx);
  await auditImportedPay(context, work, replaced.rows, added.rows);
}

/** @throws Refusal `import_outdated` when a rate was recorded or withdrawn since the comparison */
async function refuseOutdatedPay(tx: Tx, tenantId: number, rates: string): Promise<void> {
  const { rows } = await sql`
    select from jsonb_to_recordset(${rates}::jsonb) as r(employee_id bigint, from_date date, compared_id bigint)
    where r.compared_id is distinct from (
      select p.id from pay_rates p
      where p.tenant_id = ${tenantId} and p.employee_id = r.employee_id and p.superseded_at is null
        and p.from_date <= r.from_date
      order by p.from_date desc limit 1)
    limit 1`.execute(tx);
  if (rows.length > 0) throw new Refusal("import_outdated");
}

/** Stores other accounts as waiting for a second person, as when a user enters them. */
async function writeBankChanges(
  context: Context,
  { tenant_id, id }: ImportKey,
  written: readonly WrittenRow[],
): Promise<void> {
  const { tx, clock, actor, environment } = context;
  const changes = written.flatMap(({ employee_id, bank_change }) =>
    bank_change === null ? [] : [{ employee_id, ...bank_change }],
  );
  if (changes.length === 0) return;
  const json = JSON.stringify(changes);
  await sql`
    update bank_account_changes c set status = 'WITHDRAWN', decided_at = ${clock.now()},
      decided_by = ${actor.user_id}, withdrawn_by_import_id = ${id}
    from jsonb_to_recordset(${json}::jsonb) as r(employee_id bigint)
    where c.tenant_id = ${tenant_id} and c.employee_id = r.employee_id and c.status = 'WAITING'`.execute(
    tx,
  );
  await sql`
    insert into bank_account_changes (tenant_id, employee_id, bank_code, account_number_sealed,
      account_number_hash, account_name, asked_at, asked_by, status, import_id)
    select ${tenant_id}, r.employee_id, r.bank_code, r.account_number_sealed,
      decode(r.account_number_hash, 'hex'), r.account_name, ${clock.now()}, ${actor.user_id}, 'WAITING', ${id}
    from jsonb_to_recordset(${json}::jsonb) as r(employee_id bigint, bank_code text,
      account_number_sealed text, account_number_hash text, account_name text)`.execute(tx);
  const numbers = personalNumbers(environment, tenant_id);
  await mailAccountChanges(
    context,
    tenant_id,
    written.flatMap(({ employee_id, bank_change, after }) =>
      bank_change === null
        ? []
        : [
            {
              employee_id,
              email: after.email,
              name: `${after.first_name ?? ""} ${after.last_name ?? ""}`,
              bank_code: bank_change.bank_code,
              account_number:
                numbers.open("account_number", bank_change.account_number_sealed) ?? "",
            },
          ],
    ),
  );
}
