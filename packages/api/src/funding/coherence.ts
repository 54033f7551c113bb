import { ENTRY_TYPE } from "@kontor/books/entry-number";
import { sql } from "kysely";

import type { Check } from "../platform/database/checks.ts";
import { transferChecks } from "./transfers/coherence-transfers.ts";

/** Entry types that move funds. */
const fundingTypes = [ENTRY_TYPE.deposit.id, ENTRY_TYPE.withdrawal.id];

/**
 * Checks that funds agree with the books. A pay account's balance is that of its ledger, so the two
 * cannot differ. The checks cover the rest: each funding transaction has the amount and day of its
 * entry, each deposit and withdrawal in the books has its transaction, and transfers agree with
 * their entries, the wallet's rows and the money in transit.
 */
export const fundingChecks: readonly Check[] = [
  {
    kind: "funds_moved_otherwise",
    query: (scope) => sql`
      select f.tenant_id, 'funding-transaction:' || f.id as subject,
        format('funding transaction %s is a %s of %s kobo, its entry moves the funding ledger by %s',
          f.id, f.action, f.amount, moved.net) as message
      from funding_transactions f
      left join pay_accounts a on a.tenant_id = f.tenant_id and a.company_id = f.company_id
      cross join lateral (
        select coalesce(sum(case i.dc when 'DR' then i.amount else -i.amount end), 0) as net
        from entry_items i
        where i.tenant_id = f.tenant_id and i.entry_id = f.entry_id and i.ledger_id = a.ledger_id
          and not i.superseded) moved
      where ${scope(sql`f.tenant_id`)}
        and moved.net <> case f.action when 'DEPOSIT' then f.amount else -f.amount end`,
  },
  {
    kind: "funds_entry_unexplained",
    query: (scope) => sql`
      select e.tenant_id, 'entry:' || e.id as subject,
        format('entry %s is a deposit or withdrawal that no funding transaction names', e.id) as message
      from entries e
      where ${scope(sql`e.tenant_id`)} and e.entry_type_id = any (${fundingTypes}::smallint[]) and not exists (
        select from funding_transactions f where f.tenant_id = e.tenant_id and f.entry_id = e.id)`,
  },
  ...transferChecks,
];

/**
 * Checks that each transfer with a purpose pays a row of a table.
 *
 * @param what such a row, as in "a payslip".
 */
export function paidRowsCheck(
  kind: string,
  { purpose, table, what }: { purpose: string; table: string; what: string },
): Check {
  return {
    kind,
    query: (scope) => sql`
      select t.tenant_id, 'transfer:' || t.id as subject,
        format('transfer %s pays %s %s that there is not', t.id, ${what}::text, t.subject_id) as message
      from transfers t
      where ${scope(sql`t.tenant_id`)} and t.purpose = ${purpose} and not exists (
        select from ${sql.table(table)} s where s.tenant_id = t.tenant_id and s.id = t.subject_id)`,
  };
}
