import type { undoEmployeeImport } from "@kontor/contract/employees/imports";
import type { InputOf } from "@kontor/contract/endpoint";
import { sql } from "kysely";

import { audit } from "../../platform/audit.ts";
import { unseal } from "../../platform/configuration/secrets.ts";
import { sqlState } from "../../platform/database/database.ts";
import { exactlyOne } from "../../platform/database/rows.ts";
import { Refusal } from "../../platform/refusal.ts";
import type { Context, Tx } from "../../platform/scope.ts";
import { undoAccountNameRequests } from "../bank/inquiries.ts";
import { uniqueNumbers } from "../records/checks.ts";
import { changeEmployeeCount } from "../records/counts.ts";
import { firstRowPerEmployee, undoImportedBenefits } from "./benefits.ts";
import type { EvaluatedRow } from "./evaluate.ts";
import { importedColumnNames, importedColumnTypes, importedColumnValues } from "./existing.ts";
import {
  auditImportedPay,
  auditRestoredEmployees,
  importedRateColumns,
  type ImportedRate,
} from "./history.ts";
import {
  importAt,
  lockPermittedImport,
  importSealingContext,
  type EmployeeImport,
} from "./imports.ts";
import { undoImportedOpening } from "./opening.ts";

type Work = { tenant_id: number; company_id: number; id: number };
/** The row of an employee who was there before the import. */
type Restored = EvaluatedRow & { employee_id: number };
const foreignKeyViolation = "23503";

/**
 * Undoes a whole import: deletes the employees that it added and restores those that it changed.
 * Several imports of the same employees are undone from the last to the first.
 *
 * @throws Refusal `not_found`, `import_file_of_records`, `import_not_committed`; `import_used` when one of its employees was
 *   changed, paid or invited since, or other records depend on one; `import_changed_later` when a later import changed one;
 *   `import_number_taken` when another employee now has a number that one of them had before.
 */
export async function undoImport(
  given: Context,
  input: InputOf<typeof undoEmployeeImport>,
): Promise<EmployeeImport> {
  const now = given.clock.now();
  // What is restored has the moment of the undo, which tells it from what was recorded otherwise.
  const context = { ...given, clock: { ...given.clock, now: () => now } };
  const found = await lockPermittedImport(context, input);
  if (found.status !== "COMMITTED") throw new Refusal("import_not_committed");
  const { tx, actor } = context;
  const work = { tenant_id: found.tenant_id, company_id: found.company_id, id: found.id };
  await lockEmployees(tx, work);
  await refuseUsed(tx, work);
  await undoImportedPay(context, work);
  const waiting = await undoImportedBankChanges(tx, work, now, actor.user_id);
  await restoreChanged(context, work);
  await undoAccountNameRequests(context, work, waiting);
  const { numAffectedRows = 0n } = await sql`
    delete from employees where tenant_id = ${work.tenant_id} and import_id = ${work.id}`
    .execute(tx)
    .catch((error: unknown) => {
      if (sqlState(error) !== foreignKeyViolation) throw error;
      throw new Refusal("import_used", { staff_no: "One of its employees" });
    });
  await changeEmployeeCount(tx, work.tenant_id, -Number(numAffectedRows));
  await sql`
    update employee_imports set status = 'UNDONE', version = version + 1, undone_at = ${now},
      undone_by = ${actor.user_id}
    where tenant_id = ${work.tenant_id} and id = ${work.id}`.execute(tx);
  await audit(context, work.tenant_id, "employee-import.undone", `employee-import:${work.id}`);
  return importAt(context, work);
}

/** Locks employees in the order of their ids, like every other statement that locks several. */
async function lockEmployees(tx: Tx, { tenant_id, id }: Work): Promise<void> {
  await sql`
    select from employees e
    where e.tenant_id = ${tenant_id} and e.id in (
      select r.employee_id from employee_import_rows r
      where r.tenant_id = ${tenant_id} and r.import_id = ${id} and r.version_after is not null)
    order by e.id for update`.execute(tx);
}

/**
 * The condition that employee `e` has records that did not come with import `i`, whose id is given.
 * Those of later imports that were undone do not count, and what an undo restored has its moment.
 * Opening figures of an employee whom the undo deletes count all the same: they may have been
 * entered by hand before.
 */
