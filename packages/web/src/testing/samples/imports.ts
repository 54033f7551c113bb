import type { getEmployeeImport, listEmployeeImportRows } from "@kontor/contract/employees/imports";
import type { DataOf } from "@kontor/contract/endpoint";

type Opened = DataOf<typeof getEmployeeImport>;
type Row = DataOf<typeof listEmployeeImportRows>[number];

/** A checked file of Acme Corporation: two new rows, one changed, one rejected. */
export function openedImport(more: Partial<Opened> = {}): Opened {
  return {
    id: 41,
    tenant_id: 7,
    company_id: 9,
    filename: "staff.csv",
    status: "READY",
    version: 1,
    columns: [
      { title: "Staff No", field: "staff_no" },
      { title: "Surname", field: "last_name" },
      { title: "Shoe Size", field: null },
      { title: "Reasons", field: null },
    ],
    rows: 4,
    rows_checked: 4,
    counts: { NEW: 2, CHANGED: 1, UNCHANGED: 0, REJECTED: 1 },
    problem: null,
    created_at: new Date("2026-03-05T13:30:00Z"),
    created_by: "Bola Ade",
    committed_at: null,
    undone_at: null,
    examples: ["ACM-0012", "Okafor", "38"],
    ...more,
  };
}

/** The same import as lists and mutations return it. */
export function listedImport(more: Partial<Opened> = {}) {
  const { examples: _examples, ...listed } = openedImport(more);
  return listed;
}

/** A row of a new employee. */
export function importRow(more: Partial<Row> = {}): Row {
  return {
    line: 2,
    kind: "NEW",
    staff_no: "ACM-0014",
    name: "Musa Bello",
    employee_id: null,
    changes: [
      { field: "first_name", from: null, to: "Musa" },
      { field: "start_date", from: null, to: "2026-02-01" },
      { field: "basic", from: null, to: "250000.00" },
    ],
    reasons: [],
    bank_change: false,
    ...more,
  };
}
