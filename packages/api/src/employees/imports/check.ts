import type { ImportRowKind } from "@kontor/contract/employees/imports";
import { errorSentence } from "@kontor/contract/error-codes";
import {
  isBenefitField,
  isOpeningField,
  isPayOnly,
  type ImportField,
} from "@kontor/contract/reference/employee-import-fields";
import { sql, type RawBuilder } from "kysely";

import type { Clock } from "../../platform/clock.ts";
import { seal, unseal } from "../../platform/configuration/secrets.ts";
import type { Database } from "../../platform/database/database.ts";
import { atMostOne, exactlyOne } from "../../platform/database/rows.ts";
import type { Environment } from "../../platform/environment.ts";
import type { BackgroundWork } from "../../platform/jobs/jobs.ts";
import { setAllTenantsReadable, setTenant, type Context, type Tx } from "../../platform/scope.ts";
import type { SheetRow } from "../../platform/sheets/table.ts";
import { recordedBenefits } from "../pay/benefits.ts";
import { openingRecordsOf } from "../pay/opening-figures.ts";
import { personalNumbers } from "../records/personal-numbers.ts";
import { evaluateRow, type EvaluationContext } from "./evaluate.ts";
import { findExisting, findNumberHolders, findSimilarStaffNos } from "./existing.ts";
import { importTopic, importSealingContext, type EmployeeImport } from "./imports.ts";
import { readRow, readStaffNo } from "./read-row.ts";
import {
  newNumberHashes,
  rejectOtherPerson,
  ofOtherField,
  rejectSimilarStaffNos,
  rejectForReasons,
  rejectTakenNumbers,
  rejectDuplicates,
  withQuotedCells,
  type CheckedRow,
  type EarlierRows,
} from "./rejections.ts";

export type CheckOptions = {
  database: Database;
  environment: Environment;
  clock: Clock;
  log: { error(detail: object, message: string): void };
};

/** The background work that checks imports; a commit that left an import to check wakes it. */
export function importCheckWork(options: CheckOptions): BackgroundWork {
  return {
    queue: "employee-imports",
    topic: importTopic,
    backlog: async (tx) => {
      const { rows } = await sql<{ count: number; since: Date | null }>`
        select count(*)::integer as count, min(created_at) as since
        from employee_imports where status = 'CHECKING'`.execute(tx);
      return exactlyOne(rows);
    },
    run: async (stopping) => {
      await checkImports(options, stopping);
      return undefined;
    },
  };
}

/**
 * The lease of an import, in milliseconds; a process that does not renew it in time loses the
 * import.
 */
const lease = 60_000;

type ClaimedImport = {
  tenant_id: number;
  id: number;
  company_id: number;
  fields: (ImportField | null)[];
  version: number;
  /**
   * The end of this process's lease; a process that takes over writes its own. Null for a check in
   * an open transaction.
   */
  leased_until: Date | null;
};

/**
 * Checks waiting imports one after the other, in pieces of 250 rows, so that users see the
 * progress. Any number of processes may run it.
 */
export async function checkImports(options: CheckOptions, stopping?: AbortSignal): Promise<void> {
  for (;;) {
    if (stopping?.aborted === true) return;
    const claimed = await claimImport(options);
    if (claimed === undefined) return;
    try {
      await checkImport(options, claimed, stopping);
    } catch (error) {
      options.log.error({ err: error, import_id: claimed.id }, "an import could not be checked");
      await fail(options, claimed);
    }
  }
}

async function claimImport({ database, clock }: CheckOptions): Promise<ClaimedImport | undefined> {
  return database.transaction(async (tx) => {
    await setAllTenantsReadable(tx);
    const now = clock.now();
    const { rows } = await sql<ClaimedImport>`
      select i.tenant_id, i.id, i.company_id, i.fields, i.version, i.leased_until from employee_imports i
      where i.status = 'CHECKING' and (i.leased_until is null or i.leased_until < ${now})
      order by i.tenant_id, i.id limit 1`.execute(tx);
    const found = atMostOne(rows);
    if (found === undefined) return undefined;
    await setTenant(tx, found.tenant_id);
    const leasedUntil = new Date(now.getTime() + lease);
    const { rows: taken } = await sql`
      update employee_imports set leased_until = ${leasedUntil}
      where tenant_id = ${found.tenant_id} and id = ${found.id} and status = 'CHECKING'
        and version = ${found.version} and (leased_until is null or leased_until < ${now})
      returning id`.execute(tx);
    return taken.length === 0 ? undefined : { ...found, leased_until: leasedUntil };
  });
}

