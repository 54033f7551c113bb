import type { ModuleId } from "@kontor/contract/reference/modules";
import { sql } from "kysely";

import { afterCommit } from "../../platform/database/database.ts";
import { entriesPosted } from "../../platform/metrics.ts";
import type { Tx } from "../../platform/scope.ts";
import { asJson, checkPostings, postingRefused, type Posted, type Posting } from "./postings.ts";

/** A ledger that was posted to, with its balance in kobo as of today after the whole call. */
type LedgerAfter = { code: string; name: string; balance: bigint };

/**
 * The postings of a call for a tenant: its entries in order, or null when the module is switched
 * off.
 */
export type PostedTo = {
  organization_name: string;
  posted: readonly Posted[] | null;
  ledgers: ReadonlyMap<number, LedgerAfter>;
};

type Row = {
  tenant_id: number;
  organization_name: string;
  posted: readonly [entryId: number, number: string, revision: number][] | null;
  ledgers: readonly [id: number, code: string, name: string, balance: string][] | null;
};

/**
 * Posts new entries of several tenants in the caller's transaction, each tenant's in its own scope,
 * and leaves no scope set. Everything is stored or nothing, as in `postEntries`.
 *
 * @param input.module the module that the calls belong to; nothing is posted for a tenant without
 * it.
 * @param input.lockTimeout how long to wait for a lock from now on ("50ms"); null for no change.
 * @returns the postings by tenant.
 * @throws Refusal as `postEntries`, with paths as for a call of one entry; a database error
 * (lock_not_available) after the timeout.
 */
export async function postForTenants(
  tx: Tx,
  input: {
    recordedAt: Date;
    module: ModuleId;
    lockTimeout: string | null;
    batches: ReadonlyMap<number, readonly Posting[]>;
  },
): Promise<Map<number, PostedTo>> {
  const { recordedAt, module, lockTimeout, batches } = input;
  const ordered = [...batches].toSorted(([one], [other]) => one - other);
  for (const [, postings] of ordered) checkPostings(postings);
  const json = asJson(
    ordered.map(([tenantId, entries]) => ({
      tenant_id: tenantId,
      entries,
      ledgers: `{${entries.flatMap(({ items }) => items.map((item) => item.ledger_id)).join(",")}}`,
    })),
  );
  const { rows } = await sql<Row>`
    select tenant_id, organization_name, posted, ledgers
    from post_for_tenants(${recordedAt}, ${module}, ${lockTimeout}, ${json}::jsonb)`
    .execute(tx)
    .catch((error: unknown) => {
      throw postingRefused(error) ?? error;
    });
  const posted = new Map(rows.map((row) => [row.tenant_id, postedTo(row)]));
  const count = [...posted.values()].reduce(
    (sum, { posted: each }) => sum + (each?.length ?? 0),
    0,
  );
  afterCommit(tx, () => entriesPosted.inc(count));
  return posted;
}

function postedTo({ organization_name, posted, ledgers }: Row): PostedTo {
  return {
    organization_name,
    posted:
      posted?.map(([entry_id, number, revision]) => ({
        entry_id,
        number: BigInt(number),
        revision,
      })) ?? null,
    ledgers: new Map(
      ledgers?.map(([id, code, name, balance]) => [id, { code, name, balance: BigInt(balance) }]),
    ),
  };
}
