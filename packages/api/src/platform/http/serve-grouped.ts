import type { Endpoint, InputOf } from "@kontor/contract/endpoint";

import { batchCalls } from "../batch-calls.ts";
import type { Clock } from "../clock.ts";
import type { Database } from "../database/database.ts";
import { groupCommit } from "../database/group-commit.ts";
import type { Actor } from "../scope.ts";
import { respond, type ApiResponse, type Handled } from "./api-response.ts";
import { openSessions, type SessionRequest } from "./authenticate.ts";
import { isKeyTaken, readKey, type Claim } from "./idempotency.ts";
import {
  sessionRequestOf,
  claimOf,
  decode,
  admit,
  requirePermission,
  type Services,
} from "./request.ts";
import type { Route } from "./serve.ts";

/** The caller and the request. */
export type Caller = { readonly actor: Actor; readonly requestId: string };

/** The caller, the request, its tenant and its input. */
export type Requested<Work> = Caller & { readonly tenantId: number; readonly work: Work };

/** A request with the claim to its idempotency key, if it has one. */
export type Claiming<Work> = Requested<Work> & { readonly claim: Claim | undefined };

/**
 * How to execute an endpoint for several requests in one transaction, each request for one tenant.
 * A result is what the database returns for a request. It is stored with the request's key, and the
 * response is composed from both, also when the request is repeated.
 */
export type Grouped<E extends Endpoint, Work, Result> = {
  /** Checks a request and determines its tenant, without the database. */
  prepare(caller: Caller & { clock: Clock }, input: InputOf<E>): { tenantId: number; work: Work };
  /**
   * Executes the requests and stores their keys with the results, in one transaction that it
   * commits. Returns a result for each, in order. With requests of several tenants (`joint`), it
   * does not wait long for any lock. @throws an error of {@link isKeyTaken} when a key is not free.
   */
  carryOut(
    context: { database: Pick<Database, "statement">; clock: Clock; joint: boolean },
    requests: readonly Claiming<Work>[],
  ): Promise<readonly Result[]>;
  /** The response data of a request. */
  present(request: { tenantId: number; work: Work }, result: Result): Handled<E>;
};

/** The outcome of a request: its result, or the response that a previous version has stored. */
type Outcome<Result> = { result: Result } | { response: ApiResponse };

/**
 * Binds an endpoint whose requests for one tenant contend for the same lock. Concurrent requests
 * share a transaction, also across tenants. Each has its own user, permission, input, idempotency
 * key and response, as if it were alone.
 */
export function groupedRoute<E extends Endpoint, Work, Result>(
  endpoint: E,
  grouped: Grouped<E, Work, Result>,
): Route {
  const queueOf = oncePer((services: Services) =>
    groupCommit<Claiming<Work>, Outcome<Result>>((requests, joint) =>
      carryOutGroup(grouped, { ...services, joint }, requests),
    ),
  );
  const sessionOf = oncePer(({ database, clock }: Services) =>
    batchCalls((requests: readonly SessionRequest[]) =>
      database.statement((db) => openSessions(db, requests, clock.now())),
    ),
  );
  return {
    endpoint,
    serve: async (incoming) => {
      const { request, services } = incoming;
      const actor = admit(incoming, await sessionOf(services)(sessionRequestOf(incoming)));
      requirePermission(incoming, actor);
      const input = decode(incoming);
      const claim = claimOf(incoming, actor, { body: request.body, files: {}, input });
      const caller = { actor, requestId: request.id };
      const { clock } = services;
      const { tenantId, work } = grouped.prepare({ ...caller, clock }, input as InputOf<E>);
      const outcome = await queueOf(services)(tenantId, { ...caller, tenantId, work, claim });
      if ("response" in outcome) return outcome.response;
      return respond(endpoint, input, grouped.present({ tenantId, work }, outcome.result));
    },
  };
}

/**
 * Executes the requests. A key is expected to be free; when one is not, several requests fail
 * together, and are then executed one by one, and a single request gets the outcome of the earlier
 * one with its key.
 */
async function carryOutGroup<E extends Endpoint, Work, Result>(
  grouped: Grouped<E, Work, Result>,
  context: { database: Database; clock: Clock; joint: boolean },
  requests: readonly Claiming<Work>[],
): Promise<Outcome<Result>[]> {
  try {
    const results = await grouped.carryOut(context, requests);
    return results.map((result) => ({ result }));
  } catch (error) {
    const [{ claim } = { claim: undefined }, ...others] = requests;
    if (claim === undefined || others.length > 0 || !isKeyTaken(error)) throw error;
    const earlier = await readKey(context.database, claim);
    // The key has expired since.
    if (earlier === undefined) return carryOutGroup(grouped, context, requests);
    return [earlier as Outcome<Result>];
  }
}

/** Creates a value for each key on first use, and keeps it as long as the key exists. */
function oncePer<Key extends object, Made>(make: (key: Key) => Made): (key: Key) => Made {
  const made = new WeakMap<Key, Made>();
  return (key) => {
    const value = made.get(key) ?? make(key);
    made.set(key, value);
    return value;
  };
}
