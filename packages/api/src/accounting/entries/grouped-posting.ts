import type { addEntry } from "@kontor/contract/accounting/entries";
import { sql } from "kysely";

import { requireModule } from "../../modules/module-gate.ts";
import { atLeastOne } from "../../platform/database/rows.ts";
import type { Grouped } from "../../platform/http/serve-grouped.ts";
import { oneTenant, type Tx } from "../../platform/scope.ts";
import { postingOf } from "./entries.ts";
import { entryName, presentItem, type Entry } from "./find-entry.ts";
import { checkPostings, postEntries, type Posted, type Posting } from "./postings.ts";

type LedgerRow = { id: number; code: string; name: string; balance: bigint };

/** Posting of single entries, several people's of one tenant in one transaction. */
export const groupedPosting: Grouped<typeof addEntry, Posting> = {
  prepare: (context, input) => {
    const posting = postingOf(context, input, "");
    // Here as well as at the door, so that what cannot be posted holds up no group.
    checkPostings([posting]);
    return { tenantId: oneTenant(context, input.tenant_id), work: posting };
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
      reversed_by: null,
      reverses: null,
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
