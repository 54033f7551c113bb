import { sql, type RawBuilder } from "kysely";

import { openingBalance } from "../chart/opening-balance.ts";

/**
 * The balance of a ledger `l` at the end of a day according to the present books, without its
 * sub-ledgers; kobo, debit positive.
 */
export function balanceOn(tenantId: number, day: RawBuilder<unknown>): RawBuilder<bigint> {
  return sql`(
    ${openingBalance(sql`l`)} + (
      select coalesce(sum(d.debit - d.credit), 0)::bigint from ledger_days d
      where d.tenant_id = ${tenantId} and d.ledger_id = l.id and d.day <= ${day}))`;
}
