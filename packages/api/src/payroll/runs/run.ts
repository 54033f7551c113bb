import { kobo, ZERO, type Kobo } from "@kontor/books/money";
import type { DataOf, InputOf } from "@kontor/contract/endpoint";
import { maxNamedEmployees } from "@kontor/contract/payroll/record-gaps";
import { isReversible, type getRun, type payrollRun } from "@kontor/contract/payroll/runs";
import { firstDayOf } from "@kontor/payroll/month";
import { PAYSLIP_WARNINGS, type PayslipWarningCode } from "@kontor/payroll/payslip/warning";
import { sql } from "kysely";
import type { z } from "zod";

import { entryName } from "../../accounting/entries/find-entry.ts";
import { presentFunds, walletFunds } from "../../funding/wallet.ts";
import { exactlyOne } from "../../platform/database/rows.ts";
import type { Context, Tx } from "../../platform/scope.ts";
import { variancePartFrom } from "../calculation/totals.ts";
import { nextStepRefusal, outsidePaymentRefusal } from "./guards.ts";
import { paymentProgressOf } from "./payment.ts";
import { runPostingLines } from "./posting.ts";
import { gapsOfRun } from "./record-gaps.ts";
import {
  presentRunHead,
  readRun,
  runAt,
  runNumber,
  atLeastZero,
  changesForDisplay,
  signedMoneyOf,
  type RunPath,
  type RunRow,
} from "./row.ts";

export type PayrollRun = z.output<typeof payrollRun>;

/** One run as its page shows it. @throws Refusal `not_found`, `module_off` */
export async function findRun(
  context: Context,
  input: InputOf<typeof getRun>,
): Promise<DataOf<typeof getRun>> {
  return presentRun(context, await runAt(context, input));
}

/**
 * The run as it is now, at the end of a change.
 *
 * @param changes what has changed since the calculation, if the same transaction has read it already.
 */
export async function presentChangedRun(
  context: Context,
  path: RunPath,
  changes?: readonly string[],
): Promise<PayrollRun> {
  return presentRun(context, await readRun(context.tx, path, false), changes);
}

async function presentRun(
  context: Context,
  row: RunRow,
  known?: readonly string[],
): Promise<PayrollRun> {
  const { tx } = context;
  const changes = known ?? (await changesForDisplay(tx, row));
  const { totals, warnings, gaps, payment, posting } = isCalculating(row)
    ? emptySums
    : await payslipSums(tx, row);
  const { calculation: state, people_done, people_total, calculated_at, problem } = row;
  return {
    ...presentRunHead(row, changes.length > 0),
    version: row.version,
    title: row.title,
    totals,
    calculation: {
      state,
      problem,
      done: people_done,
      total: people_total,
      finished_at: calculated_at,
    },
    changes: [...changes],
    compared_with: await comparedRun(tx, row),
    variance: row.variance.map(variancePartFrom).map(({ gross, net, cost, ...part }) => ({
      ...part,
      gross: signedMoneyOf(gross),
      net: signedMoneyOf(net),
      cost: signedMoneyOf(cost),
    })),
    warnings,
    gaps,
    excluded: row.excluded,
    kept_exclusions: await countKeptExclusions(tx, row),
    wallet: await walletFor(context, row, payment.to_send),
    payment,
    posting,
    entry: await entryOfRun(tx, row),
    remitted: isReversible(row) ? await remittedFor(tx, row) : ZERO,
    events: await eventsOf(tx, row),
    next_step_refused: await nextStepRefusal(context, row, changes, payment.to_send),
    outside_payment_refused: await outsidePaymentRefusal(context, row),
  };
}

type PayslipSums = Pick<PayrollRun, "totals" | "warnings" | "gaps" | "payment" | "posting">;

/** The totals of the payslips of a run. */
async function payslipSums(tx: Tx, row: RunRow): Promise<PayslipSums> {
  const { unsent: _unsent, got_money: _got, ...payment } = await paymentProgressOf(tx, row);
  const posting = await runPostingLines(tx, row);
  return {
    totals: await totalsOf(tx, row),
    warnings: await warningsOf(tx, row),
    gaps: isApproved(row) ? [] : await gapsOfRun(tx, row),
    payment,
    posting: posting.map(({ ledger, dc, amount }) => ({ ledger, dc, amount })),
  };
}

function isApproved({ status }: RunRow): boolean {
  return status !== "DRAFT" && status !== "PENDING_APPROVAL";
}

/**
 * While a run is being calculated, only its progress is read: totals of a part of its payslips would be
 * meaningless.
 */
function isCalculating({ calculation }: RunRow): boolean {
  return calculation === "WAITING" || calculation === "RUNNING";
}

const emptySums: PayslipSums = {
  totals: {
    gross: ZERO,
    benefits: signedMoneyOf(0n),
    deductions: signedMoneyOf(0n),
    net: ZERO,
    employer: ZERO,
    cost: ZERO,
    paye: ZERO,
    pension_employee: ZERO,
    pension_employer: ZERO,
    nhf: ZERO,
    nsitf: ZERO,
    itf: ZERO,
    advances: ZERO,
  },
  warnings: [],
  gaps: [],
  payment: { paid: 0, under_way: 0, failed: 0, unpaid: ZERO, to_send: ZERO },
  posting: [],
};

/** Sums of payslips not excluded, in kobo; named like the columns. */
const summed = [
  "gross",
  "benefits",
  "deductions",
  "net",
  "employer",
  "paye",
  "pension_employee",
  "pension_employer",
  "nhf",
  "nsitf",
  "itf",
  "advance_principal",
  "advance_interest",
] as const;

