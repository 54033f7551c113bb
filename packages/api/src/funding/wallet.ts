import { kobo, ZERO, type Kobo } from "@kontor/books/money";
import { fromSigned } from "@kontor/books/side";
import { formatFunds, formatMoney } from "@kontor/contract/format";
import { sql } from "kysely";

import type { LedgerPurpose } from "../accounting/chart/standard-chart.ts";
import { exactlyOne } from "../platform/database/rows.ts";
import type { OrganizationPath } from "../platform/organization/organization.ts";
import { Refusal, notFound } from "../platform/refusal.ts";
import type { Tx } from "../platform/scope.ts";
import { fundsOf } from "./financials.ts";

/** The topic that a commit announces when money has come, or come back, into a wallet. */
export const fundsTopic = "funds";

/**
 * A locked wallet: the ids of the funding ledger and of the other ledger of the movement, and the
 * balance as of today in kobo, debit positive.
 */
export type Wallet = {
  funding_id: number;
  other_id: number;
  balance: bigint;
  /**
   * The amount that can leave today, in kobo, without overdrawing the wallet today or on any later
   * day that already has entries.
   */
  available: bigint;
};

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
  const { ledger_id: funding_id } = await fundsOf(tx, { tenant_id, company_id });
  const { rows } = await sql<{ id: number; balance: bigint }>`
    select id, balance from ledgers
    where tenant_id = ${tenant_id} and (id = ${funding_id} or purpose = ${other})
    order by id for no key update`.execute(tx);
  const funding = rows.find((row) => row.id === funding_id);
  const second = rows.find((row) => row.id !== funding_id);
  if (funding === undefined || second === undefined) throw notFound("The other ledger");
  const later = await postedLater(tx, tenant_id, funding_id, today);
  return {
    funding_id,
    other_id: second.id,
    balance: funding.balance - later.moved,
    available: funding.balance - later.withheld,
  };
}

/**
 * The amount that could leave an organization's wallet today, in kobo. Nothing is locked, so a
 * concurrent transaction may change it.
 */
export async function availableFunds(
  tx: Tx,
  { tenant_id, company_id }: OrganizationPath,
  today: string,
): Promise<bigint> {
  const { ledger_id, balance } = await fundsOf(tx, { tenant_id, company_id });
  return balance - (await postedLater(tx, tenant_id, ledger_id, today)).withheld;
}

/** What entries dated later than today make of a ledger's stored balance, in kobo. */
type PostedLater = {
  /** Their sum, debit positive. Without it the balance is as of today. */
  moved: bigint;
  /**
   * The part of the stored balance that cannot leave today: the available amount is the lowest
   * balance of today and of every later day.
   */
  withheld: bigint;
};

async function postedLater(
  tx: Tx,
  tenantId: number,
  ledgerId: number,
  today: string,
): Promise<PostedLater> {
  const { rows } = await sql<PostedLater>`
    select coalesce(sum(d.net), 0)::bigint as moved, greatest(max(d.later), 0)::bigint as withheld from (
      select debit - credit as net, sum(debit - credit) over (order by day desc) as later from ledger_days
      where tenant_id = ${tenantId} and ledger_id = ${ledgerId} and day > ${today}) d`.execute(tx);
  return exactlyOne(rows);
}

/** The wallet's shortfall, in kobo; zero when it covers the amount. */
export function missingFor({ available }: Pick<Wallet, "available">, amount: Kobo): Kobo {
  return amount > available ? kobo(amount - available) : ZERO;
}

/** The refusal, at the field of the amount, of an amount that the wallet does not cover. */
export function uncovered({ balance, available }: Wallet): Refusal {
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
