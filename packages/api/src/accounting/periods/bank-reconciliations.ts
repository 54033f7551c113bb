import { fromSigned, signed } from "@kontor/books/side";
import type {
  getLedgerBalance,
  reconcileBank as reconcileBankCall,
} from "@kontor/contract/accounting/periods";
import type { DataOf, InputOf } from "@kontor/contract/endpoint";
import { sql, type RawBuilder } from "kysely";

import { audit } from "../../platform/audit.ts";
import { atMostOne, exactlyOne } from "../../platform/database/rows.ts";
import { notFound, Refusal } from "../../platform/refusal.ts";
import { enterTenant, type Context, type Tx } from "../../platform/scope.ts";
import { isBankLedger } from "../chart/cash-ledgers.ts";
import { requireLedger } from "../chart/ledgers.ts";
import { openingBalance } from "../chart/opening-balance.ts";
import { booksOf } from "../tenant-of.ts";

/**
 * A ledger of money at a bank or in cash, and the day up to which it was reconciled with the bank;
 * kobo, debit positive.
 */
export type BankLedger = {
  id: number;
  code: string;
  name: string;
  reconciled_to: string | null;
  /** The bank's balance on that day. */
  bank_balance: bigint | null;
  /**
   * The balance of the ledger on that day according to the present books: a back-dated entry
   * changes it.
   */
  ledger_balance: bigint | null;
  reconciled_by: string | null;
};

/**
 * The ledgers in the group of the Funding account that users may post to, and which can therefore
 * differ from the bank statement, each with its last reconciliation up to a day. Ledgers without
 * any entries are left out, unless the bank had a balance.
 */
export async function bankLedgers(tx: Tx, tenantId: number, until: string): Promise<BankLedger[]> {
  const { rows } = await sql<BankLedger>`
    select l.id, l.code, l.name, r.reconciled_to, r.balance as bank_balance, u.name as reconciled_by,
      case when r.id is not null then ${balanceOn(tenantId, sql`r.reconciled_to`)} end as ledger_balance
    from ledgers l
    left join lateral (
      select b.* from bank_reconciliations b
      where b.tenant_id = ${tenantId} and b.ledger_id = l.id and b.reconciled_to <= ${until}::date
      order by b.reconciled_to desc, b.id desc limit 1) r on true
    left join users u on u.id = r.recorded_by
    where l.tenant_id = ${tenantId} and ${isBankLedger(tenantId)}
      and (l.op_balance <> 0 or r.balance <> 0 or exists (
        select from ledger_days d
        where d.tenant_id = ${tenantId} and d.ledger_id = l.id and d.day <= ${until}::date and d.lines > 0))
    order by l.sequence`.execute(tx);
  return rows;
}

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

/**
 * The balance with which a bank statement of that day is compared. @throws Refusal `not_found`,
 * `module_off`
 */
export async function ledgerBalance(
  context: Context,
  { id, tenant_id, day }: InputOf<typeof getLedgerBalance>,
): Promise<DataOf<typeof getLedgerBalance>> {
  const tenantId = await booksOf(context, tenant_id);
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
 * Records that a ledger was compared with its bank statement. A difference is not refused: it stays
 * on the month's checklist until it is explained and the reconciliation recorded again.
 *
 * @throws Refusal `not_found`, `module_off`; `reconciled_later` at `reconciled_to` for a day in the
 * future; `no_bank_ledger` for any other ledger.
 */
export async function reconcileBank(
  context: Context,
  input: InputOf<typeof reconcileBankCall>,
): Promise<DataOf<typeof reconcileBankCall>> {
  const tenantId = await booksOf(context, input.tenant_id);
  const { tx, clock, actor } = context;
  const { id, reconciled_to, note = "" } = input;
  await requireBankLedger(context, tenantId, id);
  if (reconciled_to > clock.today()) throw Refusal.at("reconciled_to", "reconciled_later");
  await enterTenant(context, tenantId);
  const balance = signed(input.balance_dc, input.balance);
  await sql`
    insert into bank_reconciliations (tenant_id, ledger_id, reconciled_to, balance, note, recorded_by, recorded_at)
    values (${tenantId}, ${id}, ${reconciled_to}::date, ${balance}, ${note}, ${actor.user_id}, ${clock.now()})`.execute(
    tx,
  );
  await audit(context, tenantId, "bank.reconciled", `ledger:${id}`, {
    reconciled_to,
    balance: String(balance),
    note,
  });
  return { done: true };
}
