import {
  entryTypeById,
  formatEntryNumber,
  type TypedEntryNumber,
} from "@kontor/books/entry-number";
import { ZERO, type Kobo } from "@kontor/books/money";
import { fromSigned, type Side } from "@kontor/books/side";
import type {
  entry,
  entryRevision,
  getEntry,
  getEntryHistory,
} from "@kontor/contract/accounting/entries";
import type { DataOf, InputOf } from "@kontor/contract/endpoint";
import { sql, type RawBuilder } from "kysely";
import type { z } from "zod";

import type { Page } from "../../platform/database/list.ts";
import { atMostOne, exactlyOne } from "../../platform/database/rows.ts";
import { notFound } from "../../platform/refusal.ts";
import type { Context, Tx } from "../../platform/scope.ts";
import { booksTenant } from "../books-tenant.ts";
import { movementsAfter } from "../chart/movements-after.ts";
import { isLocked } from "./changeable.ts";

export type Entry = z.output<typeof entry>;
type EntryRevision = z.output<typeof entryRevision>;

type EntryHead = Omit<
  Entry,
  "items" | "entry_type_label" | "ent_number" | "reversed_by" | "reverses"
> & { number: bigint };
export type ItemRow = {
  dc: Side;
  amount: Kobo;
  ledger_id: number;
  code: string;
  name: string;
  narration: string;
  /** As of today, debit positive. */
  balance: bigint;
};

/**
 * One entry with its current items, and whether it is locked for the reader. @throws Refusal
 * `not_found`
 */
export async function findEntry(
  context: Context,
  input: InputOf<typeof getEntry>,
): Promise<DataOf<typeof getEntry>> {
  const tenantId = await booksTenant(context, input.tenant_id);
  const found = await entryById(context, tenantId, input.id);
  if (input.entry_type_id !== undefined && input.entry_type_id !== found.entry_type_id) {
    throw notFound("The entry");
  }
  const { rows } = await sql<{ locked: boolean }>`
    select ${isLocked(context, tenantId)} as locked
    from entries e where e.tenant_id = ${tenantId} and e.id = ${input.id}`.execute(context.tx);
  return { ...found, ...exactlyOne(rows) };
}

/** One entry with its current items, of a known tenant. @throws Refusal `not_found` */
export async function entryById(context: Context, tenantId: number, id: number): Promise<Entry> {
  const heads = await sql<EntryHead>`
    select e.id, e.tenant_id, t.name as organization_name, e.entry_type_id::int, e.number,
      e.entry_date as date, e.narration, e.revision, e.recorded_at
    from entries e join tenants t on t.id = e.tenant_id
    where e.tenant_id = ${tenantId} and e.id = ${id}`.execute(context.tx);
  const head = atMostOne(heads.rows);
  if (head === undefined) throw notFound("The entry");
  const items = await sql<ItemRow>`
    select i.dc, i.amount, i.ledger_id, l.code, l.name, i.narration,
      l.balance - ${movementsAfter(sql`l`, context.clock.today())} as balance
    from entry_items i join ledgers l on l.tenant_id = i.tenant_id and l.id = i.ledger_id
    where i.tenant_id = ${tenantId} and i.entry_id = ${id} and i.revision = ${head.revision}
    order by i.line`.execute(context.tx);
  const { number, ...rest } = head;
  return {
    ...rest,
    ...entryName(rest.entry_type_id, number),
    items: items.rows.map(presentItem),
    ...(await reversalLinks(context.tx, tenantId, id)),
  };
}

