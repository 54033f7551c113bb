import type { DataOf, InputOf } from "@kontor/contract/endpoint";
import {
  payrollRegisterList,
  registerTotal,
  type payrollRegisterReport,
} from "@kontor/contract/pay-reports/payroll-register";
import { monthName } from "@kontor/payroll/month";
import { sql } from "kysely";

import {
  postedPayslips,
  postedRuns,
  postedTotals,
  presentPosted,
  type PostedMonth,
  type PostedPayslip,
  type PostedRow,
} from "../../payroll/payslips/posted-pay.ts";
import { readByCursor } from "../../platform/database/cursor.ts";
import { limitTo, presented } from "../../platform/database/list.ts";
import { fact, type ListExport } from "../../platform/export/export-file.ts";
import type { Context } from "../../platform/scope.ts";
import { payrollOf } from "./payroll-filter.ts";

type Register = DataOf<typeof payrollRegisterReport.read>;

/**
 * A page of the payslips that an organization posted for a month, with the totals of all, in kobo.
 *
 * @throws Refusal `organization_required`, `not_found`, `module_off`.
 */
export async function payrollRegister(
  context: Context,
  input: InputOf<typeof payrollRegisterReport.read>,
): Promise<Register & { total: number }> {
  const { tx } = context;
  const month = await monthOf(context, input);
  const { rows } = await sql<PostedRow>`${postedPayslips(month)} ${limitTo(input)}`.execute(tx);
  return {
    rows: rows.map(presentPosted),
    ...(await postedTotals(tx, month)),
    runs: await postedRuns(tx, month),
  };
}

/** All of them as a file. */
export async function payrollRegisterFile(
  context: Context,
  input: InputOf<typeof payrollRegisterReport.file>,
): Promise<ListExport<PostedPayslip, keyof typeof payrollRegisterList.columns>> {
  const { tx } = context;
  const month = await monthOf(context, input);
  const { total, totals } = await postedTotals(tx, month);
  const runs = await postedRuns(tx, month);
  return {
    list: payrollRegisterList,
    name: "payroll-register",
    parts: [month.period],
    facts: [
      ["Month", monthName(month.period)],
      ...fact("Payroll Runs", runs.map(({ number }) => number).join(", ")),
      ["Payslips", String(total)],
    ],
    tenantId: month.tenantId,
    total,
    rows: presented(readByCursor(tx, postedPayslips(month)), presentPosted),
    after: () => (total === 0 ? [] : [registerTotal(totals)]),
  };
}

async function monthOf(
  context: Context,
  { tenant_id, period }: { tenant_id?: number | undefined; period: string },
): Promise<PostedMonth> {
  return { tenantId: await payrollOf(context, tenant_id), period };
}
