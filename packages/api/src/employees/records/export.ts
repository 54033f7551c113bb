import type { exportEmployees } from "@kontor/contract/employees";
import type { InputOf } from "@kontor/contract/endpoint";
import { formatMoment, formatMoney } from "@kontor/contract/format";
import { payrollNeed } from "@kontor/contract/reference/employees";

import { readByCursor } from "../../platform/database/cursor.ts";
import { exportFile } from "../../platform/export/export-file.ts";
import {
  fileName,
  type ExportColumn,
  type PrintColumn,
} from "../../platform/export/export-table.ts";
import type { FileResponse } from "../../platform/http/serve-file.ts";
import { organizationLabel } from "../../platform/organization/organization.ts";
import { tenantFilter, type Context } from "../../platform/scope.ts";
import {
  countEmployees,
  employeesMatching,
  presentRow,
  selectForExport,
  type EmployeeListItem,
  type EmployeeListRow,
} from "./list.ts";

/** The employees that the filters let through as a file. @throws Refusal `not_found`, `export_too_long` */
export async function employeesFile(
  context: Context,
  input: InputOf<typeof exportEmployees>,
): Promise<FileResponse> {
  const { tx, clock } = context;
  const tenantId = tenantFilter(context, input.tenant_id);
  const organization = tenantId === null ? null : await organizationLabel(tx, tenantId);
  const matches = employeesMatching(context, input);
  return exportFile(context, input.format, {
    title: "Employees",
    facts: [
      ["Organization", organization?.name ?? "All organizations"],
      ...(input.status === undefined ? [] : [["Status", input.status] as const]),
      ...(input.department ? [["Department", input.department] as const] : []),
      ["Prepared", formatMoment(clock.now())],
    ],
    filename: fileName([
      "employees",
      organization?.code,
      input.status?.toLowerCase(),
      clock.today(),
    ]),
    tenantId,
    total: await countEmployees(context, matches),
    rows: rowsOf(readByCursor(tx, selectForExport(context, matches, input.sort))),
    columns,
    print,
    landscape: true,
  });
}

async function* rowsOf(
  batches: AsyncIterable<EmployeeListRow[]>,
): AsyncGenerator<EmployeeListItem[]> {
  for await (const batch of batches) yield batch.map(presentRow);
}

const nameOf = (row: EmployeeListItem) => `${row.last_name}, ${row.first_name}`;
const missingOf = (row: EmployeeListItem) =>
  row.missing.map((code) => payrollNeed(code).title).join(", ");

const columns: readonly ExportColumn<EmployeeListItem>[] = [
  { header: "Staff No.", width: 14, kind: "text", cell: (row) => row.staff_no },
  { header: "Last Name", width: 20, kind: "text", cell: (row) => row.last_name },
  { header: "First Name", width: 20, kind: "text", cell: (row) => row.first_name },
  { header: "Organization", width: 28, kind: "text", cell: (row) => row.organization },
  { header: "Branch", width: 18, kind: "text", cell: (row) => row.branch },
  { header: "Department", width: 18, kind: "text", cell: (row) => row.department },
  { header: "Designation", width: 22, kind: "text", cell: (row) => row.designation },
  { header: "Grade", width: 10, kind: "text", cell: (row) => row.grade },
  { header: "Status", width: 12, kind: "text", cell: (row) => row.status },
  { header: "Start", width: 12, kind: "date", cell: (row) => row.start_date },
  { header: "Last Day", width: 12, kind: "date", cell: (row) => row.exit_date },
  { header: "Pay a Month", width: 18, kind: "amount", cell: (row) => row.monthly_pay },
  { header: "Missing for Payroll", width: 40, kind: "text", cell: missingOf },
];

const print: readonly PrintColumn<EmployeeListItem>[] = [
  { header: "Staff No.", width: 70, cell: (row) => row.staff_no },
  { header: "Name", width: "*", cell: nameOf },
  { header: "Organization", width: 120, cell: (row) => row.organization },
  { header: "Department", width: 90, cell: (row) => row.department },
  { header: "Status", width: 62, cell: (row) => row.status },
  {
    header: "Pay a Month",
    width: 86,
    align: "end",
    cell: (row) => (row.monthly_pay === null ? "" : formatMoney(row.monthly_pay)),
  },
  { header: "Missing for Payroll", width: 120, cell: missingOf },
];
