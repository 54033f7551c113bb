import type { ErrorCode } from "@kontor/contract/error-codes";
import { sql, type RawBuilder } from "kysely";

import { atMostOne } from "../../platform/database/rows.ts";
import { Refusal } from "../../platform/refusal.ts";
import type { Tx } from "../../platform/scope.ts";

/**
 * The condition that money may enter and leave `ledgers l` of `groups g`: an asset ledger that
 * users may post to.
 */
const isCash = sql`(g.class = '01' and not l.control)`;

/**
 * The condition that a ledger `l` is reconciled with bank statements or cash counts: users may post
 * to it, and its group is cash, as that of the Funding account always is. Bank clearing has no
 * statement: it holds what is posted on one side only, until the bank's side is posted too.
 */
export function isBankLedger(tenantId: number): RawBuilder<boolean> {
  return sql<boolean>`(not l.control and l.purpose is distinct from 'bank_clearing' and exists (
    select from groups c where c.tenant_id = ${tenantId} and c.id = l.group_id and c.cash_flow = 'cash'))`;
}

/** The maximum number of ledgers offered; for any other, the entry is posted in the books. */
const maxOffered = 200;

/**
 * The cash or bank ledger that money left or entered; never a control ledger.
 *
 * @param requested its id; Bank clearing when left out.
 * @param notCash the refusal for a ledger of another kind.
 * @throws Refusal at `ledger_id`: `not_found`, or `notCash`.
 */
export async function cashLedgerId(
  tx: Tx,
  tenantId: number,
  requested: number | undefined,
  notCash: ErrorCode = "ledger_not_cash",
): Promise<number> {
  const which =
    requested === undefined ? sql`l.purpose = 'bank_clearing'` : sql`l.id = ${requested}`;
  const { rows } = await sql<{ id: number; is_cash: boolean }>`
    select l.id, ${isCash} as is_cash
    from ledgers l join groups g on g.tenant_id = ${tenantId} and g.id = l.group_id
    where l.tenant_id = ${tenantId} and ${which}`.execute(tx);
  const ledger = atMostOne(rows);
  if (ledger === undefined) throw Refusal.at("ledger_id", "not_found", { what: "The ledger" });
  if (!ledger.is_cash) throw Refusal.at("ledger_id", notCash);
  return ledger.id;
}

/**
 * Cash ledgers: Bank clearing first, then by code. Ledgers with sub-ledgers are left out because
 * they accept no postings.
 */
export async function cashLedgers(
  tx: Tx,
  tenantId: number,
): Promise<{ id: number; code: string; name: string }[]> {
  const { rows } = await sql<{ id: number; code: string; name: string }>`
    select l.id, l.code, l.name
    from ledgers l join groups g on g.tenant_id = ${tenantId} and g.id = l.group_id
    where l.tenant_id = ${tenantId} and ${isCash} and not exists (
      select from ledgers s where s.tenant_id = ${tenantId} and s.parent_ledger_id = l.id)
    order by l.purpose is distinct from 'bank_clearing', l.code limit ${maxOffered}`.execute(tx);
  return rows;
}
