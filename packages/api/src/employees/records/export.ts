import type { exportEmployees } from "@kontor/contract/employees/employees";
import { employeesList } from "@kontor/contract/employees/lists";
import type { InputOf } from "@kontor/contract/endpoint";
import { fact } from "@kontor/contract/facts";

import { readByCursor } from "../../platform/database/cursor.ts";
import { presented } from "../../platform/database/list.ts";
import { exportFile } from "../../platform/export/export-file.ts";
import type { FileResponse } from "../../platform/http/serve-file.ts";
import { tenantFilter, type Context } from "../../platform/scope.ts";
import {
  countEmployees,
  employeesMatching,
  presentRow,
  refuseSlowSort,
  selectForExport,
} from "./list.ts";

/**
 * The employees that the filters let through as a file.
 *
 * @throws Refusal `not_found`, `export_too_long`; `list_too_long_to_sort` at `sort`
 */
export async function employeesFile(
  context: Context,
  input: InputOf<typeof exportEmployees>,
): Promise<FileResponse> {
  const { tx, clock } = context;
  const { format, ...filters } = input;
  const { status, department, sort } = filters;
  const matches = employeesMatching(context, filters);
  const total = await countEmployees(context, filters);
  refuseSlowSort(sort, total);
  return exportFile(context, format, {
    list: employeesList,
    name: "employees",
    parts: [status?.toLowerCase(), clock.today()],
    facts: [
      ...fact("Status", status),
      ...fact("Department", department),
      ...fact("Search", input.search),
    ],
    tenantId: tenantFilter(context, input.tenant_id),
    total,
    rows: presented(readByCursor(tx, selectForExport(context, matches, sort)), presentRow),
  });
}
