import { signed } from "@kontor/books/side";
import type { reconcileBank } from "@kontor/contract/accounting/periods";
import type { InputOf } from "@kontor/contract/endpoint";
import { formatDate } from "@kontor/contract/format";
import { sql } from "kysely";

import { atLeastOne, atMostOne } from "../../platform/database/rows.ts";
import { Refusal } from "../../platform/refusal.ts";
import type { Context, Tx } from "../../platform/scope.ts";
import { balanceOn } from "./balance-on.ts";

type Compared = InputOf<typeof reconcileBank>["compared"];

/** An item that a reconciliation left open; in kobo, debit of the ledger positive. */
export type OpenItem = {
  /** From 1, in the order in which it was recorded. */
  place: number;
  /** The entry that the bank had not shown; null for a line of the bank that the books did not have. */
  entry_id: number | null;
  day: string;
  net: bigint;
  /** The narration of a bank line; empty for an entry, which has its own. */
  narration: string;
};

/** The reconciliation before a statement. */
export type PreviousReconciliation = {
  id: number;
  reconciled_to: string;
  /** The bank's balance on that day, in kobo, debit positive. */
  balance: bigint;
  compared: boolean;
  recorded_at: Date;
};

/** The last reconciliation of a ledger before a day; undefined when there is none. */
export async function reconciliationBefore(
  tx: Tx,
  { tenantId, ledgerId }: { tenantId: number; ledgerId: number },
  day: string,
): Promise<PreviousReconciliation | undefined> {
  const { rows } = await sql<PreviousReconciliation>`
    select id, reconciled_to, balance, compared, recorded_at from bank_reconciliations
    where tenant_id = ${tenantId} and ledger_id = ${ledgerId} and reconciled_to < ${day}::date
    order by reconciled_to desc, id desc limit 1`.execute(tx);
  return atMostOne(rows);
}

/** The open items of a reconciliation, in the order in which they were recorded. */
export async function openItemsOf(
  tx: Tx,
  tenantId: number,
  reconciliationId: number,
): Promise<OpenItem[]> {
  const { rows } = await sql<OpenItem>`
    select place, entry_id, day, net, narration from bank_reconciliation_items
    where tenant_id = ${tenantId} and reconciliation_id = ${reconciliationId} order by place`.execute(
    tx,
  );
  return rows;
}

/** A ledger, and the day on which it was compared with its bank. */
type LedgerDay = { tenantId: number; ledgerId: number; day: string };

/**
 * Checks that the books are still those that were compared. Returns the balance of the ledger on the
 * day and the open items of the comparison.
 *
 * @throws Refusal `comparison_outdated` when the books differ from those that were compared;
 *   `statement_ends_before` at `reconciled_to` for a line after the day.
 */
export async function verifyComparison(
  { tx }: Context,
  { tenantId, ledgerId, day }: LedgerDay,
  compared: Compared,
): Promise<{ balance: bigint; open: Omit<OpenItem, "place">[] }> {
  const entries = [...new Set(compared?.entries)];
  const { rows } = await sql<
    { balance: bigint } & ({ entry_id: number; day: string; net: bigint } | { day: null })
  >`
    select ${balanceOn(tenantId, sql`${day}::date`)} as balance, i.entry_id, i.day,
      case i.dc when 'DR' then i.amount else -i.amount end as net
    from ledgers l left join entry_items i on i.tenant_id = ${tenantId} and i.ledger_id = l.id
      and not i.superseded and i.day <= ${day}::date and i.entry_id = any (${entries}::bigint[])
    where l.tenant_id = ${tenantId} and l.id = ${ledgerId}
    order by i.day, i.entry_id`.execute(tx);
  const { balance } = atLeastOne(rows);
  if (compared === undefined) return { balance, open: [] };
  const last = compared.lines
    .map(({ date }) => date)
    .toSorted()
    .at(-1);
  if (last !== undefined && last > day) {
    throw Refusal.at("reconciled_to", "statement_ends_before", { day: formatDate(last) });
  }
  const open = rows.flatMap((row) =>
    row.day === null ? [] : [{ entry_id: row.entry_id, day: row.day, net: row.net, narration: "" }],
  );
  const seen = signed(compared.ledger_balance_dc, compared.ledger_balance);
  if (balance !== seen || open.length < entries.length) throw new Refusal("comparison_outdated");
  const lines = compared.lines.map(({ date, dc, amount, narration = "" }) => ({
    entry_id: null,
    day: date,
    net: signed(dc, amount),
    narration,
  }));
  return { balance, open: [...open, ...lines] };
}

/** Records the open items of a reconciliation. */
export async function recordOpenItems(
  tx: Tx,
  tenantId: number,
  reconciliationId: number,
  open: readonly Omit<OpenItem, "place">[],
): Promise<void> {
  if (open.length === 0) return;
  await sql`
    insert into bank_reconciliation_items (tenant_id, reconciliation_id, place, entry_id, day, net, narration)
    select ${tenantId}, ${reconciliationId}, o.place, o.entry_id, o.day, o.net, o.narration
    from unnest(${open.map((each) => each.entry_id)}::bigint[], ${open.map(({ day }) => day)}::date[],
      ${open.map(({ net }) => String(net))}::bigint[], ${open.map(({ narration }) => narration)}::text[])
      with ordinality as o (entry_id, day, net, narration, place)`.execute(tx);
}
