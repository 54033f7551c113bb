import { kobo, printMoney, ZERO, type Kobo } from "@kontor/books/money";
import { fromSigned } from "@kontor/books/side";
import { formatFunds } from "@kontor/contract/format";
import { sql } from "kysely";

import type { LedgerPurpose } from "../accounting/chart/standard-chart.ts";
import { exactlyOne } from "../platform/database/rows.ts";
import type { OrganizationPath } from "../platform/organization/organization.ts";
import { Refusal, notFound } from "../platform/refusal.ts";
import type { Tx } from "../platform/scope.ts";
import { fundsOf } from "./financials.ts";

/** What a commit announces when money has come, or come back, into a wallet. */
export const fundsTopic = "funds";

/** A locked wallet: the funding ledger with the one that money comes from or goes to; in kobo, debit positive. */
export type Wallet = {
  funding_id: number;
  other_id: number;
  balance: bigint;
  /** What can go out today without overdrawing today or any later day that already has entries. */
  available: bigint;
};

/**
 * Locks the funding ledger and another of the organization, in the order of their ids as every
 * posting does, and reads the balance under the lock, so that no other transaction can move it
 * before this one ends. The scope must be the tenant.
 *
 * @param today a day in Lagos, on which money would go out.
 */
export async function lockWallet(
  tx: Tx,
  { tenant_id, company_id }: OrganizationPath,
  other: LedgerPurpose,
  today: string,
): Promise<Wallet> {
  const { ledger_id: funding_id } = await fundsOf(tx, { tenant_id, company_id });
  const { rows } = await sql<{ id: number; balance: bigint }>`
    select id, balance from ledgers
    where tenant_id = ${tenant_id} and (id = ${funding_id} or purpose = ${other})
    order by id for no key update`.execute(tx);
  const funding = rows.find((row) => row.id === funding_id);
  const second = rows.find((row) => row.id !== funding_id);
  if (funding === undefined || second === undefined) throw notFound("The other ledger");
  const { balance } = funding;
  const available = balance - (await postedLater(tx, tenant_id, funding_id, today));
  return { funding_id, other_id: second.id, balance, available };
}

/** What could go out of an organization's wallet today, in kobo, unless it is moved meanwhile. */
export async function availableFunds(
  tx: Tx,
  { tenant_id, company_id }: OrganizationPath,
  today: string,
): Promise<bigint> {
  const { ledger_id, balance } = await fundsOf(tx, { tenant_id, company_id });
  return balance - (await postedLater(tx, tenant_id, ledger_id, today));
}

/**
 * How much less than its balance can leave a ledger today, in kobo, because of entries dated later:
 * what is available is the lowest of its balances today and on every later day.
 */
async function postedLater(
  tx: Tx,
  tenantId: number,
  ledgerId: number,
  today: string,
): Promise<bigint> {
  const { rows } = await sql<{ later: bigint }>`
    select coalesce(max(d.later), 0)::bigint as later from (
      select sum(debit - credit) over (order by day desc) as later from ledger_days
      where tenant_id = ${tenantId} and ledger_id = ${ledgerId} and day > ${today}) d`.execute(tx);
  const { later } = exactlyOne(rows);
  return later > 0n ? later : 0n;
}

/** The shortfall of the wallet, in kobo; zero when it covers the amount. */
export function missingFor({ available }: Pick<Wallet, "available">, amount: Kobo): Kobo {
  return amount > available ? kobo(amount - available) : ZERO;
}

/** The refusal of an amount that a wallet does not cover, at the field of the amount. */
export function uncovered({ balance, available }: Wallet): Refusal {
  const shown = formatBalance(balance);
  if (available >= balance) return Refusal.at("amount", "funds_insufficient", { balance: shown });
  const most = `₦${printMoney(available > 0n ? kobo(available) : ZERO)}`;
  return Refusal.at("amount", "funds_needed_later", { balance: shown, available: most });
}

/** A balance in words; a funding ledger in credit is overdrawn. */
function formatBalance(balance: bigint): string {
  const { amount, side } = fromSigned(balance);
  return formatFunds(amount, side);
}
