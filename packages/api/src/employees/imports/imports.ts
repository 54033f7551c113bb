import type {
  discardEmployeeImport,
  employeeImport,
  getEmployeeImport,
  ImportRowKind,
  listEmployeeImports,
  mapEmployeeImport,
} from "@kontor/contract/employees/imports";
import type { DataOf, InputOf } from "@kontor/contract/endpoint";
import type { ErrorCode } from "@kontor/contract/error-codes";
import { maskNumber } from "@kontor/contract/format";
import {
  normalizedTitle,
  importFieldByTitle,
  importFields,
  importPayFields,
  mayImportField,
  type ImportField,
} from "@kontor/contract/reference/employee-import-fields";
import { sql, type RawBuilder } from "kysely";
import type { z } from "zod";

import { audit } from "../../platform/audit.ts";
import { seal, unseal } from "../../platform/configuration/secrets.ts";
import { anyColumnContains } from "../../platform/database/conditions.ts";
import { publishAfterCommit } from "../../platform/database/database.ts";
import { countOf, limitOffset, sortOrders, type Page } from "../../platform/database/list.ts";
import { atMostOne, exactlyOne } from "../../platform/database/rows.ts";
import {
  enterOrganization,
  organizationAt,
  type OrganizationPath,
} from "../../platform/organization/organization.ts";
import { notFound, Refusal } from "../../platform/refusal.ts";
import type { Context, Tx } from "../../platform/scope.ts";
import { exampleOf, requireFieldPerColumn } from "../../platform/sheets/columns.ts";
import type { UploadedSheet } from "../../platform/sheets/sheet-in-worker.ts";
import type { SheetRow } from "../../platform/sheets/table.ts";

export type EmployeeImport = z.output<typeof employeeImport>;
export type ImportPath = OrganizationPath & { id: number };
type Fields = (ImportField | null)[];
type Row = Omit<EmployeeImport, "columns" | "counts"> & {
  titles: string[];
  fields: Fields;
  counts: Partial<EmployeeImport["counts"]>;
};

/** The topic that a commit announces when it left an import to check. */
export const importTopic = "employee-imports";
/** The number of rows sealed and checked together. */
const pieceRows = 250;

/** The sealing context of an import's cells. */
export function importSealingContext(tenantId: number, importId: number): string {
  return `employee.import.${tenantId}.${importId}`;
}

/**
 * Stores an uploaded file and starts the check of its rows. Columns are guessed, or assigned as in
 * the previous file.
 *
 * @throws Refusal `not_found`, `secret_key_missing`
 */
export async function saveUpload(
  context: Context,
  path: OrganizationPath,
  { filename, titles, rows }: UploadedSheet,
): Promise<EmployeeImport> {
  const { tx, clock, actor, environment } = context;
  const { tenant_id, company_id } = await enterOrganization(context, path);
  const fields = guessedFields(
    titles,
    await rememberedFields(tx, { tenant_id, company_id }),
    context,
  );
  const status = fields.includes("staff_no") ? "CHECKING" : "MAPPING";
  const inserted = await sql<{ id: number }>`
    insert into employee_imports (tenant_id, company_id, filename, status, titles, fields, rows, created_at,
      created_by)
    values (${tenant_id}, ${company_id}, ${filename}, ${status}, ${JSON.stringify(titles)}::jsonb,
      ${JSON.stringify(fields)}::jsonb, ${rows.length}, ${clock.now()}, ${actor.user_id})
    returning id`.execute(tx);
  const { id } = exactlyOne(inserted.rows);
  const name = importSealingContext(tenant_id, id);
  const pieces: string[] = [];
  for (let start = 0; start < rows.length; start += pieceRows) {
    pieces.push(seal(environment, name, JSON.stringify(rows.slice(start, start + pieceRows))));
  }
  await sql`
    insert into employee_import_pieces (tenant_id, import_id, piece, sealed)
    select ${tenant_id}, ${id}, place, sealed
    from unnest(${pieces}::text[]) with ordinality as pieces(sealed, place)`.execute(tx);
  await discardOldUploads(context, { tenant_id, company_id });
  if (status === "CHECKING") publishAfterCommit(tx, importTopic);
  return importAt(context, { tenant_id, company_id, id });
}

/** The number of rows of a kind in a file; zero until it is checked. */
const countOfKind = (kind: ImportRowKind) => sql`coalesce((i.counts->>${kind})::int, 0)`;

const orderBy = sortOrders({
  filename: [sql`lower(i.filename)`, sql`i.id`],
  status: [sql`i.status`, sql`i.id`],
  rows: [sql`i.rows`, sql`i.id`],
  new: [countOfKind("NEW"), sql`i.id`],
  changed: [countOfKind("CHANGED"), sql`i.id`],
  rejected: [countOfKind("REJECTED"), sql`i.id`],
  created_at: [sql`i.id`],
  created_by: [sql`lower(coalesce(u.name, ''))`, sql`i.id`],
});

