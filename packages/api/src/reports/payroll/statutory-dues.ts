import { kobo } from "@kontor/books/money";
import type { DataOf, InputOf } from "@kontor/contract/endpoint";
import { duesFacts } from "@kontor/contract/pay-reports/facts";
import {
  duesTotal,
  statutoryDuesList,
  type DueStatus,
  type statutoryDuesReport,
} from "@kontor/contract/pay-reports/statutory-dues";
import { authorityName } from "@kontor/contract/payroll/remittances";
import { firstDayOf, monthOf } from "@kontor/payroll/month";
import {
  isYearly,
  REMITTANCE_SCHEMES,
  remittanceDueOn,
} from "@kontor/payroll/statutory/remittance";
import { sql } from "kysely";

import { duesQuery, type RemittanceDue, type DuePart } from "../../payroll/remittances/dues.ts";
import { signedMoneyOf } from "../../payroll/runs/row.ts";
import { type ListExport } from "../../platform/export/export-file.ts";
import type { Context } from "../../platform/scope.ts";
import { singleBatch } from "../report.ts";
import { monthOrLatest, payrollFilter } from "./payroll-filter.ts";

type Dues = DataOf<typeof statutoryDuesReport.read>;
export type StatutoryDue = Dues["rows"][number];

/** The first month in which unremitted amounts are looked for. */
const earliestMonth = "2000-01-01";

/**
 * The amounts due to authorities for a month and its year, or with `open` all outstanding amounts up
 * to that month, including excess remittances. Covers one organization or all that the caller may
 * read, one scheme or all, and with `figure` only the rows that the given total adds up.
 *
 * @throws Refusal `not_found`, `module_off`.
 */
export async function statutoryDues(
  context: Context,
  { tenant_id, period: requested, open, scheme, figure }: InputOf<typeof statutoryDuesReport.read>,
): Promise<Dues> {
  const tenantId = await payrollFilter(context, tenant_id);
  const period = await monthOrLatest(context, tenantId, requested);
  const to = firstDayOf(period);
  const all = await duesOf(context, {
    tenantId,
    from: open === true ? earliestMonth : to,
    to,
  });
  const rows = all.filter(
    ({ left, ...due }) =>
      (scheme === undefined || due.scheme === scheme) &&
      (figure === undefined || (figure === "left" ? left.amount : due[figure]) !== 0n) &&
      (open !== true || left.amount !== 0n),
  );
  const sumOf = (amount: (row: StatutoryDue) => bigint) =>
    rows.reduce((total, row) => total + amount(row), 0n);
  const [due, remitted] = [sumOf((row) => row.due), sumOf((row) => row.remitted)];
  return {
    period,
    rows,
    totals: { due: kobo(due), remitted: kobo(remitted), left: signedMoneyOf(due - remitted) },
  };
}

type Row = RemittanceDue & { organization: string };

/** The amounts due in a range of months, by organization, period, scheme and authority. */
export async function duesOf(
  { tx, clock }: Pick<Context, "tx" | "clock">,
  range: Parameters<typeof duesQuery>[0],
): Promise<StatutoryDue[]> {
  const inOrder = sql`array[${sql.join(REMITTANCE_SCHEMES.map((scheme) => sql.lit(scheme)))}]`;
  const { rows } = await sql<Row>`
    select d.*, t.name as organization from (${duesQuery(range)}) d join tenants t on t.id = d.tenant_id
    order by lower(t.name), t.id, d.period desc, array_position(${inOrder}, d.scheme), d.authority`.execute(
    tx,
  );
  return rows.map((row) => present(row, clock.today()));
}

function present({ due, remitted, parts, people, ...row }: Row, today: string): StatutoryDue {
  const month = monthOf(row.period);
  const due_on = dueDate(row.scheme, month, parts ?? [], remitted);
  return {
    ...row,
    authority_name: authorityName(row.scheme, row.authority),
    period: isYearly(row.scheme) ? month.slice(0, 4) : month,
    people,
    due: kobo(due),
    remitted: kobo(remitted),
    left: signedMoneyOf(due - remitted),
    due_on,
    status: statusOf(due, remitted, due_on, today),
  };
}

/**
 * The due date of the first payday that the remittances do not cover, or of the last one if they
 * cover all. So a settlement that is paid after its month was remitted is not overdue at once.
 */
function dueDate(
  scheme: RemittanceDue["scheme"],
  month: string,
  parts: readonly DuePart[],
  remitted: bigint,
): string | null {
  let owed = 0n;
  let day: string | null = null;
  for (const { payday, amount } of parts) {
    day = remittanceDueOn(scheme, month, payday);
    owed += BigInt(amount);
    if (owed > remitted) return day;
  }
  return day;
}

function statusOf(due: bigint, remitted: bigint, dueOn: string | null, today: string): DueStatus {
  if (remitted > due) return "EXCESS";
  if (due === 0n) return "NONE";
  if (remitted === due) return "REMITTED";
  if (dueOn !== null && dueOn < today) return "OVERDUE";
  return remitted > 0n ? "PARTLY" : "OPEN";
}

/** Exports the report as a file. */
export async function statutoryDuesFile(
  context: Context,
  input: InputOf<typeof statutoryDuesReport.file>,
): Promise<ListExport<StatutoryDue, keyof typeof statutoryDuesList.columns>> {
  const { period, rows, totals } = await statutoryDues(context, input);
  const today = context.clock.today();
  return {
    list: statutoryDuesList,
    name: "statutory-schedules",
    parts: [
      period,
      input.scheme ?? null,
      input.figure ?? null,
      input.open === true ? "open" : null,
    ],
    facts: duesFacts({ ...input, period }, today),
    tenantId: await payrollFilter(context, input.tenant_id),
    total: rows.length,
    rows: singleBatch(rows),
    after: () => (rows.length === 0 ? [] : [duesTotal(totals)]),
  };
}
