import { productModule, type ModuleId } from "@kontor/contract/reference/modules";
import { sql } from "kysely";

import { completeRefusal } from "../../platform/database/database-refusal.ts";
import type { Database } from "../../platform/database/database.ts";
import { idleCutoff } from "../../platform/http/authenticate.ts";
import type { ClaimingRequest } from "../../platform/http/serve-grouped.ts";
import { entriesPosted } from "../../platform/metrics.ts";
import { postingsJson, postingRefusal, type Posting } from "./postings.ts";

/**
 * What the database returns for a posted entry, as it is stored with the request's key. Its ledgers
 * are in the order of its items. Numbers and balances are decimal; a balance is in kobo, as of
 * today after the whole transaction, debit positive.
 */
export type PostResult = {
  recorded_at: string;
  organization_name: string;
  entry: readonly [id: number, number: string, revision: number];
  /** The entry's date, which a request without one gets from the day on which it is first made. */
  day: string;
  ledgers: readonly (readonly [id: number, code: string, name: string, balance: string])[];
};

type Row = { tenant_id: number; place: number; result: PostResult };

/**
 * Posts new entries of several requests and tenants in one transaction, each tenant's in its own
 * scope, and stores each request's key with the result. Everything is stored or nothing.
 *
 * @param input.module the module that the calls belong to.
 * @param input.lockTimeout how long to wait for a lock ("50ms"); null for the connection's setting.
 * @returns the result of each request, in order.
 * @throws Refusal as `postEntries`, with paths as for a call of one entry; `module_off` for a
 * tenant without the module; a database error (lock_not_available) after the timeout, one of
 * `isSessionChanged` when a session has ended or changed, and one of `isKeyTaken` when a key is not
 * free.
 */
export async function postRequests(
  database: Pick<Database, "statement">,
  input: {
    recordedAt: Date;
    module: ModuleId;
    lockTimeout: string | null;
    requests: readonly ClaimingRequest<Posting>[];
  },
): Promise<PostResult[]> {
  const { recordedAt, module, lockTimeout, requests } = input;
  const batches = Map.groupBy(requests, ({ tenantId }) => tenantId);
  // Locks are taken in the order of the tenants' ids.
  const ordered = [...batches].toSorted(([one], [other]) => one - other);
  const claims = ordered.flatMap(([, batch]) =>
    batch.flatMap(({ claim }, index) => (claim ? [{ ...claim, place: index + 1 }] : [])),
  );
  // A session is checked once for all of its requests.
  const tokens = new Map(
    requests.flatMap(({ session }) =>
      session === null ? [] : [[session.state, session.tokenHash] as const],
    ),
  );
  const statement = sql<Row>`
    select tenant_id, place, result
    from post_requests(
      ${recordedAt}, ${module}, ${productModule(module).title}, ${lockTimeout}, ${postingsJson(ordered.map(batchOf))}::jsonb,
      ${claims.map(({ userId }) => userId)}::bigint[], ${claims.map(({ tenantId }) => tenantId)}::bigint[],
      ${claims.map(({ place }) => place)}::integer[], ${claims.map(({ key }) => key)}::text[],
      ${claims.map(({ hash }) => hash)}::bytea[], ${[...tokens.values()]}::bytea[],
      ${[...tokens.keys()]}::text[], ${idleCutoff(recordedAt)})`;
  const { rows } = await database
    .statement((db) => statement.execute(db))
    .catch((error: unknown) => {
      throw completeRefusal(error) ?? postingRefusal(error) ?? error;
    });
  entriesPosted.inc(rows.length);
  const results = new Map<ClaimingRequest<Posting> | undefined, PostResult>();
  for (const { tenant_id, place, result } of rows) {
    results.set(batches.get(tenant_id)?.[place - 1], result);
  }
  return requests.map((request) => {
    const result = results.get(request);
    if (result === undefined) throw new Error("a posting was given no entry");
    return result;
  });
}

/** A tenant's entries in the form for the database. */
function batchOf([tenantId, batch]: readonly [
  number,
  readonly ClaimingRequest<Posting>[],
]): object {
  return {
    tenant_id: tenantId,
    entries: batch.map(({ actor, requestId, work }) => ({
      ...work,
      actor_id: actor.user_id,
      request_id: requestId,
    })),
    ledgers: `{${batch.flatMap(({ work }) => work.items.map((item) => item.ledger_id)).join(",")}}`,
  };
}
