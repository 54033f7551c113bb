import { EXPENSES, INCOMES } from "@kontor/books/account-code";
import { ENTRY_TYPE } from "@kontor/books/entry-number";
import { kobo } from "@kontor/books/money";
import { fromSigned } from "@kontor/books/side";
import type {
  closeYear as closeYearEndpoint,
  previewYearEnd,
  undoYearEnd,
  yearEndPreview,
} from "@kontor/contract/accounting/periods";
import type { InputOf } from "@kontor/contract/endpoint";
import { formatDate } from "@kontor/contract/format";
import { sql } from "kysely";
import type { z } from "zod";

import { audit } from "../../platform/audit.ts";
import { exactlyOne } from "../../platform/database/rows.ts";
import { notFound, Refusal } from "../../platform/refusal.ts";
import { enterTenant, type Context, type Tx } from "../../platform/scope.ts";
import { booksTenant } from "../books-tenant.ts";
import { entryById } from "../entries/find-entry.ts";
import { postEntries, posterOf, type PostingItem } from "../entries/postings.ts";
import { postReversal } from "../entries/reversal.ts";
import { moveLock } from "./lock.ts";
import {
  lastClosedYearEnd,
  laterPeriodRefusal,
  periodLockOf,
  unclosedLedgers,
  periodsOf,
  type UnclosedLedger,
  type Periods,
} from "./periods.ts";

type Preview = z.output<typeof yearEndPreview>;
type EquityLedger = Preview["equity_ledgers"][number];

/** A preview of a year-end: the balance of each income and expense ledger after its last day. */
export async function previewYearClosing(
  context: Context,
  input: InputOf<typeof previewYearEnd>,
): Promise<Preview> {
  const tenantId = await booksTenant(context, input.tenant_id);
  const { year_end } = input;
  const open = await unclosedLedgers(context.tx, tenantId, year_end);
  const netOf = (wanted: string) =>
    open.reduce((sum, { accountClass, net }) => (accountClass === wanted ? sum + net : sum), 0n);
  const [income, expenses] = [fromSigned(netOf(INCOMES)), fromSigned(netOf(EXPENSES))];
  const result = fromSigned(netOf(INCOMES) + netOf(EXPENSES));
  const equity_ledgers = await equityLedgers(context.tx, tenantId);
  const { locked_until } = await periodLockOf(context.tx, tenantId);
  const obstacle = await yearEndObstacle(context.tx, tenantId, year_end, locked_until);
  return {
    year_end,
    income: income.amount,
    income_dc: income.side,
    expenses: expenses.amount,
    expenses_dc: expenses.side,
    result: result.amount,
    result_dc: result.side,
    ledgers: open.length,
    obstacle: obstacle?.message ?? null,
    equity_ledger: equity_ledgers.find(({ name }) => /retained earnings/i.test(name)) ?? null,
    equity_ledgers,
  };
}

async function equityLedgers(tx: Tx, tenantId: number): Promise<EquityLedger[]> {
  const { rows } = await sql<EquityLedger>`
    select l.id, l.code, l.name from ledgers l
    join groups g on g.tenant_id = ${tenantId} and g.id = l.group_id and g.class = '05'
    where l.tenant_id = ${tenantId} and not l.control
      and not exists (select from ledgers s where s.tenant_id = ${tenantId} and s.parent_ledger_id = l.id)
    order by g.sequence, l.sequence`.execute(tx);
  return rows;
}

/**
 * Closes a year: one entry on its last day closes every income and expense ledger to an equity
 * ledger, and the books are locked up to that day. Statements of the year leave the entry out.
 *
 * @throws Refusal `not_found`, `module_off`; `year_not_over`, `year_closed`, `year_closed_later`
 * and `year_without_result` at `year_end`; `equity_ledger_wrong` at `equity_ledger_id`;
 * `locked_past_year` when the books are already locked beyond the year.
 */
