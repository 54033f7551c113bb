import { fromSigned, signed } from "@kontor/books/side";
import type {
  getLedgerBalance,
  reconcileBank as reconcileBankCall,
} from "@kontor/contract/accounting/periods";
import type { DataOf, InputOf } from "@kontor/contract/endpoint";
import { sql } from "kysely";

import { audit } from "../../platform/audit.ts";
import { atMostOne, exactlyOne } from "../../platform/database/rows.ts";
import { notFound, Refusal } from "../../platform/refusal.ts";
import { enterTenant, type Context, type Tx } from "../../platform/scope.ts";
import { booksTenant } from "../books-tenant.ts";
import { isBankLedger } from "../chart/cash-ledgers.ts";
import { requireLedger } from "../chart/ledgers.ts";
import { balanceOn } from "./balance-on.ts";
import { verifyComparison, recordOpenItems } from "./open-items.ts";

/** The number and sum of open items at a reconciliation; kobo, debit positive. */
type OpenSum = { count: number; net: bigint };

/** The last reconciliation of a ledger; amounts in kobo, debit positive. */
export type BankReconciliation = {
  id: number;
  reconciled_to: string;
  /** The bank's balance on that day. */
  bank_balance: bigint;
  /**
   * The balance of the ledger on that day according to the present books: a back-dated entry
   * changes it.
   */
  ledger_balance: bigint;
  /** The balance of the ledger on that day when it was recorded; null for reconciliations recorded before it was stored. */
  recorded_balance: bigint | null;
  /** Entries that the bank had not shown by then. */
  entries: OpenSum;
  /** Lines of the bank that the books did not have by then. */
  lines: OpenSum;
  note: string;
  recorded_by: string | null;
  recorded_at: Date;
};

/** A ledger of money at a bank or in cash, and its last reconciliation. */
export type BankLedger = {
  id: number;
  code: string;
  name: string;
  reconciliation: BankReconciliation | null;
};

type BankLedgerRow = Omit<BankLedger, "reconciliation"> & {
  reconciliation_id: number | null;
  entry_count: number;
  entry_net: bigint;
  line_count: number;
  line_net: bigint;
} & Omit<BankReconciliation, "id" | "entries" | "lines">;

/**
 * The cash ledgers that users may post to, and which can therefore differ from the statement of a
 * bank or a cash count, each with its last reconciliation up to a day. Ledgers without any entries
 * are left out, unless the bank had a balance.
 */
export async function bankLedgers(tx: Tx, tenantId: number, until: string): Promise<BankLedger[]> {
  const { rows } = await sql<BankLedgerRow>`
    select l.id, l.code, l.name, r.id as reconciliation_id, r.reconciled_to, r.balance as bank_balance,
      r.ledger_balance as recorded_balance, r.note, r.recorded_at, u.name as recorded_by, o.*,
      case when r.id is not null then ${balanceOn(tenantId, sql`r.reconciled_to`)} end as ledger_balance
    from ledgers l join groups g on g.tenant_id = ${tenantId} and g.id = l.group_id
    left join lateral (
      select b.* from bank_reconciliations b
      where b.tenant_id = ${tenantId} and b.ledger_id = l.id and b.reconciled_to <= ${until}::date
      order by b.reconciled_to desc, b.id desc limit 1) r on true
    left join lateral (
      select count(*) filter (where i.entry_id is not null)::int as entry_count,
        coalesce(sum(i.net) filter (where i.entry_id is not null), 0)::bigint as entry_net,
        count(*) filter (where i.entry_id is null)::int as line_count,
        coalesce(sum(i.net) filter (where i.entry_id is null), 0)::bigint as line_net
      from bank_reconciliation_items i where i.tenant_id = ${tenantId} and i.reconciliation_id = r.id) o on true
    left join users u on u.id = r.recorded_by
    where l.tenant_id = ${tenantId} and ${isBankLedger(tenantId)}
      and (l.op_balance <> 0 or r.balance <> 0 or exists (
        select from ledger_days d
        where d.tenant_id = ${tenantId} and d.ledger_id = l.id and d.day <= ${until}::date and d.lines > 0))
    order by g.class, g.sequence, l.sequence`.execute(tx);
  return rows.map(presentBankLedger);
}

/**
 * Bank clearing with its balance at the end of a day, in kobo, debit positive; undefined when it has
 * neither an opening balance nor entries by then.
 */
export async function clearingLedger(
  tx: Tx,
  tenantId: number,
  until: string,
): Promise<{ id: number; code: string; name: string; net: bigint } | undefined> {
  const { rows } = await sql<{ id: number; code: string; name: string; net: bigint }>`
    select l.id, l.code, l.name, ${balanceOn(tenantId, sql`${until}::date`)} as net
    from ledgers l
    where l.tenant_id = ${tenantId} and l.purpose = 'bank_clearing' and (l.op_balance <> 0 or exists (
      select from ledger_days d
      where d.tenant_id = ${tenantId} and d.ledger_id = l.id and d.day <= ${until}::date and d.lines > 0))`.execute(
    tx,
  );
  return atMostOne(rows);
}

