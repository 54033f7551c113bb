import { displayKobo } from "@kontor/books/money";
import type { DataOf, InputOf } from "@kontor/contract/endpoint";
import { fact } from "@kontor/contract/facts";
import { payslipsList } from "@kontor/contract/payroll/lists";
import type {
  exportPayslips,
  getPayslipTotals,
  listPayslips,
} from "@kontor/contract/payroll/payslips";
import { payslipFilterTitles } from "@kontor/contract/payroll/runs";
import { codeInWords } from "@kontor/contract/words";
import { monthName } from "@kontor/payroll/month";
import { sql } from "kysely";

import { readByCursor } from "../../platform/database/cursor.ts";
import {
  countOf,
  limitOffset,
  sortOrders,
  presentBatches,
  type Page,
} from "../../platform/database/list.ts";
import { exactlyOne } from "../../platform/database/rows.ts";
import { exportFile } from "../../platform/export/export-file.ts";
import type { FileResponse } from "../../platform/http/serve-file.ts";
import type { Context } from "../../platform/scope.ts";
import { runAt, runNumber, signedMoneyOf } from "../runs/row.ts";
import {
  payslipListColumns,
  stateOrder,
  payslipsMatching,
  presentPayslipRow,
  type PayslipListItem,
  type PayslipRow,
} from "./rows.ts";

const ordered = sortOrders(
  {
    name: [sql`s.name`],
    staff_no: [sql`s.staff_no`],
    gross: [sql`s.gross`],
    deductions: [sql`s.deductions`],
    net: [sql`s.net`],
    employer: [sql`s.employer`],
    // Without a payslip to compare with, the variance is zero.
    difference: [sql`coalesce(s.difference, 0)`],
    state: [stateOrder, sql`s.name`],
  },
  [sql`s.id`],
);

/** The payslips of a run, by name unless sorted. @throws Refusal `not_found`, `module_off` */
export async function payslipsPage(
  context: Context,
  input: InputOf<typeof listPayslips>,
): Promise<Page<PayslipListItem>> {
  const run = await runAt(context, input);
  const matches = payslipsMatching(run, input);
  const order = ordered(input.sort ?? "name");
  const { search, show, reason, warning } = input;
  const isAll = [search, show, reason, warning].every((filter) => filter === undefined);
  // The run stores their number, so this costs the same for ten people and ten thousand.
  const counted = isAll && run.calculation === "DONE" ? run.people + run.excluded : null;
  const count = counted === null ? sql`count(*) over ()::int` : sql`${counted}::int`;
  // Filtered, sorted and counted in a covering index, before the rows of the page are fetched.
  const { rows } = await sql<PayslipRow & { total: number }>`
    select ${payslipListColumns(run)}, m.total from (
      select s.id, ${count} as total from payslips s where ${matches}
      order by ${order} ${limitOffset(input)}) m
    join payslips s on s.tenant_id = ${run.tenant_id} and s.id = m.id
    order by ${order}`.execute(context.tx);
  const counting = sql<{ total: number }>`
    select count(*)::int as total from payslips s where ${matches}`;
  const beyond = rows.length === 0 && input.page > 1;
  const total = rows[0]?.total ?? (beyond ? await countOf(context.tx, counting) : 0);
  return { total, rows: rows.map(presentPayslipRow) };
}

/** The totals of the payslips that match the filters. @throws Refusal `not_found`, `module_off` */
export async function payslipTotals(
  context: Context,
  input: InputOf<typeof getPayslipTotals>,
): Promise<DataOf<typeof getPayslipTotals>> {
  const run = await runAt(context, input);
  const { rows } = await sql<{
    payslips: number;
    gross: bigint;
    deductions: bigint;
    net: bigint;
    employer: bigint;
  }>`
    select count(*)::int as payslips, coalesce(sum(s.gross), 0) as gross,
      coalesce(sum(s.deductions), 0) as deductions, coalesce(sum(s.net), 0) as net,
      coalesce(sum(greatest(s.employer, 0)), 0) as employer
    from payslips s where ${payslipsMatching(run, input)} and not s.excluded`.execute(context.tx);
  const { payslips, gross, deductions, net, employer } = exactlyOne(rows);
  return {
    payslips,
    gross: signedMoneyOf(gross),
    deductions: signedMoneyOf(deductions),
    net: signedMoneyOf(net),
    employer: displayKobo(employer),
  };
}

/** The payslips that match the filters as a file. @throws Refusal `not_found`, `module_off`, `export_too_long` */
export async function payslipsFile(
  context: Context,
  input: InputOf<typeof exportPayslips>,
): Promise<FileResponse> {
  const { tx } = context;
  const run = await runAt(context, input);
  const { sort, show, reason, warning, format } = input;
  const matches = payslipsMatching(run, input);
  const number = runNumber(run.number);
  const select = sql<PayslipRow>`
    select ${payslipListColumns(run)} from payslips s where ${matches} order by ${ordered(sort ?? "name")}`;
  return exportFile(context, format, {
    list: payslipsList,
    name: "payslips",
    parts: [run.period, number, show ?? reason ?? warning],
    facts: [
      ["Payroll Run", number],
      ["Period", monthName(run.period)],
      ...fact("Shown", show && payslipFilterTitles[show]),
      ...fact("Reason", reason && codeInWords(reason.toUpperCase())),
      ...fact("Warning", warning && codeInWords(warning.toUpperCase())),
      ...fact("Search", input.search),
    ],
    tenantId: run.tenant_id,
    total: await countOf(tx, sql`select count(*)::int as total from payslips s where ${matches}`),
    rows: presentBatches(readByCursor(tx, select), presentPayslipRow),
  });
}