async function checkImport(
  options: CheckOptions,
  claimed: ClaimedImport,
  stopping: AbortSignal | undefined,
): Promise<void> {
  const { database } = options;
  const { tenant_id, id } = claimed;
  const pieces = await database.transaction(async (tx) => {
    await setTenant(tx, tenant_id);
    // An earlier check may have stopped halfway; this one starts at the first row.
    const { numAffectedRows } =
      await sql`update employee_imports set rows_checked = 0, counts = '{}'
      where tenant_id = ${tenant_id} and id = ${id} and ${isStillClaimed(claimed)}`.execute(tx);
    // Another process took the import over and writes its own rows.
    if (numAffectedRows === 0n) return [];
    await sql`delete from employee_import_rows
      where tenant_id = ${tenant_id} and import_id = ${id}`.execute(tx);
    return piecesOf(tx, claimed);
  });
  const seen: EarlierRows = { lines: new Map(), benefits: new Map() };
  let ours = claimed;
  for (const [place, piece] of pieces.entries()) {
    if (stopping?.aborted === true) return;
    const last = place === pieces.length - 1;
    const still = await database.transaction((tx) =>
      checkPiece(options, tx, { claimed: ours, piece, seen, last }),
    );
    if (still === undefined) return;
    ours = still;
  }
}

/**
 * The condition that an import is still as claimed: no user changed it and no other process took it
 * over.
 */
function isStillClaimed({ version, leased_until }: ClaimedImport): RawBuilder<boolean> {
  return sql<boolean>`status = 'CHECKING' and version = ${version}
    and leased_until is not distinct from ${leased_until}`;
}

/** Checks an import in an open transaction, for lists that no user waits for. */
export async function checkImportNow(context: Context, found: EmployeeImport): Promise<void> {
  const { tx } = context;
  const { tenant_id, id, company_id, version } = found;
  let claimed: ClaimedImport | undefined = {
    tenant_id,
    id,
    company_id,
    version,
    fields: found.columns.map(({ field }) => field),
    leased_until: null,
  };
  const pieces = await piecesOf(tx, claimed);
  const seen: EarlierRows = { lines: new Map(), benefits: new Map() };
  for (const [place, piece] of pieces.entries()) {
    const last = place === pieces.length - 1;
    claimed = await checkPiece(context, tx, { claimed, piece, seen, last });
    if (claimed === undefined) throw new Error(`import ${id} was changed while it was checked`);
  }
}

async function piecesOf(tx: Tx, { tenant_id, id }: ClaimedImport): Promise<number[]> {
  const { rows } = await sql<{ piece: number }>`
    select piece from employee_import_pieces
    where tenant_id = ${tenant_id} and import_id = ${id} order by piece`.execute(tx);
  return rows.map(({ piece }) => piece);
}

/**
 * Checks a piece of rows. @returns the import with its new lease; undefined if another process took
 * it over.
 */
async function checkPiece(
  { environment, clock }: Pick<CheckOptions, "environment" | "clock">,
  tx: Tx,
  work: { claimed: ClaimedImport; piece: number; seen: EarlierRows; last: boolean },
): Promise<ClaimedImport | undefined> {
  const { claimed, piece, seen, last } = work;
  const { tenant_id, id } = claimed;
  await setTenant(tx, tenant_id);
  const name = importSealingContext(tenant_id, id);
  const { rows } = await sql<{ sealed: string }>`
    select sealed from employee_import_pieces
    where tenant_id = ${tenant_id} and import_id = ${id} and piece = ${piece}`.execute(tx);
  const sheetRows = JSON.parse(unseal(environment, name, rows[0]?.sealed ?? "")) as SheetRow[];
  const checked = await checkRows({ environment, clock }, tx, claimed, sheetRows, seen);
  const sealed = checked.map((row) => ({
    line: row.line,
    kind: row.result.kind,
    employee_id: row.result.employee_id,
    sealed: seal(environment, name, JSON.stringify({ ...row.result, cells: row.cells })),
  }));
  const leasedUntil = new Date(clock.now().getTime() + lease);
  const kinds = checked.map(({ result }) => result.kind);
  // Renew the lease before writing, so that rows of two checks never mix.
  if (!(await saveProgress(tx, claimed, kinds, { leasedUntil, last }))) return undefined;
  await sql`
    insert into employee_import_rows (tenant_id, import_id, line, kind, employee_id, sealed)
    select ${tenant_id}, ${id}, r.line, r.kind, r.employee_id, r.sealed
    from jsonb_to_recordset(${JSON.stringify(sealed)}::jsonb)
      as r(line integer, kind text, employee_id bigint, sealed text)`.execute(tx);
  return { ...claimed, leased_until: leasedUntil };
}

