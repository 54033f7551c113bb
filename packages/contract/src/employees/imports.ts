import { z } from "zod";

import { endpoint } from "../endpoint.ts";
import { importFields, type ImportField } from "../reference/employee-import-fields.ts";
import { sheetLimits } from "../reference/sheet-limits.ts";
import { done } from "../wire/calls.ts";
import { id, idOut, organizationParams } from "../wire/ids.ts";
import { pageQuery, search, sortBy } from "../wire/lists.ts";
import { moment } from "../wire/moment.ts";
import { version } from "../wire/version.ts";

/**
 * MAPPING: a user must choose the column of the staff number. CHECKING: the rows are being compared
 * with existing records. READY: the effect of the import is known. FAILED: the rows could not be
 * checked, with the reason.
 */
export const importStatuses = [
  "MAPPING",
  "CHECKING",
  "READY",
  "FAILED",
  "COMMITTED",
  "UNDONE",
  "DISCARDED",
] as const;

export type ImportStatus = (typeof importStatuses)[number];

export const importStatusLabels: Readonly<Record<ImportStatus, string>> = {
  MAPPING: "Columns to name",
  CHECKING: "Being checked",
  READY: "To import",
  FAILED: "Not checked",
  COMMITTED: "Imported",
  UNDONE: "Undone",
  DISCARDED: "Given up",
};

export const importRowKinds = ["NEW", "CHANGED", "UNCHANGED", "REJECTED"] as const;
export type ImportRowKind = (typeof importRowKinds)[number];

const field = z.enum(importFields as [ImportField, ...ImportField[]], {
  error: "Choose a field from the list.",
});

export const employeeImport = z.strictObject({
  id: idOut,
  tenant_id: idOut,
  company_id: idOut,
  filename: z.string(),
  status: z.enum(importStatuses),
  version: z.int(),
  /** The columns of the file in order, each with its field; null for columns left out. */
  columns: z.array(z.strictObject({ title: z.string(), field: field.nullable() })),
  /** The number of rows, and the number already compared. */
  rows: z.int(),
  rows_checked: z.int(),
  counts: z.strictObject({
    NEW: z.int(),
    CHANGED: z.int(),
    UNCHANGED: z.int(),
    REJECTED: z.int(),
  }),
  /** Why it FAILED, as a sentence for the user. */
  problem: z.string().nullable(),
  created_at: moment,
  created_by: z.string().nullable(),
  committed_at: moment.nullable(),
  undone_at: moment.nullable(),
});

const importsPath = "/organizations/{tenant_id}/{company_id}/employee-imports";
const importParams = organizationParams.extend({ id });

export const uploadEmployeeImport = endpoint({
  method: "POST",
  path: importsPath,
  summary:
    "Upload a CSV or Excel file of employees; columns are matched automatically and rows checked",
  access: "employees.import",
  params: organizationParams,
  body: z.strictObject({}),
  files: ["file"],
  data: employeeImport,
  status: 201,
  idempotent: true,
});

export const employeeImportSorts = [
  "filename",
  "status",
  "rows",
  "new",
  "changed",
  "rejected",
  "created_at",
  "created_by",
] as const;

export const listEmployeeImports = endpoint({
  method: "GET",
  path: importsPath,
  summary: "Uploaded files, newest first; search by file name and uploader",
  access: "employees.import",
  params: organizationParams,
  query: z.strictObject({ search, sort: sortBy(employeeImportSorts), ...pageQuery(25) }),
  data: z.array(employeeImport),
  paged: true,
});

export const getEmployeeImport = endpoint({
  method: "GET",
  path: `${importsPath}/{id}`,
  summary: "One uploaded file, with the progress of its check and its columns",
  access: "employees.import",
  params: importParams,
  data: employeeImport.extend({
    /**
     * The first cells of each column, with personal numbers masked; empty once the import is
     * finished.
     */
    examples: z.array(z.string()),
  }),
});

/** The mapping is remembered for the organization's next file. */
export const mapEmployeeImport = endpoint({
  method: "PUT",
  path: `${importsPath}/{id}/mapping`,
  summary: "Match the columns of the file to fields, and check its rows again",
  access: "employees.import",
  params: importParams,
  body: z.strictObject({
    /** One for each column in order; null leaves the column out. */
    fields: z.array(field.nullable()).max(sheetLimits.columns),
    version,
  }),
  data: employeeImport,
});

/** A row of the file and its effect. Personal numbers are masked. */
export const employeeImportRow = z.strictObject({
  /** The line number in the file, as a spreadsheet counts. */
  line: z.int(),
  kind: z.enum(importRowKinds),
  staff_no: z.string(),
  name: z.string(),
  /** The existing employee. */
  employee_id: idOut.nullable(),
  changes: z.array(
    z.strictObject({ field, from: z.string().nullable(), to: z.string().nullable() }),
  ),
  reasons: z.array(z.strictObject({ field: field.nullable(), message: z.string() })),
  /** A change of bank account that takes effect only once a second person confirms it. */
  bank_change: z.boolean(),
});

/** Names and numbers are stored encrypted, so rows can be sorted only in the order of the file. */
export const importRowSorts = ["line"] as const;

export const listEmployeeImportRows = endpoint({
  method: "GET",
  path: `${importsPath}/{id}/rows`,
  summary: "The rows of an uploaded file in order, with what importing would do",
  access: "employees.import",
  params: importParams,
  query: z.strictObject({
    kind: z
      .enum(importRowKinds, { error: `Choose one of ${importRowKinds.join(", ")}.` })
      .optional(),
    sort: sortBy(importRowSorts),
    ...pageQuery(50),
  }),
  data: z.array(employeeImportRow),
  paged: true,
});

export const exportRejectedRows = endpoint({
  method: "GET",
  path: `${importsPath}/{id}/rejected`,
  summary: "The rejected rows as a CSV file with a column of reasons, to correct and upload again",
  access: "employees.import",
  params: importParams,
  data: z.unknown(),
  file: ["text/csv"],
});

export const getImportTemplate = endpoint({
  method: "GET",
  path: "/organizations/{tenant_id}/{company_id}/employee-import-template",
  summary: "A CSV file with a column for each field, to fill in",
  access: "employees.import",
  params: organizationParams,
  data: z.unknown(),
  file: ["text/csv"],
});

export const commitEmployeeImport = endpoint({
  method: "POST",
  path: `${importsPath}/{id}/commit`,
  summary: "Import an uploaded file: add and change its employees, all or none",
  access: "employees.import",
  params: importParams,
  body: z.strictObject({
    version,
    /** Continue without the rejected rows. */
    without_rejected: z.boolean({ error: "Say true or false." }),
  }),
  data: employeeImport,
  idempotent: true,
});

export const undoEmployeeImport = endpoint({
  method: "POST",
  path: `${importsPath}/{id}/undo`,
  summary: "Undo an import, as long as none of its employees has been used",
  access: "employees.import",
  params: importParams,
  data: employeeImport,
});

export const discardEmployeeImport = endpoint({
  method: "DELETE",
  path: `${importsPath}/{id}`,
  summary: "Discard an uploaded file that was not imported",
  access: "employees.import",
  params: importParams,
  data: done,
});
