import type { addEntry } from "@kontor/contract/accounting/entries";
import { productModule } from "@kontor/contract/reference/modules";

import type { Grouped, Requested } from "../../platform/http/serve-grouped.ts";
import { Refusal } from "../../platform/refusal.ts";
import { oneTenant } from "../../platform/scope.ts";
import { postingOf } from "./entries.ts";
import { entryName, presentItem, type Entry } from "./find-entry.ts";
import { postForTenants, type PostedTo } from "./post-for-tenants.ts";
import { checkPostings, type Posting } from "./postings.ts";

const module = "accounting";

/** How long a transaction of several tenants waits for the locks of one tenant. */
const jointLockTimeout = "50ms";

/** Posts single entries of several users and several tenants in one transaction. */
export const groupedPosting: Grouped<typeof addEntry, Posting> = {
  prepare: (context, input) => {
    const posting = postingOf(context, input, "");
    // Checked before postEntries does, so that an invalid entry does not fail its group.
    checkPostings([posting]);
    return { tenantId: oneTenant(context, input.tenant_id), work: posting };
  },
  carryOut: async ({ tx, clock, joint }, requests) => {
    const recordedAt = clock.now();
    const batches = Map.groupBy(requests, ({ tenantId }) => tenantId);
    const posted = await postForTenants(tx, {
      recordedAt,
      module,
      lockTimeout: joint ? jointLockTimeout : null,
      batches: new Map([...batches].map(([id, each]) => [id, each.map(postingFor)])),
    });
    for (const { posted: entries, organization_name: organization } of posted.values()) {
      if (entries === null) {
        throw new Refusal("module_off", { module: productModule(module).title, organization });
      }
    }
    const places = new Map<number, number>();
    return requests.map(({ tenantId, work }) => {
      const place = places.get(tenantId) ?? 0;
      places.set(tenantId, place + 1);
      return presentPosted(tenantId, work, recordedAt, posted.get(tenantId), place);
    });
  },
};

/** The posting of a request, with its user. */
function postingFor({ actor, requestId, work }: Requested<Posting>): Posting {
  return { ...work, actor_id: actor.user_id, request_id: requestId };
}

/** The response for an entry, with the balances after the whole transaction. */
function presentPosted(
  tenantId: number,
  posting: Posting,
  recordedAt: Date,
  to: PostedTo | undefined,
  place: number,
): Entry {
  const entry = to?.posted?.[place];
  if (to === undefined || entry === undefined) throw new Error("a posting was given no entry");
  return {
    id: entry.entry_id,
    tenant_id: tenantId,
    organization_name: to.organization_name,
    entry_type_id: posting.entry_type_id,
    ...entryName(posting.entry_type_id, entry.number),
    date: posting.entry_date,
    narration: posting.narration,
    revision: entry.revision,
    recorded_at: recordedAt,
    reversed_by: null,
    reverses: null,
    items: posting.items.map((item) => {
      const ledger = to.ledgers.get(item.ledger_id);
      if (ledger === undefined)
        throw new Error(`ledger ${item.ledger_id} was posted to and is gone`);
      return presentItem({ ...item, ...ledger });
    }),
  };
}
