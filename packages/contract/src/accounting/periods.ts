import { z } from "zod";

import { endpoint } from "../endpoint.ts";
import { done } from "../wire/calls.ts";
import { date } from "../wire/dates.ts";
import { id, idOut, recordTenantId } from "../wire/ids.ts";
import { pageQuery, search } from "../wire/lists.ts";
import { moment } from "../wire/moment.ts";
import { amount, money, side } from "../wire/money.ts";
import { optionalLine, line } from "../wire/text.ts";
import { maxOpenNarrationLength, statementLimits } from "./bank-statements.ts";
import { entry } from "./entries.ts";

/**
 * The date up to which the books are locked, and who locked them; all null when they were never
 * locked.
 */
export const periodLock = z.strictObject({
  /** Nothing can be posted or changed on or before this day; null for no lock. */
  locked_until: date.nullable(),
  reason: z.string().nullable(),
  /** The name of the user who set it; null for the system. */
  set_by: z.string().nullable(),
  set_at: moment.nullable(),
});

/** A user's permission to post in the locked period for a number of hours. */
export const lockException = z.strictObject({
  id: idOut,
  name: z.string(),
  email: z.string(),
  until: moment,
  reason: z.string(),
  granted_by: z.string().nullable(),
  granted_at: moment,
});

/** A year whose incomes and expenses were closed to equity. A profit is on CR. */
export const yearClosing = z.strictObject({
  id: idOut,
  year_end: date,
  entry_id: idOut,
  ent_number: z.string(),
  result: money,
  result_dc: side,
  equity_ledger: z.strictObject({ id: idOut, code: z.string(), name: z.string() }),
  closed_by: z.string().nullable(),
  closed_at: moment,
  taken_back_by: z.string().nullable(),
  taken_back_at: moment.nullable(),
  /**
   * Postings to incomes and expenses of the last closed year that were made after its closing, by
   * an exception or an opened lock, and are therefore not in equity: their result, a profit on CR,
   * and the number of ledgers. Null when there are none, and for earlier years.
   */
  posted_since: z.strictObject({ result: money, result_dc: side, ledgers: z.int() }).nullable(),
  /** Whether the closing can be reversed: nothing of the next year is locked or closed. */
  may_take_back: z.boolean(),
});

export const periods = z.strictObject({
  tenant_id: idOut,
  organization_name: z.string(),
  lock: periodLock,
  /** Exceptions in force. */
  exceptions: z.array(lockException),
  /** Newest first. */
  closings: z.array(yearClosing),
});

export const getPeriods = endpoint({
  method: "GET",
  path: "/books/periods",
  summary: "The locked period of an organization’s books, its exceptions and the closed years",
  access: "accounting.read",
  query: z.strictObject({ tenant_id: recordTenantId }),
  data: periods,
});

const reason = line("the reason", 300);

export const setPeriodLock = endpoint({
  method: "PUT",
  path: "/books/lock",
  summary: "Lock the books until a day, move the lock, or open the books with null",
  access: "books.close",
  body: z.strictObject({
    tenant_id: recordTenantId,
    locked_until: date.nullable(),
    /** The lock date that the caller saw. If it has changed since, the lock is not moved. */
    was_locked_until: date.nullable().optional(),
    reason,
  }),
  data: periods,
  idempotent: true,
});

/** The longest duration of an exception, in hours. */
export const maxExceptionHours = 72;

const hoursSentence = `Give 1 to ${maxExceptionHours} whole hours.`;

/** A user who may be granted an exception. */
export const exceptionUser = z.strictObject({ id: idOut, name: z.string(), email: z.string() });

export const listExceptionUsers = endpoint({
  method: "GET",
  path: "/books/lock/exception-users",
  summary:
    "The active users who can post in an organization’s books, by name; the platform’s users are listed for users of the platform only",
  access: "books.close",
  query: z.strictObject({ tenant_id: recordTenantId, search, ...pageQuery(10) }),
  data: z.array(exceptionUser),
  paged: true,
});

export const grantLockException = endpoint({
  method: "POST",
  path: "/books/lock/exceptions",
  summary: "Let one user post in the locked period for a number of hours",
  access: "books.close",
  body: z.strictObject({
    tenant_id: recordTenantId,
    user_id: id,
    hours: z.int(hoursSentence).min(1, hoursSentence).max(maxExceptionHours, hoursSentence),
    reason,
  }),
  data: periods,
  status: 201,
  idempotent: true,
});

