import { kobo } from "@kontor/books/money";
import type { payrollRegister, registerRow } from "@kontor/contract/pay-reports/payroll-register";
import { firstDayOf } from "@kontor/payroll/month";
import { sql, type RawBuilder } from "kysely";
import type { z } from "zod";

import { exactlyOne } from "../../platform/database/rows.ts";
import type { Tx } from "../../platform/scope.ts";
import { runNumber, shown, signed, type RunRow } from "../runs/row.ts";

export type PostedPayslip = z.output<typeof registerRow>;
type Register = z.output<typeof payrollRegister>;

/** A month of an organization; the period is `YYYY-MM`. */
export type PostedMonth = { tenantId: number; period: string };

const columns = [
  "basic",
  "housing",
  "transport",
  "other",
  "items",
  "gross",
  "paye",
  "pension_employee",
  "nhf",
  "advance_principal",
  "advance_interest",
  "other_deductions",
  "deductions",
  "net",
  "pension_employer",
  "nsitf",
  "itf",
  "employer",
] as const;

type Amounts = Record<(typeof columns)[number], bigint>;
/** A row of {@link postedPayslips}, in kobo. */
export type PostedRow = Amounts &
  Pick<
    PostedPayslip,
    "id" | "tenant_id" | "company_id" | "run_id" | "employee_id" | "staff_no" | "name"
  > & { number: bigint };

/** Runs `r` of a month that have posted their pay and not taken it back. */
function posted({ tenantId, period }: PostedMonth): RawBuilder<unknown> {
  return sql`r.tenant_id = ${tenantId} and r.period = ${firstDayOf(period)}
    and r.status in ('PENDING_DISBURSEMENT', 'DISBURSING', 'PARTLY_PAID', 'PAID')`;
}

/** What they posted: whoever is excluded is no part of it. */
const fromPosted = (month: PostedMonth) => sql`
  payroll_runs r join payslips s on s.tenant_id = r.tenant_id and s.run_id = r.id
  where ${posted(month)} and not s.excluded`;

/** Their payslips by name. */
export function postedPayslips(month: PostedMonth): RawBuilder<PostedRow> {
  return sql<PostedRow>`
    select s.id, s.tenant_id, r.company_id, s.run_id, r.number, s.employee_id, s.staff_no, s.name,
      ${sql.join(columns.map((name) => sql.ref(`s.${name}`)))}
    from ${fromPosted(month)} order by s.name, s.id`;
}

/** How many payslips these are, and the sums of their columns. */
export async function postedTotals(
  tx: Tx,
  month: PostedMonth,
): Promise<{ total: number; totals: Register["totals"] }> {
  const { rows } = await sql<Amounts & { total: number }>`
    select count(*)::int as total,
      ${sql.join(columns.map((name) => sql`coalesce(sum(${sql.ref(`s.${name}`)}), 0) as ${sql.ref(name)}`))}
    from ${fromPosted(month)}`.execute(tx);
  const { total, ...sums } = exactlyOne(rows);
  return { total, totals: presentAmounts(sums) };
}

/** All runs of a month, and whether each has posted its pay and not taken it back. */
export async function runsOfMonth(
  tx: Tx,
  month: PostedMonth,
): Promise<(Pick<RunRow, "id" | "company_id" | "status"> & { number: string; posted: boolean })[]> {
  const { rows } = await sql<
    Pick<RunRow, "id" | "company_id" | "number" | "status"> & { posted: boolean }
  >`
    select r.id, r.company_id, r.number, r.status, (${posted(month)}) as posted
    from payroll_runs r
    where r.tenant_id = ${month.tenantId} and r.period = ${firstDayOf(month.period)}
    order by r.number`.execute(tx);
  return rows.map((row) => ({ ...row, number: runNumber(row.number) }));
}

/** The runs themselves, in the order in which they were started. */
export async function postedRuns(tx: Tx, month: PostedMonth): Promise<Register["runs"]> {
  const { rows } = await sql<
    Pick<
      RunRow,
      "id" | "tenant_id" | "company_id" | "number" | "cycle" | "status" | "people" | "net"
    >
  >`
    select r.id, r.tenant_id, r.company_id, r.number, r.cycle, r.status, r.people, r.net
    from payroll_runs r where ${posted(month)} order by r.number`.execute(tx);
  return rows.map((row) => ({ ...row, number: runNumber(row.number), net: shown(row.net) }));
}

export function presentPosted({ number, ...row }: PostedRow): PostedPayslip {
  const { id, tenant_id, company_id, run_id, employee_id, staff_no, name } = row;
  return {
    id,
    tenant_id,
    company_id,
    run_id,
    employee_id,
    staff_no,
    name,
    run_number: runNumber(number),
    ...presentAmounts(row),
  };
}

function presentAmounts(row: Amounts): Register["totals"] {
  return {
    basic: signed(row.basic),
    housing: signed(row.housing),
    transport: signed(row.transport),
    other: signed(row.other),
    items: signed(row.items),
    gross: signed(row.gross),
    net: signed(row.net),
    paye: kobo(row.paye),
    pension_employee: kobo(row.pension_employee),
    nhf: kobo(row.nhf),
    advance_principal: kobo(row.advance_principal),
    advance_interest: kobo(row.advance_interest),
    other_deductions: kobo(row.other_deductions),
    deductions: kobo(row.deductions),
    pension_employer: kobo(row.pension_employer),
    nsitf: kobo(row.nsitf),
    itf: kobo(row.itf),
    employer: kobo(row.employer),
  };
}
