import type { DataOf, InputOf } from "@kontor/contract/endpoint";
import { formatCount } from "@kontor/contract/format";
import { registerFacts } from "@kontor/contract/pay-reports/facts";
import {
  organizationLine,
  registerLines,
  registerList,
  registerTotal,
  type payrollRegisterList,
  type payrollRegisterReport,
  type RegisterLine,
} from "@kontor/contract/pay-reports/payroll-register";
import { sql } from "kysely";

import {
  postedOrganizations,
  postedPayslips,
  postedRuns,
  postedSubtotals,
  postedTotals,
  presentOrganization,
  presentPostedPayslip,
  type PostedOrganization,
  type PostedFilter,
  type PostedRow,
} from "../../payroll/payslips/posted-pay.ts";
import { readByCursor } from "../../platform/database/cursor.ts";
import { limitOffset, presentBatches } from "../../platform/database/list.ts";
import { type ListExport } from "../../platform/export/export-file.ts";
import type { Context } from "../../platform/scope.ts";
import { monthOrLatest, payrollFilter, payrollTenant } from "./payroll-filter.ts";

type Register = DataOf<typeof payrollRegisterReport.read>;

/**
 * A page of the payslips that an organization posted for a month, with the totals of all and, on
 * request, of each branch, department, grade, state or pension fund administrator, in kobo. Without
 * an organization, a page of the organizations that the caller may read, with the totals of each.
 *
 * @throws Refusal `not_found`, `module_off`; `organization_required` for divisions or an employee
 *   without one.
 */
export async function payrollRegister(
  context: Context,
  input: InputOf<typeof payrollRegisterReport.read>,
): Promise<Register & { total: number }> {
  const { tx } = context;
  const { group } = input;
  const part = await registerPart(context, input);
  const { period } = part;
  const { payslips, organizations, totals } = await postedTotals(tx, part);
  if (part.tenantId === null) {
    const { rows } = await sql<PostedOrganization>`
      ${postedOrganizations(part, input.sort)} ${limitOffset(input)}`.execute(tx);
    const each = rows.map(presentOrganization);
    return {
      period,
      rows: [],
      organizations: each,
      totals,
      subtotals: [],
      runs: [],
      total: organizations,
    };
  }
  const { rows } = await sql<PostedRow>`
    ${postedPayslips(part, input.sort)} ${limitOffset(input)}`.execute(tx);
  return {
    period,
    rows: rows.map((row) => presentPostedPayslip(row, group)),
    organizations: [],
    totals,
    subtotals: await postedSubtotals(tx, part),
    runs: await postedRuns(tx, part),
    total: payslips,
  };
}

/** Exports all rows as a file, each division below its subtotal. */
export async function payrollRegisterFile(
  context: Context,
  input: InputOf<typeof payrollRegisterReport.file>,
): Promise<ListExport<RegisterLine, keyof typeof payrollRegisterList.columns>> {
  const { tx } = context;
  const { group, sort } = input;
  const part = await registerPart(context, input);
  const { payslips, organizations, totals } = await postedTotals(tx, part);
  const several = part.tenantId === null;
  const runs = several ? [] : await postedRuns(tx, part);
  const subtotals = await postedSubtotals(tx, part);
  // A report on one employee names them once, among the filters.
  const { rows: first } =
    input.employee_id === undefined
      ? { rows: [] }
      : await sql<PostedRow>`${postedPayslips(part)} limit 1`.execute(tx);
  return {
    list: registerList({ ...part, several }),
    name: "payroll-register",
    parts: [part.from, part.period, group],
    facts: [
      ...registerFacts({ ...input, ...part }, { runs, subtotals, rows: first }),
      ["Payslips", formatCount(payslips)],
    ],
    tenantId: part.tenantId,
    total: several ? organizations : payslips + subtotals.length,
    rows: several
      ? presentBatches(readByCursor(tx, postedOrganizations(part, sort)), (row) =>
          organizationLine(presentOrganization(row)),
        )
      : registerBatches(readByCursor(tx, postedPayslips(part, sort)), { subtotals, group }),
    after: () => (payslips === 0 ? [] : [registerTotal(totals)]),
  };
}

type SubtotalOptions = Parameters<typeof registerLines>[1];

/** Batches of payslips with the subtotals between them. */
async function* registerBatches(
  batches: AsyncIterable<readonly PostedRow[]>,
  divided: SubtotalOptions,
): AsyncGenerator<RegisterLine[]> {
  let above: string | undefined;
  for await (const batch of batches) {
    const rows = batch.map((row) => presentPostedPayslip(row, divided.group));
    yield registerLines(rows, divided, above);
    above = rows.at(-1)?.division;
  }
}

async function registerPart(
  context: Context,
  input: Pick<
    InputOf<typeof payrollRegisterReport.read>,
    "tenant_id" | "period" | "from" | "group" | "division" | "employee_id" | "scheme"
  >,
): Promise<PostedFilter> {
  const { tenant_id, employee_id: employeeId, from, group, division, scheme } = input;
  const isOfOne = group !== undefined || employeeId !== undefined;
  const tenantId = await (isOfOne ? payrollTenant : payrollFilter)(context, tenant_id);
  const period = await monthOrLatest(context, tenantId, input.period);
  return { tenantId, employeeId, period, from, group, division, scheme };
}