async function totalsOf(tx: Tx, { tenant_id, id }: RunRow): Promise<PayrollRun["totals"]> {
  const { rows } = await sql<Record<(typeof summed)[number], bigint>>`
    select ${sql.join(summed.map((name) => sql`coalesce(sum(${sql.ref(name)}), 0) as ${sql.ref(name)}`))}
    from payslips where tenant_id = ${tenant_id} and run_id = ${id} and not excluded`.execute(tx);
  const sums = exactlyOne(rows);
  return {
    gross: atLeastZero(sums.gross),
    benefits: signedMoneyOf(sums.benefits),
    deductions: signedMoneyOf(sums.deductions),
    net: atLeastZero(sums.net),
    employer: atLeastZero(sums.employer),
    cost: atLeastZero(sums.gross + sums.employer),
    paye: atLeastZero(sums.paye),
    pension_employee: atLeastZero(sums.pension_employee),
    pension_employer: atLeastZero(sums.pension_employer),
    nhf: atLeastZero(sums.nhf),
    nsitf: atLeastZero(sums.nsitf),
    itf: atLeastZero(sums.itf),
    advances: atLeastZero(sums.advance_principal + sums.advance_interest),
  };
}

/** What is remitted for the month of a run, in kobo; ITF is remitted by the year. */
async function remittedFor(tx: Tx, { tenant_id, company_id, period }: RunRow): Promise<Kobo> {
  const { rows } = await sql<{ remitted: bigint }>`
    select coalesce(sum(amount), 0)::bigint as remitted from remittances
    where tenant_id = ${tenant_id} and company_id = ${company_id} and period = ${firstDayOf(period)}::date
      and scheme <> 'ITF' and reversed_at is null`.execute(tx);
  return kobo(exactlyOne(rows).remitted);
}

async function comparedRun(
  tx: Tx,
  { tenant_id, compared_with_id }: RunRow,
): Promise<PayrollRun["compared_with"]> {
  if (compared_with_id === null) return null;
  const { rows } = await sql<{ id: number; number: bigint; period: string }>`
    select id, number, to_char(period, 'YYYY-MM') as period from payroll_runs
    where tenant_id = ${tenant_id} and id = ${compared_with_id}`.execute(tx);
  const { number, ...run } = exactlyOne(rows);
  return { ...run, number: runNumber(number) };
}

async function warningsOf(tx: Tx, { tenant_id, id }: RunRow): Promise<PayrollRun["warnings"]> {
  type First = { payslip_id: number; name: string; amount: string | null };
  type Row = { code: PayslipWarningCode; blocks: boolean; people: number; first: First[] };
  const { rows } = await sql<Row>`
    select q.code, bool_or(q.blocks) as blocks, count(*)::int as people,
      jsonb_agg(jsonb_build_object('payslip_id', q.id, 'name', q.name, 'amount', q.amount::text) order by q.place)
        filter (where q.place <= ${sql.lit(maxNamedEmployees)}) as first
    from (
      select w.code, s.id, s.name, bool_or(w.blocks) as blocks, sum(w.amount) as amount,
        row_number() over (partition by w.code order by lower(s.name), s.id) as place
      from payslips s cross join jsonb_to_recordset(s.warnings) as w(code text, blocks boolean, amount bigint)
      where s.tenant_id = ${tenant_id} and s.run_id = ${id} and not s.excluded and s.warning_codes <> '{}'
      group by w.code, s.id, s.name
    ) q
    group by q.code`.execute(tx);
  return rows
    .toSorted((one, other) => warningOrder(one) - warningOrder(other))
    .map(({ first, ...warning }) => ({
      ...warning,
      first: first.map(({ amount, ...payslip }) => ({
        ...payslip,
        amount: amount === null ? null : signedMoneyOf(BigInt(amount)),
      })),
    }));
}

/** The number of people whose exclusion was copied from a reversed run. */
async function countKeptExclusions(tx: Tx, { tenant_id, id, excluded }: RunRow): Promise<number> {
  if (excluded === 0) return 0;
  const { rows } = await sql<{ people: number }>`
    select count(*)::int as people from payslips
    where tenant_id = ${tenant_id} and run_id = ${id} and excluded and exclusion_run_id is not null`.execute(
    tx,
  );
  return exactlyOne(rows).people;
}

function warningOrder({ code }: { code: PayslipWarningCode }): number {
  return PAYSLIP_WARNINGS.indexOf(code);
}

/** The wallet compared with what is still to be sent, for users who may see funds. */
async function walletFor(
  { tx, actor, clock }: Context,
  row: RunRow,
  toSend: Kobo,
): Promise<PayrollRun["wallet"]> {
  if (!actor.permissions.includes("funding.read")) return null;
  const funds = await walletFunds(tx, row, clock.today());
  const missing = row.status === "REVERSED" ? 0n : toSend - funds.available;
  return { ...presentFunds(funds), missing: atLeastZero(missing) };
}

async function entryOfRun(tx: Tx, { tenant_id, entry_id }: RunRow): Promise<PayrollRun["entry"]> {
  if (entry_id === null) return null;
  const { rows } = await sql<{ entry_type_id: number; number: bigint }>`
    select entry_type_id::int, number from entries where tenant_id = ${tenant_id} and id = ${entry_id}`.execute(
    tx,
  );
  const { entry_type_id, number } = exactlyOne(rows);
  const { ent_number } = entryName(entry_type_id, number);
  return { entry_id, entry_type_id, ent_number };
}

async function eventsOf(tx: Tx, { tenant_id, id }: RunRow): Promise<PayrollRun["events"]> {
  const { rows } = await sql<PayrollRun["events"][number]>`
    select v.event, coalesce(u.name, '') as by, v.at, v.reason
    from payroll_run_events v left join users u on u.id = v.by_user
    where v.tenant_id = ${tenant_id} and v.run_id = ${id} order by v.id`.execute(tx);
  return rows;
}