export const endLockException = endpoint({
  method: "DELETE",
  path: "/books/lock/exceptions/{id}",
  summary: "End an exception early",
  access: "books.close",
  params: z.strictObject({ id }),
  body: z.strictObject({ tenant_id: recordTenantId }),
  data: periods,
});

export const yearEndPreview = z.strictObject({
  year_end: date,
  /** The sums of incomes and expenses up to that date; a profit is on CR. */
  income: money,
  income_dc: side,
  expenses: money,
  expenses_dc: side,
  result: money,
  result_dc: side,
  /** The number of ledgers that would be brought to zero. */
  ledgers: z.int(),
  /** Why the year cannot be closed as the periods are, as a sentence; or null. */
  obstacle: z.string().nullable(),
  /** The default equity ledger for the result; null when no single ledger is suitable. */
  equity_ledger: z.strictObject({ id: idOut, code: z.string(), name: z.string() }).nullable(),
  /** The equity ledgers that accept entries. */
  equity_ledgers: z.array(z.strictObject({ id: idOut, code: z.string(), name: z.string() })),
});

export const previewYearEnd = endpoint({
  method: "GET",
  path: "/books/year-end",
  summary: "Preview what closing a year would post to equity",
  access: "accounting.read",
  query: z.strictObject({ tenant_id: recordTenantId, year_end: date }),
  data: yearEndPreview,
});

export const closeYear = endpoint({
  method: "POST",
  path: "/books/year-end",
  summary:
    "Close a year: post its income and expenses to equity with one entry, and lock the books until its last day",
  access: "books.close",
  body: z.strictObject({
    tenant_id: recordTenantId,
    year_end: date,
    equity_ledger_id: id,
    reason,
  }),
  data: periods,
  status: 201,
  idempotent: true,
});

export const undoYearEnd = endpoint({
  method: "POST",
  path: "/books/year-end/{id}/take-back",
  summary: "Reverse a year-end closing with a reversing entry, while the next year is open",
  access: "books.close",
  params: z.strictObject({ id }),
  body: z.strictObject({ tenant_id: recordTenantId, reason }),
  data: periods,
  idempotent: true,
});

export const getLedgerBalance = endpoint({
  method: "GET",
  path: "/ledgers/{id}/balance",
  summary: "The balance of a ledger at the end of a day, without its sub-ledgers",
  access: "accounting.read",
  params: z.strictObject({ id }),
  query: z.strictObject({ tenant_id: recordTenantId, day: date }),
  data: z.strictObject({ day: date, balance: money, balance_dc: side }),
});

/** The items that a comparison with the bank statement left open on its last day. */
const openComparison = z.strictObject({
  /**
   * The balance of the ledger on that day that the caller saw. If it has changed since, nothing is
   * recorded.
   */
  ledger_balance: money,
  ledger_balance_dc: side.default("DR"),
  /** The entries of the ledger up to that day that the bank had not shown by then. */
  entries: z.array(id).max(statementLimits.items),
  /** The lines of the bank up to that day that the books did not have. */
  lines: z
    .array(
      z.strictObject({ date, amount, dc: side, narration: optionalLine(maxOpenNarrationLength) }),
    )
    .max(statementLimits.lines + statementLimits.items),
});

export const reconcileBank = endpoint({
  method: "POST",
  path: "/ledgers/{id}/reconciliations",
  summary:
    "Record that a bank ledger was reconciled with the bank statement up to a day, and the balance on the statement",
  access: "accounting.write",
  params: z.strictObject({ id }),
  body: z.strictObject({
    tenant_id: recordTenantId,
    /** The last day of the statement. */
    reconciled_to: date,
    /** The closing balance of the bank statement; money in the bank is on DR, as in the ledger. */
    balance: money,
    balance_dc: side.default("DR"),
    note: optionalLine(300),
    compared: openComparison.optional(),
  }),
  data: done,
  status: 201,
  idempotent: true,
});

export const reverseEntry = endpoint({
  method: "POST",
  path: "/entries/{id}/reversal",
  summary: "Reverse an entry: post a linked entry with debits and credits swapped",
  access: "accounting.write",
  params: z.strictObject({ id }),
  body: z.strictObject({
    tenant_id: recordTenantId,
    /**
     * The date of the reversal, not before the date of the entry. When left out it is today, or
     * later if the entry is dated later or the books are locked.
     */
    entry_date: date.nullish(),
    reason,
  }),
  data: entry,
  status: 201,
  idempotent: true,
});