export async function closeYear(
  context: Context,
  input: InputOf<typeof closeYearEndpoint>,
): Promise<Periods> {
  const tenantId = await booksTenant(context, input.tenant_id);
  const { tx, clock, actor } = context;
  const { year_end, equity_ledger_id, reason } = input;
  const until = formatDate(year_end);
  if (year_end >= clock.today()) throw Refusal.at("year_end", "year_not_over", { until });
  await enterTenant(context, tenantId);
  // The lock is moved first: that waits for postings in progress, and prevents postings between
  // reading and closing.
  const lockedUntil = await moveLock(context, tenantId, year_end, reason);
  const obstacle = await yearEndObstacle(tx, tenantId, year_end, lockedUntil);
  if (obstacle !== null) throw obstacle;
  const equity = await equityLedgers(tx, tenantId);
  if (!equity.some(({ id }) => id === equity_ledger_id)) {
    throw Refusal.at("equity_ledger_id", "equity_ledger_wrong");
  }
  const open = await unclosedLedgers(tx, tenantId, year_end);
  if (open.length === 0) throw Refusal.at("year_end", "year_without_result", { until });
  const narration = `Year-end ${until}`;
  const posting = {
    entry_type_id: ENTRY_TYPE.closing.id,
    entry_date: year_end,
    narration,
    items: closingItems(open, equity_ledger_id, narration),
  };
  const { entry_id } = exactlyOne(await postEntries(posterOf(context), tenantId, [posting]));
  const { rows } = await sql<{ id: number }>`
    insert into year_closings (tenant_id, year_end, entry_id, equity_ledger_id, closed_by, closed_at)
    values (${tenantId}, ${year_end}::date, ${entry_id}, ${equity_ledger_id}, ${actor.user_id}, ${clock.now()})
    returning id`.execute(tx);
  await audit(context, tenantId, "year.closed", `year-closing:${exactlyOne(rows).id}`, {
    year_end,
    entry_id,
    reason,
  });
  return periodsOf(context, tenantId);
}

/**
 * The items that bring each ledger to zero, and their sum on the equity ledger unless it is zero.
 */
function closingItems(
  open: readonly UnclosedLedger[],
  equityLedgerId: number,
  narration: string,
): PostingItem[] {
  const item = (ledger_id: number, net: bigint): PostingItem => ({
    ledger_id,
    dc: net > 0n ? "DR" : "CR",
    amount: kobo(net > 0n ? net : -net),
    narration,
  });
  const result = open.reduce((sum, { net }) => sum + net, 0n);
  return [
    ...open.map(({ id, net }) => item(id, -net)),
    ...(result === 0n ? [] : [item(equityLedgerId, result)]),
  ];
}

/**
 * Why a year cannot be closed as the periods are, at `year_end`: `year_closed`, `year_closed_later`
 * or `locked_past_year`; null when nothing prevents it.
 *
 * @param lockedUntil the end of the lock before the closing moves it.
 */
async function yearEndObstacle(
  tx: Tx,
  tenantId: number,
  yearEnd: string,
  lockedUntil: string | null,
): Promise<Refusal | null> {
  const lastClosed = await lastClosedYearEnd(tx, tenantId);
  if (lastClosed === yearEnd) {
    return Refusal.at("year_end", "year_closed", { until: formatDate(yearEnd) });
  }
  const later = laterPeriodRefusal(yearEnd, lastClosed, lockedUntil);
  return later && Refusal.at("year_end", later.code, later.details);
}

/**
 * Reverses the last year-end with an entry with swapped sides on the same day. The lock stays.
 *
 * @throws Refusal `not_found`, `module_off`; `closing_taken_back`; `year_closed_later` when a later
 * year is closed, and `locked_past_year` when any day of the next year is locked.
 */
export async function undoYearClosing(
  context: Context,
  input: InputOf<typeof undoYearEnd>,
): Promise<Periods> {
  const tenantId = await booksTenant(context, input.tenant_id);
  await enterTenant(context, tenantId);
  const { tx, clock, actor } = context;
  const before = await periodsOf(context, tenantId);
  const closing = before.closings.find(({ id }) => id === input.id);
  if (closing === undefined) throw notFound("The closing");
  if (closing.taken_back_at !== null) throw new Refusal("closing_taken_back");
  const last = before.closings.find(({ taken_back_at }) => taken_back_at === null);
  const later = laterPeriodRefusal(
    closing.year_end,
    last?.year_end ?? null,
    before.lock.locked_until,
  );
  if (later !== null) throw new Refusal(later.code, later.details);
  const original = await entryById(context, tenantId, closing.entry_id);
  const reversal_id = await postReversal(context, original, {
    entry_date: closing.year_end,
    narration: `Takes back ${original.ent_number}: ${input.reason}`,
  }).catch((error: unknown) => {
    throw lockedPastYearRefusal(error, closing.year_end) ?? error;
  });
  await sql`
    update year_closings set taken_back_by = ${actor.user_id}, taken_back_at = ${clock.now()}
    where tenant_id = ${tenantId} and id = ${input.id}`.execute(tx);
  await audit(context, tenantId, "year.closing-taken-back", `year-closing:${input.id}`, {
    reversal_id,
    reason: input.reason,
  });
  return periodsOf(context, tenantId);
}

/**
 * The refusal when the lock has moved past the year since it was read. The day of the reversal is
 * not the user's choice, so choosing another one, as `period_locked` says, is not possible.
 */
function lockedPastYearRefusal(error: unknown, yearEnd: string): Refusal | undefined {
  if (!(error instanceof Refusal) || error.code !== "period_locked") return undefined;
  const { until = "" } = error.details;
  return new Refusal("locked_past_year", { until, year_end: formatDate(yearEnd) });
}
