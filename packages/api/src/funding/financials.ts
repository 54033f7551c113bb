import { parseEntryNumber } from "@kontor/books/entry-number";
import { displayKobo, type Kobo } from "@kontor/books/money";
import { parseMoneyInput } from "@kontor/books/money-input";
import { fromSigned } from "@kontor/books/side";
import type { DataOf, InputOf } from "@kontor/contract/endpoint";
import type {
  FundingAction,
  fundingTransaction,
  getFinancials,
  getPayAccount,
} from "@kontor/contract/funding/funding";
import { sql, type RawBuilder } from "kysely";
import type { z } from "zod";

import { movementsAfter } from "../accounting/chart/movements-after.ts";
import { entryName, hasNumber } from "../accounting/entries/find-entry.ts";
import {
  allConditions,
  anyColumnContains,
  inLagosDateRange,
  optionalCondition,
} from "../platform/database/conditions.ts";
import { limitOffset, sortOrders, type PageQuery } from "../platform/database/list.ts";
import { atMostOne, exactlyOne } from "../platform/database/rows.ts";
import { organizationAt, type OrganizationPath } from "../platform/organization/organization.ts";
import { notFound } from "../platform/refusal.ts";
import type { Context, Tx } from "../platform/scope.ts";
import { depositLimitOf } from "./funding-rules.ts";
import { isSandbox } from "./providers.ts";

export type FundingTransaction = z.output<typeof fundingTransaction>;

type Filters = Pick<
  InputOf<typeof getFinancials>,
  "action" | "status" | "search" | "start_date" | "end_date"
>;

/**
 * The balance of an organization's funds as of today, read from its funding ledger, and one page of
 * its transactions, newest first.
 *
 * @throws Refusal `not_found`
 */
export async function financialsOf(
  context: Context,
  input: InputOf<typeof getFinancials>,
): Promise<DataOf<typeof getFinancials> & { total: number }> {
  const path = await organizationAt(context, input);
  const { ledger_id, balance } = await fundingBalanceOn(context.tx, path, context.clock.today());
  const { amount, side } = fromSigned(balance);
  const matches = transactionFilter(path, input);
  const totals = await totalsOfTransactions(context.tx, matches);
  const transactions = await transactionsWhere(context.tx, matches, input);
  const deposit_limit = await depositLimitOf(context.tx, path.tenant_id);
  return { balance: amount, balance_dc: side, ledger_id, deposit_limit, transactions, ...totals };
}

/** Omits `sandbox` from each state of a pay account; a plain `Omit` would merge the states. */
type WithoutSandbox<State> = State extends unknown ? Omit<State, "sandbox"> : never;

/**
 * The account into which an organization's funds are paid, or its status while it is being opened.
 * @throws Refusal `not_found`
 */
export async function payAccountOf(
  context: Context,
  input: InputOf<typeof getPayAccount>,
): Promise<DataOf<typeof getPayAccount>> {
  const { tenant_id, company_id } = await organizationAt(context, input);
  const { rows } = await sql<WithoutSandbox<DataOf<typeof getPayAccount>>>`
    select status, bank_name, account_name, virtual_account_number, provider from pay_accounts
    where tenant_id = ${tenant_id} and company_id = ${company_id}`.execute(context.tx);
  const row = payAccountRow(rows);
  return { ...row, sandbox: isSandbox(row.provider) };
}

/**
 * The ledger behind an organization's pay account, and its balance on a day in kobo, debit
 * positive. Entries dated later are not in it.
 */
export async function fundingBalanceOn(
  tx: Tx,
  path: OrganizationPath,
  day: string,
): Promise<{ ledger_id: number; balance: bigint }> {
  const { rows } = await sql<{ ledger_id: number; balance: bigint }>`
    select a.ledger_id, (l.balance - ${movementsAfter(sql`l`, day)})::bigint as balance from pay_accounts a
    join ledgers l on l.tenant_id = a.tenant_id and l.id = a.ledger_id
    where a.tenant_id = ${path.tenant_id} and a.company_id = ${path.company_id}`.execute(tx);
  return payAccountRow(rows);
}

/**
 * The ledger behind an organization's pay account, and its balance in kobo, debit positive, with
 * entries of every date.
 */
export async function storedFundingBalance(
  tx: Tx,
  path: OrganizationPath,
): Promise<{ ledger_id: number; balance: bigint }> {
  const { rows } = await sql<{ ledger_id: number; balance: bigint }>`
    select a.ledger_id, l.balance from pay_accounts a
    join ledgers l on l.tenant_id = a.tenant_id and l.id = a.ledger_id
    where a.tenant_id = ${path.tenant_id} and a.company_id = ${path.company_id}`.execute(tx);
  return payAccountRow(rows);
}

function payAccountRow<Row>(rows: readonly Row[]): Row {
  const row = atMostOne(rows);
  if (row === undefined) throw notFound("The pay account");
  return row;
}

/**
 * The SQL condition of the filters on `funding_transactions f`. Days are days in Lagos; both ends
 * are included.
 */
export function transactionFilter(path: OrganizationPath, filters: Filters): RawBuilder<unknown> {
  return allConditions([
    sql`f.tenant_id = ${path.tenant_id} and f.company_id = ${path.company_id}`,
    optionalCondition(filters.action, (action) => sql`f.action = ${action}`),
    optionalCondition(filters.status, (status) => sql`f.status = ${status}`),
    inLagosDateRange(sql`f.created_at`, filters),
    matchesSearch(filters.search),
  ]);
}