function presentBankLedger(row: BankLedgerRow): BankLedger {
  const { id, code, name, reconciliation_id, ...rest } = row;
  if (reconciliation_id === null) return { id, code, name, reconciliation: null };
  const { entry_count, entry_net, line_count, line_net, ...known } = rest;
  return {
    id,
    code,
    name,
    reconciliation: {
      id: reconciliation_id,
      ...known,
      entries: { count: entry_count, net: entry_net },
      lines: { count: line_count, net: line_net },
    },
  };
}

/**
 * What neither entries that the bank had not shown nor lines that the books did not have explain of
 * the difference between the present ledger and the bank; kobo, positive where the ledger has more.
 */
export function unexplainedDifference({
  ledger_balance,
  bank_balance,
  entries,
  lines,
}: BankReconciliation): bigint {
  return ledger_balance - entries.net + lines.net - bank_balance;
}

/**
 * The balance with which a bank statement of that day is compared. @throws Refusal `not_found`,
 * `module_off`
 */
export async function ledgerBalance(
  context: Context,
  { id, tenant_id, day }: InputOf<typeof getLedgerBalance>,
): Promise<DataOf<typeof getLedgerBalance>> {
  const tenantId = await booksTenant(context, tenant_id);
  const { rows } = await sql<{ net: bigint }>`
    select ${balanceOn(tenantId, sql`${day}::date`)} as net
    from ledgers l where l.tenant_id = ${tenantId} and l.id = ${id}`.execute(context.tx);
  const found = atMostOne(rows);
  if (found === undefined) throw notFound("The ledger");
  const { amount, side } = fromSigned(found.net);
  return { day, balance: amount, balance_dc: side };
}

/** @throws Refusal `not_found`; `no_bank_ledger` for a ledger that has no bank statement. */
export async function requireBankLedger(
  context: Context,
  tenantId: number,
  id: number,
): Promise<void> {
  await requireLedger(context, tenantId, id);
  const { rows } = await sql<{ found: boolean }>`
    select exists (
      select from ledgers l where l.tenant_id = ${tenantId} and l.id = ${id} and ${isBankLedger(tenantId)}) as found`.execute(
    context.tx,
  );
  if (!exactlyOne(rows).found) throw new Refusal("no_bank_ledger");
}

/**
 * Records that a ledger was compared with its bank statement, and what the comparison left open. A
 * difference is not refused: it stays on the month's checklist until it is explained and the
 * reconciliation recorded again.
 *
 * @throws Refusal `not_found`, `module_off`; `reconciled_later` at `reconciled_to` for a day in the
 *   future; `no_bank_ledger` for any other ledger; `comparison_outdated`;
 *   `statement_ends_before` at `reconciled_to`.
 */
export async function reconcileBank(
  context: Context,
  input: InputOf<typeof reconcileBankCall>,
): Promise<DataOf<typeof reconcileBankCall>> {
  const tenantId = await booksTenant(context, input.tenant_id);
  const { tx, clock, actor } = context;
  const { id, reconciled_to, note = "", compared } = input;
  await requireBankLedger(context, tenantId, id);
  if (reconciled_to > clock.today()) throw Refusal.at("reconciled_to", "reconciled_later");
  await enterTenant(context, tenantId);
  const bank = signed(input.balance_dc, input.balance);
  const books = await verifyComparison(
    context,
    { tenantId, ledgerId: id, day: reconciled_to },
    compared,
  );
  const { rows } = await sql<{ id: number }>`
    insert into bank_reconciliations (tenant_id, ledger_id, reconciled_to, balance, ledger_balance, compared, note,
      recorded_by, recorded_at)
    values (${tenantId}, ${id}, ${reconciled_to}::date, ${bank}, ${books.balance}, ${compared !== undefined},
      ${note}, ${actor.user_id}, ${clock.now()})
    returning id`.execute(tx);
  await recordOpenItems(tx, tenantId, exactlyOne(rows).id, books.open);
  await audit(context, tenantId, "bank.reconciled", `ledger:${id}`, {
    reconciled_to,
    balance: String(bank),
    ...(compared === undefined ? {} : { left_open: countOpenItems(books.open) }),
    note,
  });
  return { done: true };
}

function countOpenItems(open: readonly { entry_id: number | null }[]) {
  const entries = open.filter(({ entry_id }) => entry_id !== null).length;
  return { entries, lines: open.length - entries };
}
