import { addMonths, endOfMonth, FIRST_DAY, LAST_DAY } from "@kontor/books/calendar-date";
import { fromSigned } from "@kontor/books/side";
import type { DataOf, InputOf } from "@kontor/contract/endpoint";
import {
  formatBalance,
  formatCount,
  formatCounted,
  formatDate,
  formatMoment,
  formatMoney,
} from "@kontor/contract/format";
import { periodName } from "@kontor/contract/pay-reports/statutory-dues";
import { schemeNames } from "@kontor/contract/payroll/remittances";
import { runStatusTitles } from "@kontor/contract/payroll/runs";
import { monthEndFacts } from "@kontor/contract/reports/facts";
import { monthEndList, type monthEndReport } from "@kontor/contract/reports/month-end";
import { firstDayOf, monthName } from "@kontor/payroll/month";
import { sql } from "kysely";

import { booksTenant } from "../../accounting/books-tenant.ts";
import { checkBooks } from "../../accounting/coherence/coherence.ts";
import {
  bankLedgers,
  clearingLedger,
  unexplainedDifference,
  type BankLedger,
} from "../../accounting/periods/bank-reconciliations.ts";
import { lastClosedYearEnd, periodLockOf } from "../../accounting/periods/periods.ts";
import { totalMovement } from "../../accounting/totals/ledger-totals.ts";
import { runsOfMonth } from "../../payroll/payslips/posted-pay.ts";
import { atMostOne } from "../../platform/database/rows.ts";
import type { ListExport } from "../../platform/export/export-file.ts";
import { organizationName } from "../../platform/organization/organization.ts";
import type { Context, Tx } from "../../platform/scope.ts";
import { duesOf, type StatutoryDue } from "../payroll/statutory-dues.ts";
import { singleBatch } from "../report.ts";

type Input = InputOf<typeof monthEndReport.read>;
type MonthEnd = DataOf<typeof monthEndReport.read>;
type Row = MonthEnd["rows"][number];
/** A step of the checklist; `net` is null or left out for a step without an amount. */
type Step = Pick<Row, "step" | "state" | "name" | "words"> & Partial<Row> & { net?: bigint | null };
type Month = { tenantId: number; period: string; start_date: string; end_date: string };

/** The most lines of books that a request checks in full; larger books are checked every night. */
const maxLinesChecked = 100_000;

/**
 * The checklist for closing a month of an organization, with the state of each step. No step
 * prevents setting the lock: the user who closes the books decides.
 *
 * @throws Refusal `organization_required`, `not_found`, `module_off`.
 */
export async function monthEnd(context: Context, input: Input): Promise<MonthEnd> {
  const { tx, clock } = context;
  const tenantId = await booksTenant(context, input.tenant_id);
  const start_date = firstDayOf(input.period);
  const end_date = endOfMonth(start_date);
  const month = { tenantId, period: input.period, start_date, end_date };
  const { locked_until } = await periodLockOf(tx, tenantId);
  const steps = [
    await openingsStep(context, month),
    ...(await bankSteps(context, month)),
    ...(await clearingSteps(context, month)),
    ...(await payrollSteps(context, month)),
    ...(await dueRemittanceSteps(context, month)),
    await proofStep(context, month),
    await lockStep(context, month),
  ];
  return {
    tenant_id: tenantId,
    organization_name: await organizationName(tx, tenantId),
    rows: steps.map((step) => presentStep(tenantId, step)),
    locked_until,
    closed_until: await lastClosedYearEnd(tx, tenantId),
    end_date,
    over: clock.today() > end_date,
  };
}

function presentStep(tenantId: number, { net = null, ...step }: Step): Row {
  const { amount, side } = fromSigned(net ?? 0n);
  return {
    ledger_id: null,
    run: null,
    ...step,
    tenant_id: tenantId,
    amount: net === null ? null : amount,
    amount_dc: side,
  };
}

/** Every entry balances, so the sum of all ledgers is the difference of their opening balances. */
async function openingsStep({ tx }: Context, { tenantId, end_date }: Month): Promise<Step> {
  const { opening, debit, credit } = await totalMovement(tx, tenantId, {
    start_date: end_date,
    end_date,
  });
  const net = opening + debit - credit;
  const { amount, side } = fromSigned(-net);
  return {
    step: "openings",
    name: "Opening balances of the ledgers",
    ...(net === 0n
      ? { state: "DONE", words: "They agree: both sides have the same total." }
      : {
          state: "OPEN",
          words: `They do not agree: the ${side} side is short by ${formatMoney(amount)}. Correct them in the chart of accounts.`,
        }),
  };
}

