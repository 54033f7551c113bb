import { ENTRY_TYPE } from "@kontor/books/entry-number";
import type { checkBooks as checkBooksCall } from "@kontor/contract/accounting/books";
import type { DataOf, InputOf } from "@kontor/contract/endpoint";
import { sql, type RawBuilder } from "kysely";

import { checkBooks } from "../accounting/coherence/coherence.ts";
import { organizationName } from "../platform/organization/organization.ts";
import { tenantFilter, type Context, type Tx } from "../platform/scope.ts";
import { transferChecks, type FundingCheck } from "./transfers/coherence-transfers.ts";

/** One place where what is stored disagrees, with a sentence that says what was found. */
export type Fault = { kind: string; tenant_id: number; subject: string; message: string };

/** Types of the entries that move funds. */
const fundingTypes = [ENTRY_TYPE.deposit.id, ENTRY_TYPE.withdrawal.id];

/** One query a kind of fault; `scope` is the filter on the tenant of `f` or `e`. */
const checks: readonly FundingCheck[] = [
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
 * Do the books agree, and the funds with them? The balance of a pay account is its ledger's, so the two
 * cannot part; what can is checked here: each funding transaction says what its entry moved and when, each
 * deposit and withdrawal in the books has its transaction, and transfers, their entries, the wallet's rows
 * and the money in transit say the same.
 *
 * @param tenantId one tenant, or null for all that the transaction's scope lets it read.
 * @returns the faults found; none when everything agrees.
 * @throws Refusal `not_found` for a tenant that there is not.
 */
export async function checkBooksAndFunds(tx: Tx, tenantId: number | null): Promise<Fault[]> {
  if (tenantId !== null) await organizationName(tx, tenantId);
  const scope = (column: RawBuilder<unknown>) =>
    tenantId === null ? sql`true` : sql`${column} = ${tenantId}`;
  const faults: Fault[] = await checkBooks(tx, tenantId);
  for (const check of checks) {
    const { rows } = await sql<Omit<Fault, "kind">>`
      ${check.query(scope)} order by 1, 2`.execute(tx);
    faults.push(...rows.map((row) => ({ kind: check.kind, ...row })));
  }
  return faults;
}

/** The check as a call: of one organization, or of all that the caller may read. */
export async function booksCheck(
  context: Context,
  input: InputOf<typeof checkBooksCall>,
): Promise<DataOf<typeof checkBooksCall>> {
  const tenantId = tenantFilter(context, input.tenant_id);
  const faults = await checkBooksAndFunds(context.tx, tenantId);
  return { agree: faults.length === 0, faults };
}