async function saveProgress(
  tx: Tx,
  claimed: ClaimedImport,
  kinds: readonly ImportRowKind[],
  { leasedUntil, last }: { leasedUntil: Date; last: boolean },
): Promise<boolean> {
  const { tenant_id, id } = claimed;
  const of = (kind: ImportRowKind) => kinds.filter((each) => each === kind).length;
  const plus = (kind: ImportRowKind) =>
    sql`${sql.lit(kind)}, coalesce((counts->>${sql.lit(kind)})::int, 0) + ${of(kind)}::int`;
  const { rows } = await sql`
    update employee_imports set rows_checked = rows_checked + ${kinds.length},
      counts = jsonb_build_object(${plus("NEW")}, ${plus("CHANGED")}, ${plus("UNCHANGED")}, ${plus("REJECTED")}),
      leased_until = ${leasedUntil}, status = ${last ? "READY" : "CHECKING"}
    where tenant_id = ${tenant_id} and id = ${id} and ${isStillClaimed(claimed)}
    returning id`.execute(tx);
  return rows.length > 0;
}

async function checkRows(
  { environment, clock }: Pick<CheckOptions, "environment" | "clock">,
  tx: Tx,
  { tenant_id, company_id, fields }: ClaimedImport,
  rows: readonly SheetRow[],
  seen: EarlierRows,
): Promise<CheckedRow[]> {
  const staffNos = rows.map(({ cells }) => readStaffNo(cells, fields).staff_no.toLowerCase());
  const organization = { tenant_id, company_id };
  const existing = await findExisting(tx, organization, staffNos);
  const unknown = staffNos.filter((number) => !existing.has(number));
  const almost = await findSimilarStaffNos(tx, organization, unknown);
  const branches = await branchesOf(tx, organization);
  const ids = [...existing.values()].map(({ id }) => id);
  const has = (isOne: (field: ImportField) => boolean) =>
    fields.some((field) => field !== null && isOne(field));
  const tools: EvaluationContext = {
    numbers: personalNumbers(environment, tenant_id),
    today: clock.today(),
    branchName: (id) => branches.byId.get(id) ?? "",
    openingRecords: has(isOpeningField) ? await openingRecordsOf(tx, tenant_id, ids) : new Map(),
    benefits: has(isBenefitField) ? await recordedBenefits(tx, tenant_id, ids) : new Map(),
  };
  const checked = rows.map(({ line, cells }): CheckedRow => {
    const { staff_no, reason } = readStaffNo(cells, fields);
    const found = existing.get(staff_no.toLowerCase());
    const around = {
      branchCalled: branches.called,
      branchNames: branches.names,
      stateId: found?.state_id ?? null,
    };
    const { values, reasons } = readRow(cells, fields, around);
    const all = [
      ...(reason === undefined ? [] : [reason]),
      ...reasons.filter(ofOtherField(reason)),
    ];
    const { first_name: _first, last_name: _last, ...pay } = values;
    const compared = isPayOnly(fields) ? pay : values;
    const result = rejectForReasons(
      evaluateRow({ ...compared, staff_no }, found, tools),
      all,
      values,
    );
    return { line, cells, result: rejectOtherPerson(result, found, values, isPayOnly(fields)) };
  });
  rejectSimilarStaffNos(checked, almost);
  rejectDuplicates(checked, seen);
  rejectTakenNumbers(
    checked,
    await findNumberHolders(tx, organization, checked.flatMap(newNumberHashes)),
  );
  return checked.map(({ result, ...row }) => ({
    ...row,
    result: { ...result, reasons: withQuotedCells(result.reasons, row.cells, fields) },
  }));
}

async function branchesOf(tx: Tx, organization: { tenant_id: number; company_id: number }) {
  const { rows } = await sql<{ id: number; name: string; code: string }>`
    select id, name, code from branches
    where tenant_id = ${organization.tenant_id} and company_id = ${organization.company_id} order by id desc`.execute(
    tx,
  );
  const byName = new Map(rows.map(({ id, name }) => [name.toLowerCase(), id]));
  const byCode = new Map(rows.map(({ id, code }) => [code.toLowerCase(), id]));
  return {
    byId: new Map(rows.map(({ id, name }) => [id, name])),
    names: [...new Set(rows.map(({ name }) => name))].toSorted((one, other) =>
      one.localeCompare(other, "en"),
    ),
    called: (text: string) => byCode.get(text.toLowerCase()) ?? byName.get(text.toLowerCase()),
  };
}

async function fail(
  { database }: CheckOptions,
  { tenant_id, id, version }: ClaimedImport,
): Promise<void> {
  await database.transaction(async (tx) => {
    await setTenant(tx, tenant_id);
    await sql`
      update employee_imports set status = 'FAILED', problem = ${errorSentence("import_failed")}
      where tenant_id = ${tenant_id} and id = ${id} and version = ${version} and status = 'CHECKING'`.execute(
      tx,
    );
  });
}