const hasLaterRecords = (id: number) => sql`
  exists (select from pay_rates p where p.tenant_id = e.tenant_id and p.employee_id = e.id
    and (p.recorded_at > i.committed_at or p.superseded_at > i.committed_at))
  or exists (select from pay_items p where p.tenant_id = e.tenant_id and p.employee_id = e.id
    and p.recorded_at > i.committed_at)
  or exists (select from benefits_in_kind p where p.tenant_id = e.tenant_id and p.employee_id = e.id
    and (p.recorded_at > i.committed_at or p.import_id = ${id}
      and (p.removed_at is not null or p.version > 1 and e.import_id = ${id})))
  or exists (select from reliefs p where p.tenant_id = e.tenant_id and p.employee_id = e.id
    and p.claimed_at > i.committed_at)
  or exists (select from opening_figures p where p.tenant_id = e.tenant_id and p.employee_id = e.id
    and p.recorded_at > i.committed_at
    and (e.import_id = ${id} or not exists (select from employee_imports u
      where u.tenant_id = p.tenant_id and u.status = 'UNDONE' and u.undone_at = p.recorded_at)))
  or e.import_id = ${id} and exists (select from portal_accounts p where p.tenant_id = e.tenant_id
    and p.employee_id = e.id)
  or exists (select from payslips p join payroll_runs r on r.tenant_id = p.tenant_id and r.id = p.run_id
    where p.tenant_id = e.tenant_id and p.employee_id = e.id and not p.excluded and r.approved_at >= i.committed_at
      and r.status <> 'REVERSED')
  or exists (select from bank_account_changes p
    left join employee_imports u on u.tenant_id = p.tenant_id and u.id = p.import_id
    where p.tenant_id = e.tenant_id and p.employee_id = e.id
      and (p.asked_at > i.committed_at and u.status is distinct from 'UNDONE'
        or p.import_id = ${id} and p.status <> 'WAITING'))`;

/** @throws Refusal `import_used`, `import_changed_later` */
async function refuseUsed(tx: Tx, { tenant_id, id }: Work): Promise<void> {
  // Each later import that was undone has added two to the version: by its change, and by its undo.
  const { rows } = await sql<{ staff_no: string; filename: string | null }>`
    with later as materialized (
      select r.employee_id, count(distinct u.id) filter (where u.status = 'UNDONE')::integer as undone,
        (array_agg(u.filename order by u.committed_at desc) filter (where u.status = 'COMMITTED'))[1] as filename
      from employee_imports i
      join employee_imports u on u.tenant_id = i.tenant_id and u.committed_at > i.committed_at
      join employee_import_rows r on r.tenant_id = u.tenant_id and r.import_id = u.id
      where i.tenant_id = ${tenant_id} and i.id = ${id} and u.tenant_id = ${tenant_id}
        and r.tenant_id = ${tenant_id} and r.version_after is not null
      group by r.employee_id
    )
    select e.staff_no, later.filename
    from employee_imports i
    join employee_import_rows r on r.tenant_id = i.tenant_id and r.import_id = i.id
    join employees e on e.tenant_id = r.tenant_id and e.id = r.employee_id
    left join later on later.employee_id = e.id
    where i.tenant_id = ${tenant_id} and i.id = ${id} and r.tenant_id = ${tenant_id}
      and e.tenant_id = ${tenant_id} and r.version_after is not null
      and (e.version <> r.version_after + 2 * coalesce(later.undone, 0)
        or ${hasLaterRecords(id)})
    order by r.line limit 1`.execute(tx);
  const [used] = rows;
  if (used !== undefined) {
    const { staff_no, filename } = used;
    throw filename === null
      ? new Refusal("import_used", { staff_no })
      : new Refusal("import_changed_later", { staff_no, filename });
  }
  const { rows: checks } = await sql<{ whole: boolean }>`
    select (select count(*) from employee_import_rows r
        where r.tenant_id = ${tenant_id} and r.import_id = ${id} and r.version_after is not null)
      = coalesce((i.counts->>'NEW')::int, 0) + coalesce((i.counts->>'CHANGED')::int, 0) as whole
    from employee_imports i where i.tenant_id = ${tenant_id} and i.id = ${id}`.execute(tx);
  // Erasing an employee deletes their row of the import.
  if (!exactlyOne(checks).whole)
    throw new Refusal("import_used", { staff_no: "One of its employees" });
}

