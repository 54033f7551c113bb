import { kobo, ZERO, type Kobo } from "@kontor/books/money";
import { fromSigned } from "@kontor/books/side";
import { formatFunds, formatMoney } from "@kontor/contract/format";
import { sql } from "kysely";

import type { LedgerPurpose } from "../accounting/chart/standard-chart.ts";
import { exactlyOne } from "../platform/database/rows.ts";
import type { OrganizationPath } from "../platform/organization/organization.ts";
import { Refusal, notFound } from "../platform/refusal.ts";
import type { Tx } from "../platform/scope.ts";
import { storedFundingBalance } from "./financials.ts";

/** The topic that a commit announces when money has come, or come back, into a wallet. */
export const fundsTopic = "funds";

/** The funds in a wallet, in kobo. */
type Funds = {
  /** As of today, debit positive. */
  balance: bigint;
  /**
   * The amount that can leave today, in kobo, without overdrawing the wallet today or on any later
   * day that already has entries.
   */
  available: bigint;
};

/** A locked wallet: its funds, its ledger, and the other ledger of the movement. */
export type Wallet = Funds & { funding_id: number; other_id: number };

/**
 * Locks the funding ledger and another ledger of the organization, ordered by id as in every
 * posting. Reads the balance under the lock, so that no other transaction can change it before this
 * one ends. The scope must be the tenant.
 *
 * @param today the day in Lagos on which money would leave.
 */
export async function lockWallet(
  tx: Tx,
  { tenant_id, company_id }: OrganizationPath,
  other: LedgerPurpose,
  today: string,
): Promise<Wallet> {
  const { ledger_id: funding_id } = await storedFundingBalance(tx, { tenant_id, company_id });
  const { rows } = await sql<{ id: number; balance: bigint }>`
    select id, balance from ledgers
    where tenant_id = ${tenant_id} and (id = ${funding_id} or purpose = ${other})
    order by id for no key update`.execute(tx);
  const funding = rows.find((row) => row.id === funding_id);
  const second = rows.find((row) => row.id !== funding_id);
  if (funding === undefined || second === undefined) throw notFound("The other ledger");
  const funds = await fundsFromBalance(tx, tenant_id, funding, today);
  return { funding_id, other_id: second.id, ...funds };
}

/** The funds in an organization's wallet. Nothing is locked, so a concurrent transaction may change them. */
export async function walletFunds(
  tx: Tx,
  { tenant_id, company_id }: OrganizationPath,
  today: string,
): Promise<Funds> {
  const { ledger_id, balance } = await storedFundingBalance(tx, { tenant_id, company_id });
  return fundsFromBalance(tx, tenant_id, { id: ledger_id, balance }, today);
}

/**
 * The funds by a ledger's stored balance, which includes entries dated later than today. The amount
 * that can leave is the lowest balance of today and of every later day.
 */
async function fundsFromBalance(
  tx: Tx,
  tenantId: number,
  { id, balance }: { id: number; balance: bigint },
  today: string,
): Promise<Funds> {
  const { rows } = await sql<{ moved: bigint; withheld: bigint }>`
    select coalesce(sum(d.net), 0)::bigint as moved, greatest(max(d.later), 0)::bigint as withheld from (
      select debit - credit as net, sum(debit - credit) over (order by day desc) as later from ledger_days
      where tenant_id = ${tenantId} and ledger_id = ${id} and day > ${today}) d`.execute(tx);
  const { moved, withheld } = exactlyOne(rows);
  return { balance: balance - moved, available: balance - withheld };
}

/** The funds as shown on salary advances and payroll runs: today's balance, and the part that entries dated later need. */
export function presentFunds({ balance, available }: Funds): { balance: Kobo; needed_later: Kobo } {
  return { balance: balance > 0n ? kobo(balance) : ZERO, needed_later: kobo(balance - available) };
}

/** The wallet's shortfall, in kobo; zero when it covers the amount. */
export function shortfallFor({ available }: Pick<Wallet, "available">, amount: Kobo): Kobo {
  return amount > available ? kobo(amount - available) : ZERO;
}

/** The refusal, at the field of the amount, of an amount that the wallet does not cover. */
export function shortfallRefusal({ balance, available }: Wallet): Refusal {
  const shown = formatBalance(balance);
  if (available >= balance) return Refusal.at("amount", "funds_insufficient", { balance: shown });
  const most = formatMoney(available > 0n ? kobo(available) : ZERO);
  return Refusal.at("amount", "funds_needed_later", { balance: shown, available: most });
}

/** A balance as text; a funding ledger in credit is overdrawn. */
function formatBalance(balance: bigint): string {
  const { amount, side } = fromSigned(balance);
  return formatFunds(amount, side);
}
