import type { ReconciledPart } from "@kontor/contract/reports/reconciliation";
import { sql, type RawBuilder } from "kysely";

import type { LedgerPurpose } from "../../accounting/chart/standard-chart.ts";
import { tenantCondition } from "../../platform/database/conditions.ts";
import type { Tx } from "../../platform/scope.ts";

/** The purpose of each part's ledger. */
export const purposeOfPart: Readonly<Record<ReconciledPart, LedgerPurpose>> = {
  wallet: "funding_account",
  transit: "transfers_in_transit",
  receivable: "salary_advances_receivable",
};

/**
 * The movements of a wallet: deposits, withdrawals, transfers to people, and transfers that came
 * back.
 */
export type WalletMovement = "deposit" | "withdrawal" | "sent" | "returned";

/**
 * The amount that each entry should post to the ledger of a part according to the records outside
 * the books, debit positive: tenant_id, kind, entry_id and amount in kobo. A requested transfer
 * moves money from the wallet to transit; from there it goes to the liability when it arrives, and
 * back to the wallet when it does not.
 */
export function recordsOf(part: ReconciledPart, tenantId: number | null): RawBuilder<unknown> {
  return records[part]((column) => tenantCondition(sql.ref(column), tenantId));
}

type Scope = (column: string) => RawBuilder<unknown>;

const records: Readonly<Record<ReconciledPart, (scope: Scope) => RawBuilder<unknown>>> = {
  wallet: (scope) => sql`
    select f.tenant_id, case f.action when 'DEPOSIT' then 'deposit' else 'withdrawal' end as kind, f.entry_id,
      case f.action when 'DEPOSIT' then f.amount else -f.amount end as amount
    from funding_transactions f where ${scope("f.tenant_id")} and f.transfer_id is null
    union all
    select x.tenant_id, p.kind, p.entry_id, p.amount
    from transfers x
    cross join lateral (values
      ('sent', x.intent_entry_id, -x.amount),
      ('returned', case x.status when 'FAILED' then x.outcome_entry_id else x.reversal_entry_id end, x.amount)
    ) as p(kind, entry_id, amount)
    where ${scope("x.tenant_id")} and p.entry_id is not null`,
  transit: (scope) => sql`
    select x.tenant_id, p.kind, p.entry_id, p.amount
    from transfers x
    cross join lateral (values
      ('sent', x.intent_entry_id, x.amount),
      ('ended', coalesce(x.outcome_entry_id, x.reversal_entry_id), -x.amount)
    ) as p(kind, entry_id, amount)
    where ${scope("x.tenant_id")} and p.entry_id is not null`,
  receivable: (scope) => sql`
    select x.tenant_id, p.kind, p.entry_id, p.amount
    from transfers x
    cross join lateral (values
      ('arrived', x.outcome_entry_id, x.amount),
      ('returned', case when x.status = 'REVERSED' then x.reversal_entry_id end, -x.amount)
    ) as p(kind, entry_id, amount)
    where ${scope("x.tenant_id")} and x.purpose = 'salary_advance' and x.status in ('COMPLETED', 'REVERSED')
      and x.outcome_entry_id is not null and p.entry_id is not null
    union all
    select l.tenant_id, 'repaid', l.entry_id, -l.principal
    from advance_allocations l where ${scope("l.tenant_id")}`,
};

/**
 * The totals of a part's records at the end of a day, by organization, in kobo; organizations
 * without records are left out.
 */
export async function recordsByOrganization(
  tx: Tx,
  part: ReconciledPart,
  tenantId: number | null,
  day: string,
): Promise<ReadonlyMap<number, bigint>> {
  const { rows } = await sql<{ tenant_id: number; amount: bigint }>`
    select r.tenant_id, sum(r.amount) as amount
    from (${recordsOf(part, tenantId)}) r
    join entries e on e.tenant_id = r.tenant_id and e.id = r.entry_id and e.entry_date <= ${day}::date
    group by r.tenant_id`.execute(tx);
  return new Map(rows.map(({ tenant_id, amount }) => [tenant_id, amount]));
}

/**
 * The movements of wallets in a range of days, by organization and kind, in kobo; outgoing amounts
 * are negative.
 */
export async function walletMovements(
  tx: Tx,
  tenantId: number | null,
  { start_date, end_date }: { start_date: string; end_date: string },
): Promise<{ tenant_id: number; kind: WalletMovement; amount: bigint }[]> {
  const { rows } = await sql<{ tenant_id: number; kind: WalletMovement; amount: bigint }>`
    select r.tenant_id, r.kind, sum(r.amount) as amount
    from (${recordsOf("wallet", tenantId)}) r
    join entries e on e.tenant_id = r.tenant_id and e.id = r.entry_id
      and e.entry_date between ${start_date}::date and ${end_date}::date
    group by r.tenant_id, r.kind`.execute(tx);
  return rows;
}
