import { kobo, type Kobo } from "@kontor/books/money";
import type { DataOf } from "@kontor/contract/endpoint";
import type { getPortalPayslip, listPortalPayslips } from "@kontor/contract/portal/payslips";
import { sql, type RawBuilder } from "kysely";

import type { Page } from "../../platform/database/list.ts";
import { atMostOne, exactlyOne } from "../../platform/database/rows.ts";
import type { Environment } from "../../platform/environment.ts";
import type { FileResponse } from "../../platform/http/serve-file.ts";
import { notFound } from "../../platform/refusal.ts";
import type { Tx } from "../../platform/scope.ts";
import { readRun, runNumber, atLeastZero, signedMoneyOf, type RunRow } from "../runs/row.ts";
import { payslipFile } from "./payslip-pdf.ts";
import {
  rebuildPayslip,
  maskedAccount,
  presentLine,
  presentYearToDate,
  readPayslip,
  type FullPayslipRow,
} from "./payslip.ts";

/** The employee whose payslips are read. The scope must reach the tenant. */
export type Payee = { tenant_id: number; company_id: number; employee_id: number };
type Reading = { tx: Tx; environment: Environment };
type Item = DataOf<typeof listPortalPayslips>[number];

type Row = Pick<Item, "id" | "period" | "cycle" | "title" | "payday" | "paid_at"> & {
  payment: "COMPLETED" | "PAID_OUTSIDE" | "REVERSED" | null;
  run_id: number;
} & Record<"gross" | "deductions" | "net", bigint>;

/**
 * The payslips `s` of runs `r` that their employee may see: paid ones, those whose money the bank
 * sent back, and, once others of the run are paid, those with nothing to pay.
 */
function visibleTo({ tenant_id, employee_id }: Payee): RawBuilder<unknown> {
  return sql`
    s.tenant_id = ${tenant_id} and r.tenant_id = ${tenant_id} and r.id = s.run_id
    and s.employee_id = ${employee_id} and not s.excluded
    and (s.payment in ('COMPLETED', 'PAID_OUTSIDE', 'REVERSED')
      or s.net = 0 and r.status in ('DISBURSING', 'PARTLY_PAID', 'PAID'))`;
}

const columns = sql`
  s.id, s.run_id, to_char(r.period, 'YYYY-MM') as period, r.cycle, r.title, r.payday, s.payment, s.paid_at,
  s.gross, s.deductions, s.net`;

/** An employee's payslips that were paid, the latest first. */
export async function ownPayslips(
  { tx }: Pick<Reading, "tx">,
  payee: Payee,
  { page, per_page }: { page: number; per_page: number },
): Promise<Page<Item>> {
  const visible = visibleTo(payee);
  const counted = await sql<{ total: number }>`
    select count(*)::int as total from payslips s, payroll_runs r where ${visible}`.execute(tx);
  const { rows } = await sql<Row>`
    select ${columns} from payslips s, payroll_runs r where ${visible}
    order by r.period desc, r.payday desc, s.id desc
    limit ${per_page} offset ${(page - 1) * per_page}`.execute(tx);
  return { total: exactlyOne(counted.rows).total, rows: rows.map(presentItem) };
}

function presentItem({ run_id: _run, payment, ...row }: Row): Item {
  return {
    ...row,
    gross: atLeastZero(row.gross),
    deductions: signedMoneyOf(row.deductions),
    net: atLeastZero(row.net),
    payment: payment === "REVERSED" ? "RETURNED" : "PAID",
  };
}

type Found = { item: Item; run: RunRow; row: FullPayslipRow };

/** @throws Refusal `not_found` for payslips of others and unpaid ones */
async function findVisible(tx: Tx, payee: Payee, id: number): Promise<Found> {
  const { rows } = await sql<Row>`
    select ${columns} from payslips s, payroll_runs r where ${visibleTo(payee)} and s.id = ${id}`.execute(
    tx,
  );
  const found = atMostOne(rows);
  if (found === undefined) throw notFound("The payslip");
  const { tenant_id, company_id } = payee;
  const run = await readRun(tx, { tenant_id, company_id, id: found.run_id });
  return { item: presentItem(found), run, row: await readPayslip(tx, run, id) };
}

/** One of an employee's payslips. @throws Refusal `not_found` */
export async function ownPayslip(
  reading: Reading,
  payee: Payee,
  id: number,
): Promise<DataOf<typeof getPortalPayslip>> {
  const { tx } = reading;
  const { item, run, row } = await findVisible(tx, payee, id);
  const payslip = rebuildPayslip(run, row);
  const employer: Kobo = kobo(payslip.totals.employer);
  return {
    ...item,
    run: runNumber(run.number),
    name: row.name,
    staff_no: row.staff_no,
    lines: payslip.lines.map(presentLine),
    employer,
    year: payslip.yearToDate.year,
    year_to_date: presentYearToDate(payslip),
    tax_overpaid: payslip.taxOverpaid,
    bank_account: maskedAccount(reading, run, row),
  };
}

/** One of an employee's payslips as a file, on the organization's letterhead. @throws Refusal `not_found` */
export async function ownPayslipFile(
  reading: Reading,
  payee: Payee,
  id: number,
): Promise<FileResponse> {
  const { run, row } = await findVisible(reading.tx, payee, id);
  return payslipFile(reading, run, row);
}
