import type { z } from "zod";

import { describeList } from "../list.ts";
import { employeeImportSorts, importStatusLabels, type employeeImport } from "./imports.ts";

/** Uploaded files of employees, the latest first. */
export const employeeImportsList = describeList<z.output<typeof employeeImport>>()({
  label: "Imports",
  columns: {
    filename: {
      header: "File",
      kind: "text",
      wrap: true,
      value: (row) => row.filename,
      phone: "what",
    },
    status: { header: "Status", kind: "status", value: (row) => importStatusLabels[row.status] },
    rows: { header: "Rows", kind: "count", value: (row) => row.rows, phone: "none" },
    new: { header: "New", kind: "count", value: (row) => row.counts.NEW, phone: "none" },
    changed: {
      header: "Changed",
      kind: "count",
      value: (row) => row.counts.CHANGED,
      phone: "none",
    },
    rejected: {
      header: "Rejected",
      kind: "count",
      value: (row) => row.counts.REJECTED,
      phone: "none",
    },
    created_at: { header: "Uploaded", kind: "moment", value: (row) => row.created_at },
    created_by: {
      header: "By",
      kind: "text",
      value: (row) => row.created_by ?? "",
      phone: "none",
    },
  },
  sorts: employeeImportSorts,
});
