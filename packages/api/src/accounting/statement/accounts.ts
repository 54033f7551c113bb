import type { getStatement } from "@kontor/contract/accounting/statements";
import type { InputOf } from "@kontor/contract/endpoint";
import { sql, type RawBuilder } from "kysely";

import { inDateRange, type DateRange } from "../../platform/database/conditions.ts";
import type { Context, Tx } from "../../platform/scope.ts";
import { openingBalance } from "../chart/opening-balance.ts";
import { isLocked } from "../entries/changeable.ts";
import { isClosingEntry } from "../totals/closings.ts";

/** Whether a statement is requested as of an earlier moment. */
export function isAsRecorded<
  Input extends { recorded_up_to?: string | undefined; as_it_is?: boolean | undefined },
>(input: Input): input is Input & { recorded_up_to: string } {
  return input.recorded_up_to !== undefined && input.as_it_is !== true;
}

/** The ledgers of a statement: one, or one with its sub-ledgers. */
export type StatementAccounts = {
  tenantId: number;
  ids: readonly [number, ...number[]];
  /** The entries whose lines are left out: year-end closings, on request. */
  excluded: readonly number[];
  /** Whether an entry `e` is locked for the reader. */
  locked: RawBuilder<boolean>;
};

/**
 * The ledgers whose lines a statement shows. A missing ledger is detected when its page is read.
 */
export async function statementAccounts(
  context: Context,
  tenantId: number,
  input: Pick<
    InputOf<typeof getStatement>,
    | "id"
    | "with_sub_ledgers"
    | "closing"
    | "start_date"
    | "end_date"
    | "recorded_up_to"
    | "as_it_is"
  >,
): Promise<StatementAccounts> {
  const { tx } = context;
  const { id } = input;
  const locked = isLocked(context, tenantId);
  const excluded = input.closing === undefined ? [] : await closingsIn(tx, tenantId, input);
  if (input.with_sub_ledgers !== true) return { tenantId, ids: [id], excluded, locked };
  const { rows } = await sql<{ id: number }>`
    select id from ledgers where tenant_id = ${tenantId} and parent_ledger_id = ${id}`.execute(tx);
  return { tenantId, ids: [id, ...rows.map((row) => row.id)], excluded, locked };
}

/**
 * The year-end closings within a range of days; as of an earlier moment, those recorded by then.
 */
async function closingsIn(
  tx: Tx,
  tenantId: number,
  input: DateRange & Pick<InputOf<typeof getStatement>, "recorded_up_to" | "as_it_is">,
): Promise<number[]> {
  const recordedUpTo = isAsRecorded(input) ? input.recorded_up_to : undefined;
  const { rows } = await sql<{ id: number }>`
    select e.id from entries e
    where e.tenant_id = ${tenantId} and ${isClosingEntry(input, recordedUpTo)}`.execute(tx);
  return rows.map(({ id }) => id);
}

/** The condition that a row of postings, or of their totals, belongs to these ledgers. */
export function ofAccounts({
  tenantId,
  ids,
}: Pick<StatementAccounts, "tenantId" | "ids">): RawBuilder<unknown> {
  return ids.length === 1
    ? sql`tenant_id = ${tenantId} and ledger_id = ${ids[0]}`
    : sql`tenant_id = ${tenantId} and ledger_id = any(${sql.val(ids)}::bigint[])`;
}

/** The condition that a posting of these ledgers is shown. */
export function isIncluded({ excluded }: Pick<StatementAccounts, "excluded">): RawBuilder<unknown> {
  return excluded.length === 0 ? sql`true` : sql`entry_id <> all(${sql.val(excluded)}::bigint[])`;
}

/**
 * Subtracts excluded lines from the totals selected before it: a `union all` of the negative totals
 * of these lines (their days, lines, debit, credit), or nothing.
 *
 * @param days the columns that name the days of a total, made of a line's `day`.
 */
export function minusExcluded(
  accounts: StatementAccounts,
  days: RawBuilder<unknown>,
): RawBuilder<unknown> {
  if (accounts.excluded.length === 0) return sql``;
  return sql`
    union all
    select ${days}, -1, case dc when 'DR' then -amount else 0 end, case dc when 'CR' then -amount else 0 end
    from entry_items
    where ${ofAccounts(accounts)} and not superseded and entry_id = any(${sql.val(accounts.excluded)}::bigint[])`;
}

/** Selects the sum of their opening balances (opening), debit positive. */
export function selectOpening({
  tenantId,
  ids,
}: Pick<StatementAccounts, "tenantId" | "ids">): RawBuilder<unknown> {
  return sql`
    select sum(${openingBalance(sql`l`)}) as opening
    from ledgers l where l.tenant_id = ${tenantId} and l.id = any(${sql.val(ids)}::bigint[])`;
}

/**
 * Selects the number of lines before the requested page (skip).
 *
 * @param days selects day and lines of all of them.
 */
export function skippedLines(
  { start_date, end_date, newest, page, per_page }: InputOf<typeof getStatement>,
  days: RawBuilder<unknown>,
): RawBuilder<unknown> {
  if (newest !== true) return sql`select ${(page - 1) * per_page}::bigint as skip`;
  const inRange = inDateRange(sql`day`, { start_date, end_date });
  return sql`
    select greatest(coalesce(sum(lines) filter (where ${inRange}), 0)::bigint - 1, 0) / ${per_page} * ${per_page} as skip
    from ${days}`;
}
