import { sql } from "kysely";

import { ofTenant } from "../../platform/database/conditions.ts";
import type { Tx } from "../../platform/scope.ts";
import type { LedgerPurpose } from "../chart/standard-chart.ts";

/** What a ledger that the product posts to stood at, in kobo, debit positive. */
export type PurposeBalance = {
  tenant_id: number;
  ledger_id: number;
  purpose: LedgerPurpose;
  /** What it was opened with, in the balance. */
  opening: bigint;
  balance: bigint;
};

/**
 * What the ledgers of some purposes stood at by the end of a day, of an organization or with null of all that the
 * scope lets see. It is added up from the totals of months, and of days only in the month of that day.
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
      select case l.op_balance_dc when 'DR' then l.op_balance else -l.op_balance end as opening) o
    cross join lateral (
      select coalesce(sum(m.debit - m.credit), 0) as net from ledger_months m
      where m.tenant_id = l.tenant_id and m.ledger_id = l.id and m.month < date_trunc('month', ${day}::date)::date) m
    cross join lateral (
      select coalesce(sum(d.debit - d.credit), 0) as net from ledger_days d
      where d.tenant_id = l.tenant_id and d.ledger_id = l.id
        and d.day between date_trunc('month', ${day}::date)::date and ${day}::date) d
    where ${ofTenant(sql`l.tenant_id`, tenantId)} and l.purpose = any (${[...purposes]}::text[])`.execute(
    tx,
  );
  return rows;
}
