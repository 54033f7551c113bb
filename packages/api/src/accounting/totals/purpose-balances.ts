import { sql } from "kysely";

import { tenantCondition } from "../../platform/database/conditions.ts";
import type { Tx } from "../../platform/scope.ts";
import { openingBalance } from "../chart/opening-balance.ts";
import type { LedgerPurpose } from "../chart/standard-chart.ts";

/** The balance of a ledger that the system posts to, in kobo, debit positive. */
export type PurposeBalance = {
  tenant_id: number;
  ledger_id: number;
  purpose: LedgerPurpose;
  /** Its opening balance, which the balance includes. */
  opening: bigint;
  balance: bigint;
};

/**
 * The balances of the ledgers of some purposes at the end of a day, for one organization, or for
 * all in scope when null. They are added up from monthly totals, and from days only in the month of
 * that day.
 */
export async function purposeBalances(
  tx: Tx,
  tenantId: number | null,
  purposes: readonly LedgerPurpose[],
  day: string,
): Promise<PurposeBalance[]> {
  const { rows } = await sql<PurposeBalance>`
    select l.tenant_id, l.id as ledger_id, l.purpose, o.opening, o.opening + m.net + d.net as balance
    from ledgers l
    cross join lateral (
      select ${openingBalance(sql`l`)} as opening) o
    cross join lateral (
      select coalesce(sum(m.debit - m.credit), 0) as net from ledger_months m
      where m.tenant_id = l.tenant_id and m.ledger_id = l.id and m.month < date_trunc('month', ${day}::date)::date) m
    cross join lateral (
      select coalesce(sum(d.debit - d.credit), 0) as net from ledger_days d
      where d.tenant_id = l.tenant_id and d.ledger_id = l.id
        and d.day between date_trunc('month', ${day}::date)::date and ${day}::date) d
    where ${tenantCondition(sql`l.tenant_id`, tenantId)} and l.purpose = any (${[...purposes]}::text[])`.execute(
    tx,
  );
  return rows;
}
