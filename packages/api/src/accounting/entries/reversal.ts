import { entryTypeById } from "@kontor/books/entry-number";
import { otherSide } from "@kontor/books/side";
import { maxNarrationLength } from "@kontor/contract/accounting/entries";
import type { reverseEntry } from "@kontor/contract/accounting/periods";
import type { InputOf } from "@kontor/contract/endpoint";
import { formatDate } from "@kontor/contract/format";
import { sql } from "kysely";

import { audit } from "../../platform/audit.ts";
import { databaseRefusal } from "../../platform/database/database-refusal.ts";
import { exactlyOne } from "../../platform/database/rows.ts";
import { Refusal } from "../../platform/refusal.ts";
import { enterTenant, type Context } from "../../platform/scope.ts";
import { booksTenant } from "../books-tenant.ts";
import { entryById, type Entry } from "./find-entry.ts";
import { postEntries, posterOf } from "./postings.ts";

/**
 * Reverses a posted entry with an entry of the same type and swapped sides, linked to it, on the
 * requested day. By default that is today, or later when the books are locked further or the entry
 * is dated later. After that neither of the two can be changed.
 *
 * @throws Refusal `not_found`, `module_off`; `entry_made_by_system` for an entry of another
 * feature, which reverses it itself; `reversal_before_entry` at `entry_date`; `entry_reversed`;
 * `changed_meanwhile`; as `postEntries`, including `period_locked`.
 */
export async function reversePostedEntry(
  context: Context,
  input: InputOf<typeof reverseEntry>,
): Promise<Entry> {
  const tenantId = await booksTenant(context, input.tenant_id);
  const original = await entryById(context, tenantId, input.id);
  const { ent_number: number } = original;
  if (entryTypeById(original.entry_type_id)?.system !== false) {
    throw new Refusal("entry_made_by_system", { number });
  }
  await enterTenant(context, tenantId);
  const entry_date = input.entry_date ?? (await firstOpenDay(context, tenantId, original.date));
  if (entry_date < original.date) {
    const day = formatDate(original.date);
    throw Refusal.at("entry_date", "reversal_before_entry", { number, day });
  }
  const reversal = await postReversal(context, original, {
    entry_date,
    narration: `Reverses ${number}: ${input.reason}`,
  });
  await audit(context, tenantId, "entry.reversed", `entry:${original.id}`, {
    reversal_id: reversal,
    reason: input.reason,
  });
  return entryById(context, tenantId, reversal);
}

/**
 * Posts the items of an entry with swapped sides and links the two; the scope must be the tenant.
 *
 * @returns the id of the reversal.
 * @throws Refusal as {@link reverse}.
 */
export async function postReversal(
  context: Context,
  original: Entry,
  { entry_date, narration }: { entry_date: string; narration: string },
): Promise<number> {
  const { tx } = context;
  const { id, tenant_id, entry_type_id } = original;
  await lockForReversal(context, original);
  const items = original.items.map(({ dc, amount, ledger_id, narration: itemNarration }) => ({
    dc: otherSide(dc),
    amount,
    ledger_id,
    narration: itemNarration,
  }));
  const text = narration.slice(0, maxNarrationLength);
  const posting = { entry_type_id, entry_date, narration: text, items, reverses: id };
  const { entry_id } = exactlyOne(await postEntries(posterOf(context), tenant_id, [posting]));
  await sql`
    insert into entry_reversals (tenant_id, entry_id, reversal_id)
    values (${tenant_id}, ${id}, ${entry_id})`.execute(tx);
  return entry_id;
}

/** Locks the entry against revision and reversal by others until this transaction ends. */
async function lockForReversal(
  { tx }: Context,
  { id, tenant_id, revision, ent_number, reversed_by, reverses }: Entry,
): Promise<void> {
  try {
    await sql`select lock_entry_to_reverse(${tenant_id}, ${id}, ${revision})`.execute(tx);
  } catch (error) {
    const code = databaseRefusal(error)?.code;
    if (code === "changed_meanwhile") throw new Refusal("changed_meanwhile");
    if (code !== "entry_reversed") throw error;
    // If an entry that was found before is missing here, another request has reversed it in the
    // meantime.
    throw new Refusal("entry_reversed", {
      number: reverses?.ent_number ?? ent_number,
      reversal: reverses === null ? (reversed_by?.ent_number ?? "another entry") : ent_number,
    });
  }
}

/** The first open day from today on that is not before the entry's day. */
async function firstOpenDay(
  { tx, clock }: Context,
  tenantId: number,
  entryDay: string,
): Promise<string> {
  const { rows } = await sql<{ day: string }>`
    select greatest(${clock.today()}::date, ${entryDay}::date, (
      select locked_until + 1 from period_locks where tenant_id = ${tenantId})) as day`.execute(tx);
  return exactlyOne(rows).day;
}