/** Uploaded files, latest first unless sorted. @throws Refusal `not_found` */
export async function importsList(
  context: Context,
  input: InputOf<typeof listEmployeeImports>,
): Promise<Page<EmployeeImport>> {
  const { tenant_id, company_id } = await organizationAt(context, input);
  const matches = sql`i.tenant_id = ${tenant_id} and i.company_id = ${company_id}
    and ${anyColumnContains([sql`i.filename`, sql`u.name`], input.search)}`;
  const total = await countOf(
    context.tx,
    sql`select count(*)::int as total
      from employee_imports i left join users u on u.id = i.created_by where ${matches}`,
  );
  const rows = await importsWhere(
    context.tx,
    sql`${matches} order by ${orderBy(input.sort ?? "-created_at")} ${limitOffset(input)}`,
  );
  return { total, rows };
}

/** One uploaded file, with an example of each column. @throws Refusal `not_found` */
export async function findImport(
  context: Context,
  input: InputOf<typeof getEmployeeImport>,
): Promise<DataOf<typeof getEmployeeImport>> {
  await organizationAt(context, input);
  const found = await importAt(context, input);
  return { ...found, examples: await examplesOf(context, found) };
}

/** The first text of each column in the first piece, so that users recognize the column. */
async function examplesOf(
  { tx, environment }: Context,
  { tenant_id, id, columns }: EmployeeImport,
): Promise<string[]> {
  const { rows } = await sql<{ sealed: string }>`
    select sealed from employee_import_pieces
    where tenant_id = ${tenant_id} and import_id = ${id} order by piece limit 1`.execute(tx);
  const sealed = atMostOne(rows)?.sealed;
  if (sealed === undefined) return [];
  const sheetRows = JSON.parse(
    unseal(environment, importSealingContext(tenant_id, id), sealed),
  ) as SheetRow[];
  return columns.map((_column, index) => {
    // Any column may hold personal numbers until the user assigns it.
    return exampleOf(sheetRows, index).replaceAll(/\d{8,}/g, maskNumber);
  });
}

/**
 * Assigns fields to the columns of a file, remembers them for the next one, and has the rows
 * checked again.
 *
 * @throws Refusal `not_found`, `changed_meanwhile`, `import_closed`; at `fields`:
 *   `import_columns_differ`, `import_field_twice`, `import_needs_staff_no`,
 *   `import_pay_not_allowed`.
 */
export async function mapImport(
  context: Context,
  input: InputOf<typeof mapEmployeeImport>,
): Promise<EmployeeImport> {
  const { tx } = context;
  const found = await lockOpenImport(context, input, input.version);
  const { fields } = input;
  requireFieldPerColumn("fields", fields, found.columns.length);
  const used = fields.filter((field) => field !== null);
  if (!used.includes("staff_no")) throw Refusal.at("fields", "import_needs_staff_no");
  const forbidden = used.find((field) => !mayImport(context, field));
  if (forbidden !== undefined) throw Refusal.at("fields", notAllowed(forbidden));
  await sql`
    update employee_imports set fields = ${JSON.stringify(fields)}::jsonb, status = 'CHECKING',
      rows_checked = 0, counts = '{}', problem = null, leased_until = null, version = version + 1
    where tenant_id = ${input.tenant_id} and id = ${input.id}`.execute(tx);
  await sql`
    insert into employee_import_mappings as m (tenant_id, company_id, fields)
    values (${input.tenant_id}, ${input.company_id}, ${JSON.stringify(mappingToSave(context, found, fields))}::jsonb)
    on conflict (tenant_id, company_id) do update set fields = m.fields || excluded.fields`.execute(
    tx,
  );
  publishAfterCommit(tx, importTopic);
  return importAt(context, input);
}

/**
 * The field assigned to each title, to remember for the next file. Of columns with the same title the first
 * with a field counts, so that leaving out a repeated column does not leave out the column of the next file.
 * Columns that a user left out are remembered only if the user may import all fields.
 */
function mappingToSave(
  context: Context,
  { columns }: EmployeeImport,
  fields: Fields,
): Record<string, ImportField | null> {
  const hasAll = importFields.every((field) => mayImport(context, field));
  const said = new Map<string, ImportField | null>();
  for (const [index, { title }] of columns.entries()) {
    const key = normalizedTitle(title);
    said.set(key, said.get(key) ?? fields[index] ?? null);
  }
  return Object.fromEntries([...said].filter(([, field]) => hasAll || field !== null));
}

/**
 * Discards a file that was not imported and deletes its cells. @throws Refusal `not_found`,
 * `import_closed`
 */
export async function discardImport(
  context: Context,
  input: InputOf<typeof discardEmployeeImport>,
): Promise<DataOf<typeof discardEmployeeImport>> {
  await lockOpenImport(context, input);
  await discard(context.tx, input.tenant_id, sql`id = ${input.id}`);
  const subject = `employee-import:${input.id}`;
  await audit(context, input.tenant_id, "employee-import.discarded", subject);
  return { done: true };
}

/**
 * Locks a file that is not imported yet. @throws Refusal `not_found`, `import_closed`,
 * `changed_meanwhile`
 */