async function bankSteps({ tx }: Context, { tenantId, end_date }: Month): Promise<Step[]> {
  const ledgers = await bankLedgers(tx, tenantId, end_date);
  if (ledgers.length === 0) {
    return [
      {
        step: "bank",
        state: "NOTHING",
        name: "Cash and bank ledgers",
        words: "No cash or bank ledger had an opening balance or entries by then.",
      },
    ];
  }
  return ledgers.map((ledger) => ({
    step: "bank" as const,
    name: `${ledger.name} (${ledger.code})`,
    ledger_id: ledger.id,
    net: ledger.reconciliation?.bank_balance ?? null,
    ...bankStepState(ledger.reconciliation, end_date),
  }));
}

/**
 * Done when the ledger agrees with the bank, but for entries that a comparison found missing in the
 * bank. Lines of the bank that the books do not have are still to be entered.
 */
function bankStepState(
  reconciliation: BankLedger["reconciliation"],
  end: string,
): Pick<Step, "state" | "words"> {
  if (reconciliation === null) {
    return { state: "OPEN", words: "Not compared with a bank statement or cash count yet." };
  }
  const { reconciled_to, recorded_by, ledger_balance, entries, lines } = reconciliation;
  const mark = `Reconciled to ${formatDate(reconciled_to)} by ${recorded_by ?? "the system"}`;
  const left = unexplainedDifference(reconciliation);
  if (left !== 0n) {
    const { amount, side } = fromSigned(ledger_balance);
    const more = entries.count + lines.count > 0 ? " more than what was open" : "";
    return {
      state: "OPEN",
      words: `${mark}, but the ledger differs by ${formatMoney(fromSigned(left).amount)}${more}: ${formatBalance(amount, side)} on that day.`,
    };
  }
  if (lines.count > 0) {
    const missing = formatCounted(lines.count, "line");
    return {
      state: "OPEN",
      words: `${mark}, but ${missing} of the bank ${lines.count === 1 ? "was" : "were"} not in the books.`,
    };
  }
  if (reconciled_to < end) {
    return { state: "OPEN", words: `${mark}, which is before the end of the month.` };
  }
  const open = formatCounted(entries.count, "entry", "entries");
  const but = entries.count > 0 ? ` but for ${open} that the bank had not shown` : "";
  return { state: "DONE", words: `${mark}; the ledger agrees${but}.` };
}

/**
 * Bank clearing is zero once the bank's side of each deposit, withdrawal and payment outside the
 * Funding account is posted too. No step before its first entry.
 */
async function clearingSteps({ tx }: Context, { tenantId, end_date }: Month): Promise<Step[]> {
  const ledger = await clearingLedger(tx, tenantId, end_date);
  if (ledger === undefined) return [];
  const { id, code, name, net } = ledger;
  const { amount, side } = fromSigned(net);
  const moved = side === "CR" ? "left" : "reached";
  return [
    {
      step: "clearing",
      name: `${name} (${code})`,
      ledger_id: id,
      net,
      ...(net === 0n
        ? { state: "DONE", words: "It is zero: both sides of each movement are in the books." }
        : {
            state: "OPEN",
            words: `${formatMoney(amount)} that ${moved} a bank is not on the ledger of that bank. Post it there, with this ledger as the other side.`,
          }),
    },
  ];
}

async function payrollSteps({ tx }: Context, { tenantId, period }: Month): Promise<Step[]> {
  const runs = await runsOfMonth(tx, { tenantId, period });
  if (runs.length === 0) {
    return [
      {
        step: "payroll",
        state: "NOTHING",
        name: `Payroll of ${monthName(period)}`,
        words: "There is no payroll run for the month.",
      },
    ];
  }
  return runs.map(({ id, company_id, number, status, posted }) => ({
    step: "payroll" as const,
    state: posted ? ("DONE" as const) : ("OPEN" as const),
    name: number,
    run: { company_id, id },
    words: posted
      ? `Posted to the books: ${runStatusTitles[status]}.`
      : `Not posted to the books yet: ${runStatusTitles[status]}.`,
  }));
}

/** How many months back unremitted amounts are looked for. */
const lookBackMonths = 24;

/** The steps for taxes and contributions due by the end of the month. */
async function dueRemittanceSteps(context: Context, month: Month): Promise<Step[]> {
  const first = addMonths(FIRST_DAY, lookBackMonths);
  const from = month.start_date < first ? FIRST_DAY : addMonths(month.start_date, -lookBackMonths);
  return remittanceSteps(
    await duesOf(context, { tenantId: month.tenantId, from, to: month.start_date }),
    month.end_date,
  );
}

