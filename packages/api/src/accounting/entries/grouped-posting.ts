import type { addEntry } from "@kontor/contract/accounting-entries";
import type { InputOf } from "@kontor/contract/endpoint";
import { sql } from "kysely";

import { requireModule } from "../../modules/module-gate.ts";
import type { Clock } from "../../platform/clock.ts";
import type { Database } from "../../platform/database/database.ts";
import { atLeastOne } from "../../platform/database/rows.ts";
import type { Caller, Grouped } from "../../platform/http/serve-grouped.ts";
import { Refusal, notFound } from "../../platform/refusal.ts";
import { readAllTenants, tenantFilter, type Tx } from "../../platform/scope.ts";
import { checkPostings, postEntries, postingOf, type Posted, type Posting } from "./entries.ts";
import { entryName, presentItem, type Entry } from "./find-entry.ts";

type LedgerRow = { id: number; code: string; name: string; balance: bigint };

/** Posting of single entries, several people's of one tenant in one transaction. */
export const groupedPosting: Grouped<typeof addEntry, Posting> = {
  prepare: async (context, input) => {
    const posting = postingOf(context, input, "");
    checkPostings([posting]);
    return { tenantId: await tenantOfPosting(context, input, posting), work: posting };
  },
  carryOut: async ({ tx, tenantId, clock }, requests) => {
    await requireModule(tx, tenantId, "accounting");
    const postings = requests.map(({ actor, requestId, work }): Posting => ({
      ...work,
      actor_id: actor.user_id,
      request_id: requestId,
    }));
    const recordedAt = clock.now();
    const poster = { tx, actorId: null, requestId: "", recordedAt };
    const posted = await postEntries(poster, tenantId, postings);
    return presentPosted(tx, tenantId, { postings, posted, recordedAt });
  },
};

/** The entries as the call answers with them, with the balances that stand after all of them. */
async function presentPosted(
  tx: Tx,
  tenantId: number,
  batch: { postings: readonly Posting[]; posted: readonly Posted[]; recordedAt: Date },
): Promise<Entry[]> {
  const ids = [...new Set(batch.postings.flatMap(({ items }) => items.map((i) => i.ledger_id)))];
  const { rows } = await sql<LedgerRow & { organization_name: string }>`
    select l.id, l.code, l.name, l.balance, t.name as organization_name
    from ledgers l join tenants t on t.id = l.tenant_id
    where l.tenant_id = ${tenantId} and l.id = any (${ids}::bigint[])`.execute(tx);
  const ledgers = new Map(rows.map((row) => [row.id, row]));
  return batch.posted.map(({ entry_id, number, revision }, index) => {
    const posting = batch.postings[index];
    if (posting === undefined) throw new Error("post_entries gave more rows than it was given");
    return {
      id: entry_id,
      tenant_id: tenantId,
      organization_name: atLeastOne(rows).organization_name,
      entry_type_id: posting.entry_type_id,
      ...entryName(posting.entry_type_id, number),
      date: posting.entry_date,
      narration: posting.narration,
      revision,
      recorded_at: batch.recordedAt,
      items: posting.items.map((item) => {
        const ledger = ledgers.get(item.ledger_id);
        if (ledger === undefined)
          throw new Error(`ledger ${item.ledger_id} was posted to and is gone`);
        return presentItem({
          ...item,
          code: ledger.code,
          name: ledger.name,
          balance: ledger.balance,
        });
      }),
    };
  });
}

/**
 * The one tenant in whose books a posting is: the caller's own, the one named, or the one of its ledgers.
 *
 * @throws Refusal `not_found` or `ledgers_of_two_organizations` at the first ledger that does not fit.
 */
async function tenantOfPosting(
  context: Caller & { database: Database; clock: Clock },
  input: InputOf<typeof addEntry>,
  posting: Posting,
): Promise<number> {
  const known = tenantFilter(context, input.tenant_id);
  if (context.actor.tenant_id !== null) return context.actor.tenant_id;
  const ids = posting.items.map((item) => item.ledger_id);
  const owners = await ownersOf(context.database, ids);
  const tenantId = known ?? owners.get(ids[0] ?? 0);
  for (const [line, id] of ids.entries()) {
    const owner = owners.get(id);
    const path = `items.${line}.ledger_id`;
    if (owner === undefined) throw Refusal.at(path, "not_found", { what: "The ledger" });
    if (owner !== tenantId) throw Refusal.at(path, "ledgers_of_two_organizations");
  }
  if (tenantId === undefined) throw notFound("The organization");
  return tenantId;
}

/**
 * Which tenant a ledger belongs to. That never changes and ids are never used again, so it is
 * remembered by the process; the rights of the caller are another matter and are not.
 */
const remembered = new WeakMap<Database, Map<number, number>>();
/** Ledgers that are remembered before all are forgotten. */
const most = 100_000;

async function ownersOf(
  database: Database,
  ids: readonly number[],
): Promise<ReadonlyMap<number, number>> {
  const owners = remembered.get(database) ?? new Map<number, number>();
  remembered.set(database, owners);
  if (owners.size > most) owners.clear();
  const unknown = ids.filter((id) => !owners.has(id));
  if (unknown.length === 0) return owners;
  const rows = await database.transaction(async (tx) => {
    await readAllTenants(tx);
    const found = await sql<{ id: number; tenant_id: number }>`
      select l.id, l.tenant_id
      from tenants t cross join lateral (
        select id, tenant_id from ledgers l
        where l.tenant_id = t.id and l.id = any (${unknown}::bigint[])) l`.execute(tx);
    return found.rows;
  });
  for (const row of rows) owners.set(row.id, row.tenant_id);
  return owners;
}