export async function lockOpenImport(
  context: Context,
  path: ImportPath,
  version?: number,
): Promise<EmployeeImport> {
  const found = await lockPermittedImport(context, path);
  if (["COMMITTED", "UNDONE", "DISCARDED"].includes(found.status)) {
    throw new Refusal("import_closed");
  }
  if (version !== undefined && found.version !== version) throw new Refusal("changed_meanwhile");
  return found;
}

/**
 * Locks a file whose columns the user may all import. @throws Refusal `not_found`,
 * `import_file_of_records`
 */
export async function lockPermittedImport(
  context: Context,
  path: ImportPath,
): Promise<EmployeeImport> {
  await enterOrganization(context, path);
  const found = await importAt(context, path, true);
  if (found.columns.some(({ field }) => field !== null && !mayImport(context, field))) {
    throw new Refusal("import_file_of_records");
  }
  return found;
}

/** One uploaded file; the scope must include its organization. @throws Refusal `not_found` */
export async function importAt(
  { tx }: Pick<Context, "tx">,
  path: ImportPath,
  lock = false,
): Promise<EmployeeImport> {
  const rows = await importsWhere(
    tx,
    sql`i.tenant_id = ${path.tenant_id} and i.company_id = ${path.company_id} and i.id = ${path.id}
      ${lock ? sql`for no key update of i` : sql``}`,
  );
  const found = atMostOne(rows);
  if (found === undefined) throw notFound("The import");
  return found;
}

async function importsWhere(tx: Tx, which: RawBuilder<unknown>): Promise<EmployeeImport[]> {
  const { rows } = await sql<Row>`
    select i.id, i.tenant_id, i.company_id, i.filename, i.status, i.version, i.titles, i.fields, i.rows,
      i.rows_checked, i.counts, i.problem, i.created_at, u.name as created_by, i.committed_at, i.undone_at
    from employee_imports i left join users u on u.id = i.created_by
    where ${which}`.execute(tx);
  return rows.map(({ titles, fields, counts, ...row }) => ({
    ...row,
    columns: titles.map((title, index) => ({ title, field: fields[index] ?? null })),
    counts: { NEW: 0, CHANGED: 0, UNCHANGED: 0, REJECTED: 0, ...counts },
  }));
}

async function rememberedFields(
  tx: Tx,
  { tenant_id, company_id }: OrganizationPath,
): Promise<Readonly<Record<string, ImportField | null>>> {
  const { rows } = await sql<{ fields: Record<string, ImportField | null> }>`
    select fields from employee_import_mappings
    where tenant_id = ${tenant_id} and company_id = ${company_id}`.execute(tx);
  return atMostOne(rows)?.fields ?? {};
}

function guessedFields(
  titles: readonly string[],
  remembered: Readonly<Record<string, ImportField | null>>,
  context: Context,
): Fields {
  const used = new Set<ImportField>();
  return titles.map((title) => {
    const said = remembered[normalizedTitle(title)];
    const field = said === undefined ? (importFieldByTitle(title) ?? null) : said;
    if (field === null || used.has(field) || !mayImport(context, field)) return null;
    if (!importFields.includes(field)) return null;
    used.add(field);
    return field;
  });
}

/** Importing a field needs the same permission as writing it elsewhere. */
export function mayImport({ actor }: Context, field: ImportField): boolean {
  return mayImportField(field, {
    records: actor.permissions.includes("employees.write"),
    pay: actor.permissions.includes("employees.pay.write"),
  });
}

function notAllowed(field: ImportField): ErrorCode {
  return importPayFields.includes(field) ? "import_pay_not_allowed" : "import_records_not_allowed";
}

/** After how many days a file that was not imported is discarded. */
const retentionDays = 7;

/** Discards old uploads: cells with personal data are stored only while they can be imported. */
async function discardOldUploads(
  { tx, clock }: Context,
  { tenant_id, company_id }: OrganizationPath,
): Promise<void> {
  const before = new Date(clock.now().getTime() - retentionDays * 24 * 60 * 60 * 1000);
  await discard(tx, tenant_id, sql`company_id = ${company_id} and created_at < ${before}`);
}

async function discard(tx: Tx, tenantId: number, which: RawBuilder<unknown>): Promise<void> {
  const { rows } = await sql<{ id: number }>`
    update employee_imports set status = 'DISCARDED', version = version + 1
    where tenant_id = ${tenantId} and status in ('MAPPING', 'CHECKING', 'READY', 'FAILED') and ${which}
    returning id`.execute(tx);
  const ids = rows.map(({ id }) => id);
  if (ids.length > 0) await deleteCells(tx, tenantId, ids);
}

async function deleteCells(tx: Tx, tenantId: number, ids: readonly number[]): Promise<void> {
  await sql`delete from employee_import_pieces
    where tenant_id = ${tenantId} and import_id = any (${ids})`.execute(tx);
  await sql`delete from employee_import_rows
    where tenant_id = ${tenantId} and import_id = any (${ids})`.execute(tx);
}