/** Matches text in the description, an entry number or an amount. */
function matchesSearch(text: string | undefined): RawBuilder<unknown> {
  if (text === undefined || text === "") return sql`true`;
  const number = parseEntryNumber(text);
  const amount = parseMoneyInput(text);
  const ways = [anyColumnContains([sql`f.description`], text)];
  if (number !== null) {
    ways.push(sql`f.entry_id in (
      select e.id from entries e
      where e.tenant_id = f.tenant_id and ${hasNumber(number)})`);
  }
  if (typeof amount === "bigint") ways.push(sql`f.amount = ${amount}`);
  return sql`(${sql.join(ways, sql` or `)})`;
}

/** The sum of an action's completed transactions, in kobo. */
function completedSum(action: FundingAction): RawBuilder<unknown> {
  return sql`coalesce(sum(f.amount) filter (where f.status = 'COMPLETED' and f.action = ${action}), 0)`;
}

/**
 * The number of transactions, and the sums of the completed ones in kobo.
 *
 * @param matches an SQL condition on `funding_transactions f`
 */
export async function totalsOfTransactions(
  tx: Tx,
  matches: RawBuilder<unknown>,
): Promise<{ total: number; completed_deposits: Kobo; completed_withdrawals: Kobo }> {
  const { rows } = await sql<{ total: number; deposits: bigint; withdrawals: bigint }>`
    select count(*)::int as total, ${completedSum("DEPOSIT")} as deposits,
      ${completedSum("WITHDRAWAL")} as withdrawals
    from funding_transactions f where ${matches}`.execute(tx);
  const { total, deposits, withdrawals } = exactlyOne(rows);
  return {
    total,
    completed_deposits: displayKobo(deposits),
    completed_withdrawals: displayKobo(withdrawals),
  };
}

/**
 * Reads transactions, newest first unless sorted. @param matches an SQL condition on
 * `funding_transactions f`
 */
export async function transactionsWhere(
  tx: Tx,
  matches: RawBuilder<unknown>,
  { sort, ...page }: PageQuery & { sort?: TransactionSort | undefined },
): Promise<FundingTransaction[]> {
  const { rows } = await sql<TransactionQueryRow>`
    ${selectTransactions(matches, sort)} ${limitOffset(page)}`.execute(tx);
  return rows.map(presentTransaction);
}

/** A transaction as the database returns it. */
export type TransactionQueryRow = Omit<
  FundingTransaction,
  "ent_number" | "corrects" | "corrected_by"
> & { number: bigint } & Counterpart<"original"> &
  Counterpart<"correction">;

/**
 * For a corrected transaction its correction, for a correction the transaction that it corrects;
 * otherwise nulls.
 */
type Counterpart<Which extends string> = {
  [Field in `${Which}_${"id" | "entry_id" | "type_id"}`]: number | null;
} & { [Field in `${Which}_number`]: bigint | null };

type TransactionSort = NonNullable<InputOf<typeof getFinancials>["sort"]>;

const orderBy = sortOrders({
  date: [sql`f.created_at`, sql`f.id`],
  action: [sql`f.action`, sql`f.created_at`, sql`f.id`],
  // The order of printed entry numbers: entry type, then number.
  number: [sql`e.entry_type_id`, sql`e.number`, sql`f.id`],
  description: [sql`lower(f.description)`, sql`f.id`],
  status: [sql`f.status`, sql`f.created_at`, sql`f.id`],
  amount: [sql`f.amount`, sql`f.id`],
});

/**
 * Selects transactions, newest first unless sorted. @param matches an SQL condition on
 * `funding_transactions f`
 */
export function selectTransactions(
  matches: RawBuilder<unknown>,
  sort: TransactionSort = "-date",
): RawBuilder<TransactionQueryRow> {
  return sql`
    select f.id, f.action, t.purpose, f.amount, f.description, f.status, f.created_at, f.entry_id,
      e.entry_type_id::int, e.number,
      s.id as original_id, s.entry_id as original_entry_id, se.entry_type_id::int as original_type_id,
      se.number as original_number, c.id as correction_id, c.entry_id as correction_entry_id,
      ce.entry_type_id::int as correction_type_id, ce.number as correction_number
    from funding_transactions f join entries e on e.tenant_id = f.tenant_id and e.id = f.entry_id
    left join transfers t on t.tenant_id = f.tenant_id and t.id = f.transfer_id
    left join funding_transactions s on s.tenant_id = f.tenant_id and s.id = f.corrects_id
    left join entries se on se.tenant_id = s.tenant_id and se.id = s.entry_id
    left join funding_transactions c on c.tenant_id = f.tenant_id and c.corrects_id = f.id
    left join entries ce on ce.tenant_id = c.tenant_id and ce.id = c.entry_id
    where ${matches}
    order by ${orderBy(sort)}`;
}

/** A transaction as the list shows it. */
export function presentTransaction(row: TransactionQueryRow): FundingTransaction {
  const { id, action, purpose, amount, description, status, created_at, entry_id, entry_type_id } =
    row;
  const shown = { id, action, purpose, amount, description, status, created_at, entry_id };
  return {
    ...shown,
    entry_type_id,
    ent_number: entryName(entry_type_id, row.number).ent_number,
    corrects: counterpart(
      row.original_id,
      row.original_entry_id,
      row.original_type_id,
      row.original_number,
    ),
    corrected_by: counterpart(
      row.correction_id,
      row.correction_entry_id,
      row.correction_type_id,
      row.correction_number,
    ),
  };
}

function counterpart(
  id: number | null,
  entry_id: number | null,
  typeId: number | null,
  number: bigint | null,
): FundingTransaction["corrects"] {
  if (id === null || entry_id === null || typeId === null || number === null) return null;
  return { id, entry_id, ent_number: entryName(typeId, number).ent_number };
}
