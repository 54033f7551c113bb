import type { exportEmployees } from "@kontor/contract/employees/employees";
import { employeesList, employeesWithoutPay } from "@kontor/contract/employees/lists";
import type { InputOf } from "@kontor/contract/endpoint";
import { fact } from "@kontor/contract/facts";
import { payrollRequirement } from "@kontor/contract/reference/employees";
import { codeInWords } from "@kontor/contract/words";
import { sql } from "kysely";

import { tenantCondition } from "../../platform/database/conditions.ts";
import { readByCursor } from "../../platform/database/cursor.ts";
import { presentBatches } from "../../platform/database/list.ts";
import { atMostOne } from "../../platform/database/rows.ts";
import { exportFile } from "../../platform/export/export-file.ts";
import type { FileResponse } from "../../platform/http/serve-file.ts";
import { tenantFilter, type Context } from "../../platform/scope.ts";
import {
  countEmployees,
  employeesMatching,
  presentEmployeeRow,
  refuseSlowSort,
  selectEmployeesForExport,
} from "./list.ts";
import { maySeePay } from "./pay.ts";

/**
 * The employees that match the filters, as a file.
 *
 * @throws Refusal `not_found`, `export_too_long`; `list_too_long_to_sort` at `sort`
 */
export async function employeesFile(
  context: Context,
  input: InputOf<typeof exportEmployees>,
): Promise<FileResponse> {
  const { tx, clock } = context;
  const { format, ...filters } = input;
  const { status, department, designation, grade, missing, sort } = filters;
  const matches = employeesMatching(context, filters);
  const total = await countEmployees(context, filters);
  refuseSlowSort(sort, total);
  return exportFile(context, format, {
    list: maySeePay(context) ? employeesList : employeesWithoutPay,
    name: "employees",
    parts: [status?.toLowerCase(), clock.today()],
    facts: [
      ...fact("Status", status && codeInWords(status)),
      ...fact("Branch", await branchName(context, filters)),
      ...fact("Department", department),
      ...fact("Designation", designation),
      ...fact("Grade", grade),
      ...fact(
        "Missing for Payroll",
        missing && (missing === "any" ? "Anything" : payrollRequirement(missing).title),
      ),
      ...fact("New Bank Account", waitingLabel(filters.bank_change_waiting, filters)),
      ...fact("Tax Relief", waitingLabel(filters.relief_waiting, filters)),
      ...fact("Search", input.search),
    ],
    tenantId: tenantFilter(context, input.tenant_id),
    total,
    rows: presentBatches(
      readByCursor(tx, selectEmployeesForExport(context, matches, sort)),
      presentEmployeeRow,
    ),
  });
}

function waitingLabel(
  waiting: boolean | undefined,
  { for_me }: { for_me?: boolean | undefined },
): string | undefined {
  if (waiting === undefined) return undefined;
  if (!waiting) return "None waiting";
  return for_me === true ? "Waiting, asked by others" : "Waiting";
}

/** The name of the filter's branch, or its id if the organization has no such branch. */
async function branchName(
  context: Context,
  { tenant_id, branch_id }: Pick<InputOf<typeof exportEmployees>, "tenant_id" | "branch_id">,
): Promise<string | undefined> {
  if (branch_id === undefined) return undefined;
  const tenantId = tenantFilter(context, tenant_id);
  const { rows } = await sql<{ name: string }>`
    select b.name from branches b where ${tenantCondition(sql`b.tenant_id`, tenantId)} and b.id = ${branch_id}`.execute(
    context.tx,
  );
  return atMostOne(rows)?.name ?? `No. ${branch_id}`;
}