async function undoImportedPay(context: Context, work: Work): Promise<void> {
  const { tx } = context;
  const { tenant_id, id } = work;
  const taken = await sql<ImportedRate>`
    delete from pay_rates p where p.tenant_id = ${tenant_id} and p.import_id = ${id}
    returning ${importedRateColumns}`.execute(tx);
  const restored = await sql<ImportedRate>`
    update pay_rates p set superseded_at = null, superseded_by = null, superseded_by_import_id = null
    where p.tenant_id = ${tenant_id} and p.superseded_by_import_id = ${id}
    returning ${importedRateColumns}`.execute(tx);
  await auditImportedPay(context, work, taken.rows, restored.rows);
}

/** @returns the ids of earlier changes that wait again. */
async function undoImportedBankChanges(
  tx: Tx,
  { tenant_id, id }: Work,
  now: Date,
  userId: number,
): Promise<number[]> {
  await sql`
    update bank_account_changes set status = 'WITHDRAWN', decided_at = ${now}, decided_by = ${userId}
    where tenant_id = ${tenant_id} and import_id = ${id} and status = 'WAITING'`.execute(tx);
  const { rows } = await sql<{ id: number }>`
    update bank_account_changes set status = 'WAITING', decided_at = null, decided_by = null,
      withdrawn_by_import_id = null
    where tenant_id = ${tenant_id} and withdrawn_by_import_id = ${id}
    returning id`.execute(tx);
  return rows.map((row) => row.id);
}

async function restoreChanged(context: Context, work: Work): Promise<void> {
  const { tx, environment } = context;
  const { tenant_id, id } = work;
  const { rows } = await sql<{ sealed: string }>`
    select sealed from employee_import_rows
    where tenant_id = ${tenant_id} and import_id = ${id} and kind = 'CHANGED' order by line`.execute(
    tx,
  );
  const name = importSealingContext(tenant_id, id);
  const seen = new Set<number | null>();
  for (let start = 0; start < rows.length; start += 500) {
    const changed = rows
      .slice(start, start + 500)
      .map(({ sealed }) => JSON.parse(unseal(environment, name, sealed)) as Restored);
    const first = firstRowPerEmployee(changed, seen);
    const records = first.map(({ before, employee_id }) => ({ ...before, employee_id }));
    await refuseTakenNumbers(tx, tenant_id, JSON.stringify(records));
    await sql`
      update employees e set (${importedColumnNames}) = row(${importedColumnValues}), version = e.version + 1,
        has_pay = exists (select from pay_rates p where p.tenant_id = ${tenant_id} and p.employee_id = e.id
          and p.superseded_at is null),
        account_verified_at = case when e.account_number_hash = decode(r.account_number_hash, 'hex')
          then e.account_verified_at end,
        account_provider_name = case when e.account_number_hash = decode(r.account_number_hash, 'hex')
          then e.account_provider_name end,
        bank_change_waiting = exists (select from bank_account_changes c
          where c.tenant_id = ${tenant_id} and c.employee_id = e.id and c.status = 'WAITING')
      from jsonb_to_recordset(${JSON.stringify(records)}::jsonb) as r(employee_id bigint, ${importedColumnTypes})
      where e.tenant_id = ${tenant_id} and e.id = r.employee_id`.execute(tx);
    await undoImportedOpening(context, work, changed);
    await undoImportedBenefits(context, work, changed);
    await auditRestoredEmployees(context, work, first);
  }
}

/**
 * Refuses when a number that the import replaced now belongs to another employee.
 *
 * @param records the employees before the import, as JSON.
 * @throws Refusal `import_number_taken`
 */
async function refuseTakenNumbers(tx: Tx, tenantId: number, records: string): Promise<void> {
  for (const [kind, what] of uniqueNumbers) {
    const hash = sql.ref(`${kind}_hash`);
    const { rows } = await sql<{ staff_no: string; name: string; other: string }>`
      select e.staff_no, o.first_name || ' ' || o.last_name as name, o.staff_no as other
      from jsonb_to_recordset(${records}::jsonb) as r(employee_id bigint, ${hash} text)
      join employees e on e.tenant_id = ${tenantId} and e.id = r.employee_id
      join employees o on o.tenant_id = ${tenantId} and o.company_id = e.company_id and o.id <> e.id
        and o.${hash} = decode(r.${hash}, 'hex')
      order by e.id limit 1`.execute(tx);
    const [taken] = rows;
    if (taken !== undefined) throw new Refusal("import_number_taken", { what, ...taken });
  }
}