/**
 * One step for each scheme and period with an amount that was due by a day and is not remitted; or
 * one step saying that everything is remitted or that nothing was due.
 *
 * @internal
 */
export function remittanceSteps(dues: readonly StatutoryDue[], end: string): Step[] {
  const due = dues.filter(({ due_on }) => due_on !== null && due_on <= end);
  const late = due.filter(({ left }) => left.amount > 0n && !left.negative);
  if (late.length > 0) {
    const together = Map.groupBy(late, ({ scheme, period }) => `${scheme} ${period}`);
    return [...together.values()].map((each) => overdueStep(each, end));
  }
  const name = "Taxes and contributions";
  return [
    due.length > 0
      ? { step: "remittances", state: "DONE", name, words: "Everything due by then is remitted." }
      : {
          step: "remittances",
          state: "NOTHING",
          name,
          words: "No payroll had anything to remit by then.",
        },
  ];
}

/** The step for the unremitted amounts of one scheme and period, to one authority or several. */
function overdueStep(dues: readonly StatutoryDue[], end: string): Step {
  const [first] = dues;
  const organization =
    dues.length > 1 ? `${formatCount(dues.length)} authorities` : (first?.authority_name ?? "");
  const parts = first ? [schemeNames[first.scheme], organization, periodName(first.period)] : [];
  return {
    step: "remittances",
    state: "OPEN",
    name: parts.filter((part) => part !== "").join(" · "),
    net: -dues.reduce((sum, { left }) => sum + left.amount, 0n),
    words: `Not remitted in full; it was due on ${formatDate(first?.due_on ?? end)}.`,
  };
}

/**
 * The check of all the books, not only those of the month. Books of more than `most` lines show the
 * result of the last nightly check.
 *
 * @internal
 */
export async function proofStep(
  { tx }: Pick<Context, "tx">,
  { tenantId }: Pick<Month, "tenantId">,
  most = maxLinesChecked,
): Promise<Step> {
  const about = { step: "proof", name: "Books recomputed from their postings" } as const;
  const { items } = await totalMovement(tx, tenantId, {
    start_date: FIRST_DAY,
    end_date: LAST_DAY,
  });
  if (items > most) return { ...about, ...(await lastProofState(tx, tenantId)) };
  const faults = await checkBooks(tx, tenantId);
  const [first] = faults;
  return first === undefined
    ? { ...about, state: "DONE", words: `${formatCount(items)} lines and all totals agree.` }
    : {
        ...about,
        state: "OPEN",
        words: `${formatCount(faults.length)} faults, the first: ${first.message}.`,
      };
}

/** The result of the last nightly check of the books. */
async function lastProofState(tx: Tx, tenantId: number): Promise<Pick<Step, "state" | "words">> {
  const { rows } = await sql<{ checked_at: Date; fault_count: number }>`
    select checked_at, fault_count from book_proofs where tenant_id = ${tenantId}`.execute(tx);
  const last = atMostOne(rows);
  if (last === undefined) {
    return { state: "OPEN", words: "Not checked yet: books of this size are checked at night." };
  }
  const at = formatMoment(last.checked_at);
  return last.fault_count === 0
    ? { state: "DONE", words: `All lines and totals agreed when they were checked on ${at}.` }
    : {
        state: "OPEN",
        words: `${formatCounted(last.fault_count, "fault")} found when they were checked on ${at}. The dashboard lists them.`,
      };
}

async function lockStep({ tx }: Context, { tenantId, period, end_date }: Month): Promise<Step> {
  const { locked_until, set_by, set_at, reason } = await periodLockOf(tx, tenantId);
  const done = locked_until !== null && locked_until >= end_date;
  return {
    step: "lock",
    name: monthName(period),
    state: done ? "DONE" : "OPEN",
    words:
      locked_until === null
        ? "The books are open."
        : `Locked until ${formatDate(locked_until)} by ${set_by ?? "the system"}${set_at === null ? "" : `: ${reason ?? ""}`}.`,
  };
}

/** Exports the checklist as a file. */
export async function monthEndFile(
  context: Context,
  input: Input,
): Promise<ListExport<Row, keyof typeof monthEndList.columns>> {
  const { rows, tenant_id } = await monthEnd(context, input);
  const open = rows.filter(({ state }) => state === "OPEN").length;
  return {
    list: monthEndList,
    name: "month-end",
    parts: [input.period],
    facts: [...monthEndFacts(input), ["To Do", String(open)]],
    tenantId: tenant_id,
    total: rows.length,
    rows: singleBatch(rows),
  };
}
