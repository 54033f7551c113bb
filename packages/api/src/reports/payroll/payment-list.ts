import { kobo, displayKobo } from "@kontor/books/money";
import type { DataOf, InputOf } from "@kontor/contract/endpoint";
import { maskNumber } from "@kontor/contract/format";
import { paymentsFacts } from "@kontor/contract/pay-reports/facts";
import {
  noBank,
  paymentExceptions,
  paymentsList,
  paymentStatuses,
  paymentTitles,
  paymentsTotal,
  paymentSums,
  type paymentListReport,
  type PaymentStatus,
} from "@kontor/contract/pay-reports/payment-list";
import { banks, bankByCode } from "@kontor/contract/reference/banks";
import { firstDayOf } from "@kontor/payroll/month";
import { sql, type RawBuilder } from "kysely";

import { personalNumbers } from "../../employees/records/personal-numbers.ts";
import { isPostedRun } from "../../payroll/calculation/posted-runs.ts";
import { runNumber } from "../../payroll/runs/row.ts";
import {
  allConditions,
  anyColumnContains,
  tenantCondition,
  optionalCondition,
} from "../../platform/database/conditions.ts";
import { readByCursor } from "../../platform/database/cursor.ts";
import { limitOffset, sortOrders, presentBatches, sorted } from "../../platform/database/list.ts";
import { exactlyOne } from "../../platform/database/rows.ts";
import { type ListExport } from "../../platform/export/export-file.ts";
import type { Context, Tx } from "../../platform/scope.ts";
import { monthOrLatest, payrollFilter } from "./payroll-filter.ts";

type Data = DataOf<typeof paymentListReport.read>;
type Row = Data["rows"][number];
type Filters = Pick<
  InputOf<typeof paymentListReport.read>,
  "tenant_id" | "period" | "run_id" | "show" | "bank" | "search"
>;
/** A month of one organization or, with null, of all; of one run if `runId` is given. */
type PaymentScope = { tenantId: number | null; period: string; runId: number | undefined };

/** Payment statuses in the order of their titles. */
const statusesByTitle = paymentStatuses.toSorted((one, other) =>
  paymentTitles[one].localeCompare(paymentTitles[other], "en"),
);

/** Bank codes in the order of the banks' names; rows without an account come last. */
const banksByName = banks.map(({ code }) => code);

const tieBreakers = [sql`q.tenant_id`, sql`q.id`] as const;
const orderBy = sortOrders(
  {
    name: [sql`lower(q.name)`],
    organization: [sql`lower(q.organization)`, sql`lower(q.name)`],
    run: [sql`q.number`],
    bank: [sql`array_position(${sql.val(banksByName)}::text[], q.bank_code)`],
    status: [sql`array_position(${sql.val(statusesByTitle)}::text[], q.status)`],
    paid: [sql`q.paid_at`],
    reason: [sql`lower(q.reason)`],
    amount: [sql`q.amount`],
  },
  tieBreakers,
);

/**
 * A page of the payments of a month's approved runs, with totals by status and by bank, in kobo.
 * People excluded from a run are listed with an amount of zero.
 *
 * @throws Refusal `not_found`, `module_off`, `secret_unreadable`.
 */
export async function paymentList(
  context: Context,
  input: InputOf<typeof paymentListReport.read>,
): Promise<Data & { total: number }> {
  const { tx } = context;
  const scope = await paymentScope(context, input);
  const { rows } = await sql<QueryRow>`
    ${sorted(payments(scope, input), input.sort, orderBy)} ${limitOffset(input)}`.execute(tx);
  return {
    period: scope.period,
    rows: rows.map(presenter(context)),
    ...(await totalsOf(tx, scope, input)),
    ...(await sumsByStatusAndBank(tx, scope)),
    runs: await runsOf(tx, scope),
  };
}

