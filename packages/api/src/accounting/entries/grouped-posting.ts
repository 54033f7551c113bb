import type { addEntry } from "@kontor/contract/accounting/entries";

import type { GroupedHandler } from "../../platform/http/serve-grouped.ts";
import { requiredTenant } from "../../platform/scope.ts";
import { postingOf } from "./entries.ts";
import { entryName, presentItem } from "./find-entry.ts";
import { postRequests, type PostResult } from "./post-requests.ts";
import { checkPostings, type Posting } from "./postings.ts";

/** How long a transaction of several tenants waits for the locks of one tenant. */
const jointLockTimeout = "50ms";

/** Posts single entries of several users and several tenants in one transaction. */
export const groupedPosting: GroupedHandler<typeof addEntry, Posting, PostResult> = {
  prepare: (context, input) => {
    const posting = postingOf(context, input, "");
    // Checked before the group is posted, so that an invalid entry does not fail it.
    checkPostings([posting]);
    return { tenantId: requiredTenant(context, input.tenant_id), work: posting };
  },
  carryOut: ({ database, clock, joint }, requests) =>
    postRequests(database, {
      recordedAt: clock.now(),
      module: "accounting",
      lockTimeout: joint ? jointLockTimeout : null,
      requests,
    }),
  present: ({ tenantId, work }, { recorded_at, organization_name, entry, day, ledgers }) => {
    const [id, number, revision] = entry;
    return {
      id,
      tenant_id: tenantId,
      organization_name,
      entry_type_id: work.entry_type_id,
      ...entryName(work.entry_type_id, BigInt(number)),
      date: day,
      narration: work.narration,
      revision,
      recorded_at: new Date(recorded_at),
      reversed_by: null,
      reverses: null,
      items: work.items.map((item, index) => {
        const [ledgerId, code, name, balance] = ledgers[index] ?? [];
        if (ledgerId !== item.ledger_id || code === undefined || name === undefined) {
          throw new Error(`ledger ${item.ledger_id} was posted to and is missing in the result`);
        }
        return presentItem({ ...item, code, name, balance: BigInt(balance ?? 0) });
      }),
    };
  },
};
