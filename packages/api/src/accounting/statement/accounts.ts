import type { getStatement } from "@kontor/contract/accounting/statements";
import type { InputOf } from "@kontor/contract/endpoint";
import { sql, type RawBuilder } from "kysely";

import { inDays } from "../../platform/database/conditions.ts";
import type { Context } from "../../platform/scope.ts";

/** The ledgers of a statement: one, or one with its sub-ledgers. */
export type Accounts = { tenantId: number; ids: readonly [number, ...number[]] };

/** The ledgers whose lines a statement shows. A missing ledger is noticed when its page is read. */
export async function accountsOf(
  { tx }: Context,
  tenantId: number,
  { id, with_sub_ledgers }: Pick<InputOf<typeof getStatement>, "id" | "with_sub_ledgers">,
): Promise<Accounts> {
  if (with_sub_ledgers !== true) return { tenantId, ids: [id] };
  const { rows } = await sql<{ id: number }>`
    select id from ledgers where tenant_id = ${tenantId} and parent_ledger_id = ${id}`.execute(tx);
  return { tenantId, ids: [id, ...rows.map((row) => row.id)] };
}

/** The condition that a row of postings, or of their totals, is of these ledgers. */
export function ofAccounts({ tenantId, ids }: Accounts): RawBuilder<unknown> {
  return ids.length === 1
    ? sql`tenant_id = ${tenantId} and ledger_id = ${ids[0]}`
    : sql`tenant_id = ${tenantId} and ledger_id = any(${sql.val(ids)}::bigint[])`;
}

/** Selects the sum of their opening balances (opening), debit positive. */
export function openingOf({ tenantId, ids }: Accounts): RawBuilder<unknown> {
  return sql`
    select sum(case op_balance_dc when 'DR' then op_balance else -op_balance end) as opening
    from ledgers where tenant_id = ${tenantId} and id = any(${sql.val(ids)}::bigint[])`;
}

/**
 * Selects the number of lines before the requested page (skip).
 *
 * @param days gives day and lines of all of them.
 */
export function skippedLines(
  { start_date, end_date, newest, page, per_page }: InputOf<typeof getStatement>,
  days: RawBuilder<unknown>,
): RawBuilder<unknown> {
  if (newest !== true) return sql`select ${(page - 1) * per_page}::bigint as skip`;
  const inRange = inDays(sql`day`, { start_date, end_date });
  return sql`
    select greatest(coalesce(sum(lines) filter (where ${inRange}), 0)::bigint - 1, 0) / ${per_page} * ${per_page} as skip
    from ${days}`;
}