/** Exports all rows as a file, which ends with the totals by status and by bank. */
export async function paymentListFile(
  context: Context,
  input: InputOf<typeof paymentListReport.file>,
): Promise<ListExport<Row, keyof typeof paymentsList.columns>> {
  const { tx } = context;
  const scope = await paymentScope(context, input);
  const { total, totals } = await totalsOf(tx, scope, input);
  const sums = await sumsByStatusAndBank(tx, scope);
  const runs = await runsOf(tx, scope);
  const { show, bank } = input;
  const isNarrowed = [show, bank, input.search].some((filter) => (filter ?? "") !== "");
  const run = runs.find(({ id }) => id === scope.runId);
  return {
    list: paymentsList,
    name: "payment-list",
    parts: [scope.period, run?.number, show?.toLowerCase()],
    facts: paymentsFacts({ ...input, period: scope.period }, run),
    tenantId: scope.tenantId,
    total,
    rows: presentBatches(
      readByCursor(tx, sorted(payments(scope, input), input.sort, orderBy)),
      presenter(context),
    ),
    after: () =>
      total === 0 ? [] : [paymentsTotal(totals), ...(isNarrowed ? [] : paymentSums(sums))],
  };
}

async function paymentScope(
  context: Context,
  { tenant_id, period, run_id }: Filters,
): Promise<PaymentScope> {
  const tenantId = await payrollFilter(context, tenant_id);
  return { tenantId, period: await monthOrLatest(context, tenantId, period), runId: run_id };
}

/** The payment status of a payslip `s` of an approved run. */
const paymentStatus = sql`case when s.excluded then 'LEFT_OUT' when s.payment is not null then s.payment
  when s.net = 0 then 'NOTHING' else 'UNPAID' end`;

/** The amount payable, in kobo: zero for excluded people. */
const payableAmount = sql`case when s.excluded then 0 else s.net end`;

const fromPayments = ({ tenantId, period, runId }: PaymentScope) => sql`
  payroll_runs r join payslips s on s.tenant_id = r.tenant_id and s.run_id = r.id
  where ${tenantCondition(sql`r.tenant_id`, tenantId)} and ${isPostedRun(sql`r`)}
    and r.period = ${firstDayOf(period)}::date and ${optionalCondition(runId, (id) => sql`r.id = ${id}`)}`;

function matchesFilters({ show, bank, search }: Omit<Filters, "period">): RawBuilder<unknown> {
  const shown: readonly PaymentStatus[] | undefined =
    show === "exceptions" ? paymentExceptions : show && [show];
  return allConditions([
    optionalCondition(shown, (statuses) => sql`${paymentStatus} = any (${[...statuses]}::text[])`),
    optionalCondition(bank, (code) =>
      code === noBank ? sql`s.bank_code is null` : sql`s.bank_code = ${code}`,
    ),
    anyColumnContains([sql`s.staff_no`, sql`s.name`], search),
  ]);
}

type QueryRow = Omit<Row, "run_number" | "bank" | "account" | "amount"> & {
  number: bigint;
  bank_code: string | null;
  account_number_sealed: string | null;
  amount: bigint;
};

/** The payments with their latest transfer, by organization and name. */
function payments(scope: PaymentScope, filters: Filters): RawBuilder<QueryRow> {
  return sql<QueryRow>`
    select p.*, t.name as organization, coalesce(x.reference, '') as reference, coalesce(x.attempt, 0) as attempts,
      case p.status when 'LEFT_OUT' then p.excluded_reason when 'PAID_OUTSIDE' then coalesce(o.note, '')
        when 'UNPAID' then case when p.bank_code is null then 'No bank account' else '' end
        else coalesce(x.failure_reason, '') end as reason
    from (
      select s.id, s.tenant_id, r.company_id, s.run_id, r.number, s.employee_id, s.staff_no, s.name, s.bank_code,
        s.account_number_sealed, s.account_name, s.paid_at, s.excluded_reason,
        ${payableAmount} as amount, ${paymentStatus} as status
      from ${fromPayments(scope)} and ${matchesFilters(filters)}
    ) p
    join tenants t on t.id = p.tenant_id
    left join lateral (
      select x.reference, x.attempt, x.failure_reason from transfers x
      where x.tenant_id = p.tenant_id and x.purpose = 'payslip' and x.subject_id = p.id
      order by x.attempt desc limit 1) x on true
    left join outside_payments o on o.tenant_id = p.tenant_id and o.payslip_id = p.id and o.reversed_at is null
    order by lower(t.name), p.tenant_id, p.name, p.id`;
}

