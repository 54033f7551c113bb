import type { Endpoint, InputOf } from "@kontor/contract/endpoint";

import { batchCalls } from "../batch-calls.ts";
import type { Clock } from "../clock.ts";
import { groupCommit } from "../database/group-commit.ts";
import { Refusal } from "../refusal.ts";
import type { Actor, Tx } from "../scope.ts";
import { respond, type ApiResponse, type Handled } from "./api-response.ts";
import { openSessions, type SessionRequest } from "./authenticate.ts";
import {
  claimFreeKeys,
  claimKeys,
  keepResponses,
  type Claim,
  type ClaimOutcome,
} from "./idempotency.ts";
import {
  sessionRequestOf,
  claimOf,
  decode,
  admit,
  requirePermission,
  type Input,
  type Services,
} from "./request.ts";
import type { Route } from "./serve.ts";

/** The caller and the request. */
export type Caller = { readonly actor: Actor; readonly requestId: string };

/** The caller, the request, its tenant and its input. */
export type Requested<Work> = Caller & { readonly tenantId: number; readonly work: Work };

/**
 * How to execute an endpoint for several requests in one transaction, each request for one tenant.
 */
export type Grouped<E extends Endpoint, Work> = {
  /** Checks a request and determines its tenant, without the database. */
  prepare(caller: Caller & { clock: Clock }, input: InputOf<E>): { tenantId: number; work: Work };
  /**
   * Executes the requests, each in the scope of its tenant, which it sets, and leaves no scope set.
   * Returns a result for each, in order. With requests of several tenants (`joint`), it does not
   * wait long for any lock.
   */
  carryOut(
    context: { tx: Tx; clock: Clock; joint: boolean },
    requests: readonly Requested<Work>[],
  ): Promise<Handled<E>[]>;
};

/** A request that waits for its group's transaction. */
type Waiting<Work> = Requested<Work> & { input: Input; claim: Claim | undefined };

/**
 * Binds an endpoint whose requests for one tenant contend for the same lock. Concurrent requests
 * share a transaction, also across tenants. Each has its own user, permission, input, idempotency
 * key and response, as if it were alone.
 */
export function groupedRoute<E extends Endpoint, Work>(
  endpoint: E,
  grouped: Grouped<E, Work>,
): Route {
  const queueOf = oncePer((services: Services) =>
    groupCommit<Waiting<Work>, ApiResponse | Refusal>(services.database, (tx, requests, joint) =>
      carryOutGroup(endpoint, grouped, { tx, clock: services.clock, joint }, requests),
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
      const outcome = await queueOf(services)(tenantId, {
        ...caller,
        tenantId,
        work,
        input,
        claim,
      });
      if (outcome instanceof Refusal) throw outcome;
      return outcome;
    },
  };
}

/** Claims the keys, executes the requests whose key is free, and responds to all, in order. */
async function carryOutGroup<E extends Endpoint, Work>(
  endpoint: E,
  grouped: Grouped<E, Work>,
  context: { tx: Tx; clock: Clock; joint: boolean },
  requests: readonly Waiting<Work>[],
): Promise<(ApiResponse | Refusal)[]> {
  const { tx, clock } = context;
  const outcomes = await claimAll(tx, requests, clock.now());
  const free = requests.filter((request) => outcomes.get(request) === undefined);
  const results = free.length === 0 ? [] : await grouped.carryOut(context, free);
  const responses: (Claim & { response: ApiResponse })[] = [];
  for (const [index, request] of free.entries()) {
    const response = respond(endpoint, request.input, results[index]);
    outcomes.set(request, response);
    if (request.claim) responses.push({ ...request.claim, response });
  }
  if (responses.length > 0) await keepResponses(tx, responses);
  return requests.map((request) => {
    const outcome = outcomes.get(request);
    if (outcome === undefined)
      throw new Error("a request of the group was left without a response");
    return outcome;
  });
}

/**
 * Claims the keys of the requests that have one. The keys of several requests are expected to be
 * free: if one is not, the transaction fails at its next statement, and each request is executed
 * alone.
 *
 * @returns the outcome of each claim.
 */
async function claimAll<Request extends { claim: Claim | undefined }>(
  tx: Tx,
  requests: readonly Request[],
  now: Date,
): Promise<Map<Request, ClaimOutcome>> {
  const claiming = requests.filter((request) => request.claim !== undefined);
  const claims = claiming.flatMap((request) => request.claim ?? []);
  if (requests.length > 1) {
    if (claims.length > 0) await claimFreeKeys(tx, claims, now);
    return new Map();
  }
  const outcomes = claims.length === 0 ? [] : await claimKeys(tx, claims, now);
  return new Map(claiming.map((request, index) => [request, outcomes[index]]));
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
