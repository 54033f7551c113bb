import type {
  employeeImportRow,
  exportRejectedRows,
  getImportTemplate,
  listEmployeeImportRows,
} from "@kontor/contract/employees/imports";
import type { InputOf } from "@kontor/contract/endpoint";
import {
  importFieldTitle,
  importTemplateFields,
  rejectionReasonsTitle,
} from "@kontor/contract/reference/employee-import-fields";
import { stringify } from "csv-stringify/sync";
import { sql, type RawBuilder } from "kysely";
import type { z } from "zod";

import { unseal } from "../../platform/configuration/secrets.ts";
import { countOf, limitOffset, sortOrders, type Page } from "../../platform/database/list.ts";
import { fileName } from "../../platform/export/export-table.ts";
import type { FileResponse } from "../../platform/http/serve-file.ts";
import { organizationAt, organizationLabel } from "../../platform/organization/organization.ts";
import type { Context } from "../../platform/scope.ts";
import { textOfCell } from "../../platform/sheets/cells.ts";
import type { Cell } from "../../platform/sheets/table.ts";
import type { EvaluatedRow } from "./evaluate.ts";
import { importAt, mayImport, importSealingContext, type ImportPath } from "./imports.ts";

type Row = z.output<typeof employeeImportRow>;
type StoredRow = EvaluatedRow & { line: number; cells: Cell[] };

const orderBy = sortOrders({ line: [sql`r.line`] });

/**
 * One page of the rows with their effects, in file order unless sorted. @throws Refusal `not_found`
 */
export async function importRows(
  context: Context,
  input: InputOf<typeof listEmployeeImportRows>,
): Promise<Page<Row>> {
  await organizationAt(context, input);
  await importAt(context, input);
  const matches = sql`r.tenant_id = ${input.tenant_id} and r.import_id = ${input.id}
    ${input.kind === undefined ? sql`` : sql`and r.kind = ${input.kind}`}`;
  const total = await countOf(
    context.tx,
    sql`select count(*)::int as total from employee_import_rows r where ${matches}`,
  );
  const rows = await storedRows(
    context,
    input,
    sql`${matches} order by ${orderBy(input.sort ?? "line")} ${limitOffset(input)}`,
  );
  return { total, rows: rows.map(presentRow) };
}

function presentRow({
  line,
  kind,
  staff_no,
  name,
  employee_id,
  changes,
  reasons,
  bank_change,
}: StoredRow): Row {
  return {
    line,
    kind,
    staff_no,
    name,
    employee_id,
    changes,
    reasons,
    bank_change: bank_change !== null,
  };
}

/** Escapes characters with which a spreadsheet formula begins; the upload removes the escape. */
const csvOptions = { bom: true, escape_formulas: true, record_delimiter: "windows" } as const;

/**
 * The rejected rows as uploaded, with the reasons, to be corrected and uploaded again. @throws
 * Refusal `not_found`
 */
export async function rejectedRowsFile(
  context: Context,
  input: InputOf<typeof exportRejectedRows>,
): Promise<FileResponse> {
  await organizationAt(context, input);
  const found = await importAt(context, input);
  const rows = await storedRows(
    context,
    input,
    sql`r.tenant_id = ${input.tenant_id} and r.import_id = ${input.id} and r.kind = 'REJECTED' order by r.line`,
  );
  // A user without permission for records must not get full personal numbers from a colleague's file.
  const isShown = (place: number) => {
    const { title = "", field = null } = found.columns[place] ?? {};
    // The reasons of a file that was rejected before are replaced.
    if (field === null && title === rejectionReasonsTitle) return false;
    return mayWriteRecords(context) || (field !== null && mayImport(context, field));
  };
  const titles = found.columns.map(({ title }) => title).filter((_title, place) => isShown(place));
  const lines = rows.map(({ cells, reasons }) => [
    ...cells.filter((_cell, place) => isShown(place)).map(textOfCell),
    reasons.map(({ message }) => message).join(" "),
  ]);
  const name = fileName([found.filename.replace(/\.[^.]*$/, ""), "rejected"]);
  return csvFile(name, [[...titles, rejectionReasonsTitle], ...lines]);
}

/**
 * An empty file with a column for each field that the caller may import. @throws Refusal
 * `not_found`
 */
export async function importTemplateFile(
  context: Context,
  input: InputOf<typeof getImportTemplate>,
): Promise<FileResponse> {
  const { tenant_id } = await organizationAt(context, input);
  const { code } = await organizationLabel(context.tx, tenant_id);
  const fields = importTemplateFields.filter((field) => mayImport(context, field));
  return csvFile(fileName(["employees", "template", code]), [fields.map(importFieldTitle)]);
}

function mayWriteRecords({ actor }: Context): boolean {
  return actor.permissions.includes("employees.write");
}

function csvFile(name: string, lines: readonly (readonly string[])[]): FileResponse {
  return {
    filename: `${name}.csv`,
    media_type: "text/csv; charset=utf-8",
    content: Buffer.from(
      stringify(
        lines.map((line) => [...line]),
        csvOptions,
      ),
    ),
  };
}

async function storedRows(
  { tx, environment }: Context,
  { tenant_id, id }: ImportPath,
  which: RawBuilder<unknown>,
): Promise<StoredRow[]> {
  const { rows } = await sql<{ line: number; sealed: string; employee_id: number | null }>`
    select r.line, r.sealed, r.employee_id from employee_import_rows r where ${which}`.execute(tx);
  const name = importSealingContext(tenant_id, id);
  return rows.map(({ line, sealed, employee_id }) => ({
    ...(JSON.parse(unseal(environment, name, sealed)) as StoredRow),
    line,
    employee_id,
  }));
}