/**
 * Returns a function that converts rows for display. It unseals the account numbers of each
 * organization.
 */
function presenter({ environment }: Context): (row: QueryRow) => Row {
  const numbers = new Map<number, ReturnType<typeof personalNumbers>>();
  return (row) => {
    const own = numbers.get(row.tenant_id) ?? personalNumbers(environment, row.tenant_id);
    numbers.set(row.tenant_id, own);
    const { id, tenant_id, company_id, organization, run_id, employee_id, staff_no, name } = row;
    const account = own.open("account_number", row.account_number_sealed);
    return {
      id,
      tenant_id,
      company_id,
      organization,
      run_id,
      run_number: runNumber(row.number),
      employee_id,
      staff_no,
      name,
      bank: bankNamed(row.bank_code),
      account: account === null ? "" : maskNumber(account),
      account_name: row.account_name,
      amount: kobo(row.amount),
      status: row.status,
      reference: row.reference,
      attempts: row.attempts,
      paid_at: row.paid_at,
      reason: row.reason,
    };
  };
}

function bankNamed(code: string | null): string {
  return code === null ? "" : (bankByCode(code)?.name ?? code);
}

async function totalsOf(tx: Tx, scope: PaymentScope, filters: Filters) {
  const { rows } = await sql<{ people: number; amount: bigint }>`
    select count(*)::int as people, coalesce(sum(${payableAmount}), 0) as amount
    from ${fromPayments(scope)} and ${matchesFilters(filters)}`.execute(tx);
  const { people, amount } = exactlyOne(rows);
  return { total: people, totals: { people, amount: displayKobo(amount) } };
}

/**
 * The totals of a month's payments by status and by bank, independent of the page and its filters.
 */
async function sumsByStatusAndBank(
  tx: Tx,
  scope: PaymentScope,
): Promise<Pick<Data, "statuses" | "banks">> {
  const { rows } = await sql<{
    status: PaymentStatus;
    bank_code: string | null;
    people: number;
    amount: bigint;
  }>`
    select ${paymentStatus} as status, s.bank_code, count(*)::int as people, sum(${payableAmount}) as amount
    from ${fromPayments(scope)} group by 1, 2`.execute(tx);
  const add = (some: typeof rows) => ({
    people: some.reduce((sum, { people }) => sum + people, 0),
    amount: displayKobo(some.reduce((sum, { amount }) => sum + amount, 0n)),
  });
  const codes = [...new Set(rows.map(({ bank_code }) => bank_code))];
  return {
    statuses: paymentStatuses.flatMap((each) => {
      const some = rows.filter((row) => row.status === each);
      return some.length === 0 ? [] : [{ status: each, ...add(some) }];
    }),
    banks: codes
      .map((code) => ({
        code,
        bank: bankNamed(code),
        ...add(rows.filter(({ bank_code }) => bank_code === code)),
      }))
      .toSorted((one, other) => Number(other.amount - one.amount)),
  };
}

async function runsOf(tx: Tx, { tenantId, period }: PaymentScope): Promise<Data["runs"]> {
  const { rows } = await sql<Omit<Data["runs"][number], "number"> & { number: bigint }>`
    select r.id, r.tenant_id, r.company_id, t.name as organization, r.number, r.cycle
    from payroll_runs r join tenants t on t.id = r.tenant_id
    where ${tenantCondition(sql`r.tenant_id`, tenantId)} and ${isPostedRun(sql`r`)}
      and r.period = ${firstDayOf(period)}::date
    order by lower(t.name), r.number`.execute(tx);
  return rows.map((row) => ({ ...row, number: runNumber(row.number) }));
}
