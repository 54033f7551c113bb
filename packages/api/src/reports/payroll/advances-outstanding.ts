import { displayKobo } from "@kontor/books/money";
import type { DataOf, InputOf } from "@kontor/contract/endpoint";
import { formatNet } from "@kontor/contract/format";
import {
  outstandingList,
  outstandingTotal,
  type advancesOutstandingReport,
} from "@kontor/contract/pay-reports/advances-outstanding";
import { outstandingFacts } from "@kontor/contract/pay-reports/facts";
import { signedKobo } from "@kontor/contract/payroll/runs";
import { sql, type RawBuilder } from "kysely";

import { purposeBalances } from "../../accounting/totals/purpose-balances.ts";
import { signedMoneyOf } from "../../payroll/runs/row.ts";
import { optionalCondition } from "../../platform/database/conditions.ts";
import { readByCursor } from "../../platform/database/cursor.ts";
import {
  countAndSums,
  limitOffset,
  sortOrders,
  presentBatches,
  sorted,
} from "../../platform/database/list.ts";
import { exactlyOne } from "../../platform/database/rows.ts";
import { type ListExport } from "../../platform/export/export-file.ts";
import { tenantFilter, type Context } from "../../platform/scope.ts";
import {
  groupOwed,
  owedColumns,
  filteredEmployee,
  nameOrOrganization,
  owedAdvances,
  owedTieBreakers,
  matchesOwed,
  presentAdvance,
  unpaidInstalments,
  type OwedSubject,
} from "./owed-advances.ts";

type Data = DataOf<typeof advancesOutstandingReport.read>;
type Row = Data["rows"][number];
type Input = Omit<InputOf<typeof advancesOutstandingReport.file>, "format">;
type Amounts = Record<(typeof amountColumns)[number], bigint>;
type QueryRow = Amounts & OwedSubject & Pick<Row, "advances" | "paid_on" | "next_due">;

const amountColumns = ["amount", "repaid", "principal", "interest", "overdue"] as const;

const orderBy = sortOrders(
  {
    number: [sql`q.number`],
    name: [nameOrOrganization],
    organization: [sql`lower(q.organization)`, sql`lower(q.name)`],
    advances: [sql`q.advances`],
    paid: [sql`q.paid_on`],
    amount: [sql`q.amount`],
    repaid: [sql`q.repaid`],
    principal: [sql`q.principal`],
    interest: [sql`q.interest`],
    outstanding: [sql`q.principal + q.interest`],
    overdue: [sql`q.overdue`],
    next_due: [sql`q.next_due`],
  },
  owedTieBreakers,
);

/**
 * A page of the salary advances outstanding at the end of a day, by employee, advance or
 * organization, in kobo, beside the balances of the receivable ledgers.
 *
 * @throws Refusal `not_found`.
 */
export async function advancesOutstanding(
  context: Context,
  input: InputOf<typeof advancesOutstandingReport.read>,
): Promise<Data & { total: number }> {
  const { tx } = context;
  const rows = rowsBy(context, input);
  const page = await sql<QueryRow>`
    ${sorted(rows, input.sort, orderBy)} ${limitOffset(input)}`.execute(tx);
  return {
    rows: page.rows.map(present),
    ...(await totalsOf(context, rows)),
    receivable: await receivableOf(context, input),
  };
}

/** Exports all rows as a file. */
export async function advancesOutstandingFile(
  context: Context,
  input: InputOf<typeof advancesOutstandingReport.file>,
): Promise<ListExport<Row, keyof ReturnType<typeof outstandingList>["columns"]>> {
  const rows = rowsBy(context, input);
  const { total, totals } = await totalsOf(context, rows);
  const { ledger, difference } = await receivableOf(context, input);
  return {
    list: outstandingList(input.by),
    name: "advances-outstanding",
    parts: [input.as_of, input.by],
    facts: [
      ...outstandingFacts(input, await filteredEmployee(context, input)),
      ["Salary advances receivable", formatNet(signedKobo(ledger))],
      ["Difference from the principal owed", formatNet(signedKobo(difference))],
    ],
    tenantId: tenantFilter(context, input.tenant_id),
    total,
    rows: presentBatches(readByCursor(context.tx, sorted(rows, input.sort, orderBy)), present),
    after: () => (total === 0 ? [] : [outstandingTotal(totals)]),
  };
}

function rowsBy(context: Context, input: Input): RawBuilder<QueryRow> {
  const { tenant_id, as_of, by, employee_id, search } = input;
  return sql<QueryRow>`
    select ${owedColumns(by)}, count(*)::int as advances, max(o.paid_on) as paid_on,
      min(n.next_due) as next_due, sum(o.amount) as amount, sum(o.repaid_principal + o.repaid_interest) as repaid,
      sum(o.amount - o.repaid_principal) as principal, sum(o.interest - o.repaid_interest) as interest,
      coalesce(sum(n.overdue), 0) as overdue
    from (${owedAdvances(context, tenant_id, as_of)}) o
    join employees e on e.tenant_id = o.tenant_id and e.id = o.employee_id
    join tenants t on t.id = o.tenant_id
    cross join lateral (
      select sum(u.unpaid) filter (where u.due < ${as_of}::date) as overdue,
        min(u.due) filter (where u.unpaid > 0) as next_due
      from (${unpaidInstalments}) u) n
    where ${optionalCondition(employee_id, (id) => sql`e.id = ${id}`)} and ${matchesOwed(search)}
    ${groupOwed(by)}`;
}

async function totalsOf(
  { tx }: Context,
  all: RawBuilder<unknown>,
): Promise<{ total: number; totals: Data["totals"] }> {
  const { total, ...sums } = await countAndSums(tx, all, amountColumns);
  return { total, totals: presentAmounts(sums) };
}

/**
 * The principal of all advances and the balances of the receivable ledgers, regardless of the
 * search.
 */
async function receivableOf(
  context: Context,
  { tenant_id, as_of }: Pick<Input, "tenant_id" | "as_of">,
): Promise<Data["receivable"]> {
  const { tx } = context;
  const { rows } = await sql<{ principal: bigint }>`
    select coalesce(sum(o.amount - o.repaid_principal), 0) as principal
    from (${owedAdvances(context, tenant_id, as_of)}) o`.execute(tx);
  const { principal } = exactlyOne(rows);
  const tenantId = tenantFilter(context, tenant_id);
  const ledgers = await purposeBalances(tx, tenantId, ["salary_advances_receivable"], as_of);
  const ledger = ledgers.reduce((sum, { balance }) => sum + balance, 0n);
  return {
    principal: signedMoneyOf(principal),
    ledger: signedMoneyOf(ledger),
    difference: signedMoneyOf(ledger - principal),
  };
}

function present({ advance_id, number, ...row }: QueryRow): Row {
  const { tenant_id, company_id, organization, employee_id, staff_no, name, advances } = row;
  return {
    tenant_id,
    company_id,
    organization,
    employee_id,
    staff_no,
    name,
    advance: presentAdvance({ advance_id, number }),
    advances,
    paid_on: row.paid_on,
    next_due: row.next_due,
    ...presentAmounts(row),
  };
}

function presentAmounts({ amount, repaid, principal, interest, overdue }: Amounts): Data["totals"] {
  return {
    amount: displayKobo(amount),
    repaid: displayKobo(repaid),
    principal: signedMoneyOf(principal),
    interest: signedMoneyOf(interest),
    outstanding: signedMoneyOf(principal + interest),
    overdue: displayKobo(overdue),
  };
}
