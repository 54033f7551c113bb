import type { AccountClass } from "@kontor/books/account-code";
import { entryTypeById, formatEntryNumber } from "@kontor/books/entry-number";
import { printMoney, type Kobo } from "@kontor/books/money";
import { fromSigned, type Side } from "@kontor/books/side";
import { sql } from "kysely";

import { readByCursor } from "../../platform/database/cursor.ts";
import { organizationLabel } from "../../platform/organization/organization.ts";
import type { Tx } from "../../platform/scope.ts";
import { openingBalance } from "../chart/opening-balance.ts";

/**
 * The names of the classes in plain-text accounting, by which its programs recognize the kind of
 * account.
 */
const classNames: Readonly<Record<AccountClass, string>> = {
  "01": "Assets",
  "02": "Liabilities",
  "03": "Income",
  "04": "Expenses",
  "05": "Equity",
};

/** The account that balances opening balances that do not agree. */
const openingAccount = "Equity:Opening balances";

type LedgerRow = {
  id: number;
  parent_ledger_id: number | null;
  class: AccountClass;
  group_code: string;
  group_name: string;
  code: string;
  name: string;
  /** Debit positive. */
  opening: bigint;
};

type ItemRow = {
  entry_id: number;
  entry_type_id: number;
  number: bigint;
  entry_date: string;
  entry_narration: string;
  ledger_id: number;
  dc: Side;
  amount: Kobo;
  narration: string;
};

/**
 * A tenant's books in the plain-text journal format of the programs `ledger` and `hledger`: the
 * chart as accounts, the opening balances as one transaction, and each entry's current revision as
 * another, by day and then in order of posting. These programs compute the same balances as Kontor.
 *
 * An account's name consists of class, group and ledger, each with its code, and a sub-ledger is
 * below its parent: `Assets:01-01 Cash and bank:01-01-0002 Bank clearing`. Characters in a name or
 * narration that the programs interpret (colons, semicolons, brackets) are replaced, so the text is
 * for reading and computing, not for importing again.
 *
 * It is written while it is read, about a thousand items at a time; the transaction should be a
 * snapshot.
 *
 * @throws Refusal `not_found` for an unknown tenant.
 */
export async function* journalText(tx: Tx, tenantId: number): AsyncGenerator<string> {
  const { name, code } = await organizationLabel(tx, tenantId);
  const ledgers = await ledgersOf(tx, tenantId);
  const accounts = accountNames(ledgers);
  yield `; Books of ${sanitized(name)} (${code}), amounts in naira\nD NGN 1000.00\n\n`;
  yield [...accounts.values(), openingAccount].map((account) => `account ${account}\n`).join("");
  yield await openingText(tx, tenantId, ledgers, accounts);
  let current: number | undefined;
  for await (const items of readByCursor(tx, selectItems(tenantId))) {
    let text = "";
    for (const item of items) {
      if (item.entry_id !== current) text += entryHeading(item);
      current = item.entry_id;
      const net = item.dc === "DR" ? item.amount : -item.amount;
      text += postingText(accountOf(accounts, item.ledger_id), net, item.narration);
    }
    yield text;
  }
}

async function ledgersOf(tx: Tx, tenantId: number): Promise<LedgerRow[]> {
  const { rows } = await sql<LedgerRow>`
    select l.id, l.parent_ledger_id, g.class, g.code as group_code, g.name as group_name, l.code, l.name,
      ${openingBalance(sql`l`)} as opening
    from ledgers l join groups g on g.tenant_id = l.tenant_id and g.id = l.group_id
    where l.tenant_id = ${tenantId}
    order by g.class, g.sequence, l.sequence`.execute(tx);
  return rows;
}

function selectItems(tenantId: number) {
  return sql<ItemRow>`
    select e.id as entry_id, e.entry_type_id::int, e.number, e.entry_date, e.narration as entry_narration,
      i.ledger_id, i.dc, i.amount, i.narration
    from entries e
    join entry_items i on i.tenant_id = e.tenant_id and i.entry_id = e.id and i.revision = e.revision
    where e.tenant_id = ${tenantId} and i.tenant_id = ${tenantId}
    order by e.entry_date, e.id, i.line`;
}

/** The account name of each ledger by its id. */
function accountNames(ledgers: readonly LedgerRow[]): ReadonlyMap<number, string> {
  const rows = new Map(ledgers.map((row) => [row.id, row]));
  const nameOf = (row: LedgerRow): string => {
    const parent = row.parent_ledger_id === null ? undefined : rows.get(row.parent_ledger_id);
    const above =
      parent === undefined
        ? `${classNames[row.class]}:${row.group_code} ${sanitized(row.group_name)}`
        : nameOf(parent);
    return `${above}:${row.code} ${sanitized(row.name)}`;
  };
  return new Map(ledgers.map((row) => [row.id, nameOf(row)]));
}

/** A missing ledger gets its own account, so that damaged books can still be exported. */
function accountOf(accounts: ReadonlyMap<number, string>, ledgerId: number): string {
  return accounts.get(ledgerId) ?? `Unknown:ledger ${ledgerId}`;
}

/** The opening balances, dated before everything else; empty when all are zero. */
async function openingText(
  tx: Tx,
  tenantId: number,
  ledgers: readonly LedgerRow[],
  accounts: ReadonlyMap<number, string>,
): Promise<string> {
  const opened = ledgers.filter(({ opening }) => opening !== 0n);
  if (opened.length === 0) return "";
  const { rows } = await sql<{ day: string }>`
    select least(
      (select min((created_at at time zone 'Africa/Lagos')::date) from ledgers where tenant_id = ${tenantId}),
      (select min(entry_date) from entries where tenant_id = ${tenantId})) as day`.execute(tx);
  const lines = opened.map((row) => postingText(accountOf(accounts, row.id), row.opening));
  const net = opened.reduce((sum, { opening }) => sum + opening, 0n);
  if (net !== 0n) lines.push(postingText(openingAccount, -net));
  return `\n${rows[0]?.day} * Opening balances\n${lines.join("")}`;
}

/** The first line of an entry: its date, number, type and narration. */
function entryHeading(item: ItemRow): string {
  const type = entryTypeById(item.entry_type_id);
  const { prefix, label } = type ?? { prefix: `T${item.entry_type_id}`, label: "Entry of no type" };
  const number = formatEntryNumber(prefix, item.number);
  const narration = sanitized(item.entry_narration);
  const words = narration === "" ? label : `${label}, ${narration}`;
  return `\n${item.entry_date} * (${number}) ${words}\n`;
}

/** One posting. At least two spaces end the account's name. @param net kobo, debit positive */
function postingText(account: string, net: bigint, narration = ""): string {
  const { amount, side } = fromSigned(net);
  const words = sanitized(narration);
  const note = words === "" ? "" : `  ; ${words}`;
  return `    ${account}  NGN ${side === "CR" ? "-" : ""}${printMoney(amount)}${note}\n`;
}

/**
 * Replaces characters that the programs interpret: a colon splits an account's name or makes a tag,
 * a semicolon begins a comment, brackets in a comment set a date, and two spaces end a name.
 */
function sanitized(text: string): string {
  return text
    .replaceAll(/[:;]/g, ",")
    .replaceAll("[", "(")
    .replaceAll("]", ")")
    .replaceAll(/\s+/g, " ")
    .trim();
}
