import { sql, type RawBuilder } from "kysely";

/** The opening balance of a ledger, by the name of its table, in kobo, debit positive. */
export function openingBalance(ledger: RawBuilder<unknown>): RawBuilder<bigint> {
  return sql<bigint>`
    case ${ledger}.op_balance_dc when 'DR' then ${ledger}.op_balance else -${ledger}.op_balance end`;
}