/** The entry that reverses this one, and the entry that this one reverses. */
async function reversalLinks(
  tx: Tx,
  tenantId: number,
  id: number,
): Promise<Pick<Entry, "reversed_by" | "reverses">> {
  const { rows } = await sql<{ id: number; is_reversal: boolean; type_id: number; number: bigint }>`
    select e.id, r.is_reversal, e.entry_type_id::int as type_id, e.number
    from (
      select reversal_id as other_id, true as is_reversal from entry_reversals
      where tenant_id = ${tenantId} and entry_id = ${id}
      union all
      select entry_id, false from entry_reversals where tenant_id = ${tenantId} and reversal_id = ${id}) r
    join entries e on e.tenant_id = ${tenantId} and e.id = r.other_id`.execute(tx);
  const linked = (isReversal: boolean) => {
    const row = rows.find(({ is_reversal }) => is_reversal === isReversal);
    return row ? { id: row.id, ent_number: entryName(row.type_id, row.number).ent_number } : null;
  };
  return { reversed_by: linked(true), reverses: linked(false) };
}

/** An item for screens, with the current closing balance of its ledger. */
export function presentItem({ balance, ...item }: ItemRow): Entry["items"][number] {
  const { amount, side } = fromSigned(balance);
  return {
    ...item,
    dr_amount: item.dc === "DR" ? item.amount : ZERO,
    cr_amount: item.dc === "CR" ? item.amount : ZERO,
    cl_balance: amount,
    cl_balance_dc: side,
  };
}

/** The condition that an entry `e` has the typed number. */
export function hasNumber({ typeIds, number }: TypedEntryNumber): RawBuilder<unknown> {
  return sql`e.entry_type_id = any(${sql.val(typeIds)}::smallint[]) and e.number = ${number}`;
}

/**
 * The display name of an entry: its type's label and its number. In damaged books, an entry of an
 * unknown type has only its number.
 */
export function entryName(
  typeId: number,
  number: bigint,
): { entry_type_label: string; ent_number: string } {
  const type = entryTypeById(typeId);
  if (type === undefined) {
    return {
      entry_type_label: `Type ${typeId}`,
      ent_number: formatEntryNumber(`T${typeId}`, number),
    };
  }
  return { entry_type_label: type.label, ent_number: formatEntryNumber(type.prefix, number) };
}

/**
 * All revisions of an entry with their items, the current one first. Ledgers have their present
 * names.
 *
 * @throws Refusal `not_found`
 */
export async function entryHistory(
  context: Context,
  input: InputOf<typeof getEntryHistory>,
): Promise<Page<EntryRevision>> {
  const tenantId = await booksTenant(context, input.tenant_id);
  const newest = await sql<{ revision: number }>`
    select revision from entries where tenant_id = ${tenantId} and id = ${input.id}`.execute(
    context.tx,
  );
  const total = atMostOne(newest.rows)?.revision;
  if (total === undefined) throw notFound("The entry");
  const first = Math.max(0, total - (input.page - 1) * input.per_page);
  const last = Math.max(0, first - input.per_page + 1);
  const heads = await sql<Omit<EntryRevision, "items" | "current">>`
    select r.revision, u.name as recorded_by, r.recorded_at, r.entry_date as date, r.narration
    from (
      select revision, entry_date, narration, recorded_at, recorded_by from entries
      where tenant_id = ${tenantId} and id = ${input.id}
      union all
      select revision, entry_date, narration, recorded_at, recorded_by from entry_revisions
      where tenant_id = ${tenantId} and entry_id = ${input.id}) r
    left join users u on u.id = r.recorded_by
    where r.revision between ${last} and ${first} and r.revision <= ${total}
    order by r.revision desc`.execute(context.tx);
  const { rows: items } = await sql<EntryRevision["items"][number] & { revision: number }>`
    select i.revision, i.dc, i.amount, i.ledger_id, l.code, l.name, i.narration
    from entry_items i join ledgers l on l.tenant_id = i.tenant_id and l.id = i.ledger_id
    where i.tenant_id = ${tenantId} and i.entry_id = ${input.id} and i.revision between ${last} and ${first}
    order by i.revision, i.line`.execute(context.tx);
  return {
    total,
    rows: heads.rows.map((head) => ({
      ...head,
      current: head.revision === total,
      items: items
        .filter(({ revision }) => revision === head.revision)
        .map(({ revision: _revision, ...item }) => item),
    })),
  };
}
