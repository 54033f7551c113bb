import { EXPENSES, INCOMES } from "@kontor/books/account-code";
import { fromSigned } from "@kontor/books/side";
import type { LedgerMovement } from "@kontor/books/trial-balance";
import type {
  getPeriods,
  lockException,
  periodLock,
  periods as periodsSchema,
  yearClosing,
} from "@kontor/contract/accounting/periods";
import type { InputOf } from "@kontor/contract/endpoint";
import { formatDate } from "@kontor/contract/format";
import { sql } from "kysely";
import type { z } from "zod";

import { atMostOne } from "../../platform/database/rows.ts";
import { organizationName } from "../../platform/organization/organization.ts";
import type { Context, Tx } from "../../platform/scope.ts";
import { booksTenant } from "../books-tenant.ts";
import { entryName } from "../entries/find-entry.ts";
import { ledgerMovements } from "../totals/ledger-totals.ts";

export type Periods = z.output<typeof periodsSchema>;
type Lock = z.output<typeof periodLock>;
type Closing = z.output<typeof yearClosing>;

/** The locked period of an organization's books, the exceptions in force, and its closed years. */
export async function periods(
  context: Context,
  input: InputOf<typeof getPeriods>,
): Promise<Periods> {
  return periodsOf(context, await booksTenant(context, input.tenant_id));
}

/** The same for an organization whose tenant is known. */
export async function periodsOf(context: Context, tenantId: number): Promise<Periods> {
  const { tx } = context;
  const lock = await periodLockOf(tx, tenantId);
  return {
    tenant_id: tenantId,
    organization_name: await organizationName(tx, tenantId),
    lock,
    exceptions: await exceptionsOf(context, tenantId),
    closings: await yearClosingsOf(tx, tenantId, lock.locked_until),
  };
}

/**
 * Why neither a year can be closed nor its closing reversed: a later year is closed, or a later day
 * is locked.
 *
 * @param lastClosed the end of the last closed year.
 * @returns null when neither applies.
 */
export function laterPeriodRefusal(
  yearEnd: string,
  lastClosed: string | null,
  lockedUntil: string | null,
): { code: "year_closed_later" | "locked_past_year"; details: Record<string, string> } | null {
  // First, since moving the lock back would not help where a later year is closed.
  if (lastClosed !== null && lastClosed > yearEnd) {
    return { code: "year_closed_later", details: { until: formatDate(lastClosed) } };
  }
  if (lockedUntil === null || lockedUntil <= yearEnd) return null;
  const details = { until: formatDate(lockedUntil), year_end: formatDate(yearEnd) };
  return { code: "locked_past_year", details };
}

/** The period lock of an organization; its fields are null when its books are not locked. */
export async function periodLockOf(tx: Tx, tenantId: number): Promise<Lock> {
  const { rows } = await sql<Lock>`
    select k.locked_until, k.reason, u.name as set_by, k.set_at
    from period_locks k left join users u on u.id = k.set_by
    where k.tenant_id = ${tenantId}`.execute(tx);
  return atMostOne(rows) ?? { locked_until: null, reason: null, set_by: null, set_at: null };
}

/** The last day of the newest closed year of an organization; null when none is closed. */
export async function lastClosedYearEnd(tx: Tx, tenantId: number): Promise<string | null> {
  const { rows } = await sql<{ year_end: string }>`
    select year_end from year_closings
    where tenant_id = ${tenantId} and taken_back_at is null
    order by year_end desc limit 1`.execute(tx);
  return atMostOne(rows)?.year_end ?? null;
}

/** An income or expense ledger that is not closed, with its balance in kobo, debit positive. */
export type UnclosedLedger = Pick<LedgerMovement, "id" | "accountClass"> & { net: bigint };

/** The income and expense ledgers with a balance after a day, debit positive. */
export async function unclosedLedgers(
  tx: Tx,
  tenantId: number,
  day: string,
): Promise<UnclosedLedger[]> {
  const ledgers = await ledgerMovements(tx, tenantId, { start_date: day, end_date: day });
  return ledgers
    .filter(({ accountClass }) => accountClass === INCOMES || accountClass === EXPENSES)
    .map(({ id, accountClass, opening, debit, credit }) => ({
      id,
      accountClass,
      net: opening + debit - credit,
    }))
    .filter(({ net }) => net !== 0n);
}

async function exceptionsOf(
  { tx, clock }: Context,
  tenantId: number,
): Promise<z.output<typeof lockException>[]> {
  const { rows } = await sql<z.output<typeof lockException>>`
    select e.id, u.name, u.email, e.until, e.reason, g.name as granted_by, e.granted_at
    from period_lock_exceptions e
    join users u on u.id = e.user_id
    left join users g on g.id = e.granted_by
    where e.tenant_id = ${tenantId} and e.until > ${clock.now()}
    order by e.until, e.id`.execute(tx);
  return rows;
}

/** The balance of incomes and expenses that was posted after a year was closed; null for none. */
async function postedSince(
  tx: Tx,
  tenantId: number,
  yearEnd: string,
): Promise<Closing["posted_since"]> {
  const open = await unclosedLedgers(tx, tenantId, yearEnd);
  if (open.length === 0) return null;
  const { amount, side } = fromSigned(open.reduce((sum, { net }) => sum + net, 0n));
  return { result: amount, result_dc: side, ledgers: open.length };
}

type ClosingRow = Omit<
  Closing,
  "ent_number" | "result" | "result_dc" | "equity_ledger" | "may_take_back" | "posted_since"
> & {
  number: bigint;
  entry_type_id: number;
  /** The amount posted to equity, debit positive; a profit is negative. */
  net: bigint;
  ledger_id: number;
  code: string;
  ledger_name: string;
};

async function yearClosingsOf(
  tx: Tx,
  tenantId: number,
  lockedUntil: string | null,
): Promise<Closing[]> {
  const { rows } = await sql<ClosingRow>`
    select c.id, c.year_end, c.entry_id, e.number, e.entry_type_id::int, l.id as ledger_id, l.code,
      l.name as ledger_name, by.name as closed_by, c.closed_at, back.name as taken_back_by, c.taken_back_at,
      coalesce((
        select sum(case i.dc when 'DR' then i.amount else -i.amount end) from entry_items i
        where i.tenant_id = ${tenantId} and i.entry_id = c.entry_id and not i.superseded
          and i.ledger_id = c.equity_ledger_id), 0) as net
    from year_closings c
    join entries e on e.tenant_id = ${tenantId} and e.id = c.entry_id
    join ledgers l on l.tenant_id = ${tenantId} and l.id = c.equity_ledger_id
    left join users by on by.id = c.closed_by
    left join users back on back.id = c.taken_back_by
    where c.tenant_id = ${tenantId}
    order by c.year_end desc, c.id desc`.execute(tx);
  const last = rows.find(({ taken_back_at }) => taken_back_at === null)?.year_end ?? null;
  const since = last === null ? null : await postedSince(tx, tenantId, last);
  return rows.map(({ number, entry_type_id, net, ledger_id, code, ledger_name, ...row }) => {
    const { amount, side } = fromSigned(net);
    return {
      ...row,
      ent_number: entryName(entry_type_id, number).ent_number,
      result: amount,
      result_dc: side,
      equity_ledger: { id: ledger_id, code, name: ledger_name },
      posted_since: row.taken_back_at === null && row.year_end === last ? since : null,
      may_take_back:
        row.taken_back_at === null && laterPeriodRefusal(row.year_end, last, lockedUntil) === null,
    };
  });
}
