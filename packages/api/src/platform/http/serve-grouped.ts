import type { Endpoint, InputOf } from "@kontor/contract/endpoint";

import { batchCalls } from "../batch-calls.ts";
import type { Clock } from "../clock.ts";
import type { Database } from "../database/database.ts";
import { groupCommit } from "../database/group-commit.ts";
import { Refusal } from "../refusal.ts";
import type { Actor } from "../scope.ts";
import { respond, type ApiResponse, type HandlerResult } from "./api-response.ts";
import {
  isSessionChanged,
  sessionCache,
  findSessions,
  type FoundSession,
  type SessionRequest,
} from "./authenticate.ts";
import { isKeyTaken, readKey, type Claim } from "./idempotency.ts";
import {
  sessionRequestOf,
  claimOf,
  decode,
  requireSession,
  requirePermission,
  type Incoming,
  type Input,
  type Services,
} from "./request.ts";
import type { Route } from "./serve.ts";

/** The caller and the request. */
export type Caller = { readonly actor: Actor; readonly requestId: string };

/** The caller, the request, its tenant and its input. */
export type TenantRequest<Work> = Caller & { readonly tenantId: number; readonly work: Work };

/** A request with what its transaction has to check and store. */
export type ClaimingRequest<Work> = TenantRequest<Work> & {
  /** The session of the caller; null for work outside requests. */
  readonly session: FoundSession | null;
  /** The claim to the idempotency key, if the request has one. */
  readonly claim: Claim | undefined;
};

/**
 * How to execute an endpoint for several requests in one transaction, each request for one tenant.
 * A result is what the database returns for a request. It is stored with the request's key, and the
 * response is composed from both, also when the request is repeated.
 */
export type GroupedHandler<E extends Endpoint, Work, Result> = {
  /** Checks a request and determines its tenant, without the database. */
  prepare(caller: Caller & { clock: Clock }, input: InputOf<E>): { tenantId: number; work: Work };
  /**
   * Executes the requests and stores their keys with the results, in one transaction that it
   * commits, if their sessions are still in the state in which they were found. Returns a result
   * for each, in order. With requests of several tenants (`joint`), it does not wait long for any
   * lock. @throws an error of {@link isSessionChanged} when a session is not, and of
   * {@link isKeyTaken} when a key is not free.
   */
  carryOut(
    context: { database: Pick<Database, "statement">; clock: Clock; joint: boolean },
    requests: readonly ClaimingRequest<Work>[],
  ): Promise<readonly Result[]>;
  /** The response data of a request. */
  present(request: { tenantId: number; work: Work }, result: Result): HandlerResult<E>;
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
  grouped: GroupedHandler<E, Work, Result>,
): Route {
  const queueOf = memoizePer((services: Services) =>
    groupCommit<ClaimingRequest<Work>, Outcome<Result>>((requests, joint) =>
      carryOutGroup(grouped, { ...services, joint }, requests),
    ),
  );
  const sessionsOf = memoizePer(({ database, clock }: Services) =>
    sessionCache(
      batchCalls((requests: readonly SessionRequest[]) =>
        database.statement((db) => findSessions(db, requests, clock.now())),
      ),
    ),
  );
  return {
    endpoint,
    serve: async (incoming) => {
      const sessions = sessionsOf(incoming.services);
      const submit = queueOf(incoming.services);
      const credentials = sessionRequestOf(incoming);
      const now = incoming.services.clock.now();
      const prepareAnew = async () =>
        prepare(grouped, incoming, await sessions.find(credentials, now));
      const carryOut = async ({ input, request }: Prepared<Work>) => {
        const outcome = await submit(request.tenantId, request);
        if ("response" in outcome) return outcome.response;
        return respond(endpoint, input, grouped.present(request, outcome.result));
      };
      const known = sessions.known(credentials, now);
      const prepared = known && prepareUnlessRefused(grouped, incoming, known);
      try {
        return await carryOut(prepared ?? (await prepareAnew()));
      } catch (error) {
        if (!isSessionChanged(error)) throw error;
        return carryOut(await prepareAnew());
      }
    },
  };
}

/** A request that can be submitted, and its decoded input. */
type Prepared<Work> = { input: Input; request: ClaimingRequest<Work> };

/** Performs the steps before the transaction. @throws Refusal as each step does, in their order. */
function prepare<E extends Endpoint, Work, Result>(
  grouped: GroupedHandler<E, Work, Result>,
  incoming: Incoming,
  session: FoundSession,
): Prepared<Work> {
  const { request, services } = incoming;
  const actor = requireSession(incoming, session.opened);
  requirePermission(incoming, actor);
  const input = decode(incoming);
  const claim = claimOf(incoming, actor, { body: request.body, files: {}, input });
  const caller = { actor, requestId: request.id };
  const prepared = grouped.prepare({ ...caller, clock: services.clock }, input as InputOf<E>);
  return { input, request: { ...caller, ...prepared, session, claim } };
}

/**
 * Prepares a request by a session that was found before. @returns undefined where that would refuse
 * it, since the session may have ended or changed.
 */
function prepareUnlessRefused<E extends Endpoint, Work, Result>(
  grouped: GroupedHandler<E, Work, Result>,
  incoming: Incoming,
  session: FoundSession,
): Prepared<Work> | undefined {
  try {
    return prepare(grouped, incoming, session);
  } catch (error) {
    if (error instanceof Refusal) return undefined;
    throw error;
  }
}

/**
 * Executes the requests. A key is expected to be free; when one is not, several requests fail
 * together, and are then executed one by one, and a single request gets the outcome of the earlier
 * one with its key.
 */
async function carryOutGroup<E extends Endpoint, Work, Result>(
  grouped: GroupedHandler<E, Work, Result>,
  context: { database: Database; clock: Clock; joint: boolean },
  requests: readonly ClaimingRequest<Work>[],
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
function memoizePer<Key extends object, Made>(make: (key: Key) => Made): (key: Key) => Made {
  const made = new WeakMap<Key, Made>();
  return (key) => {
    const value = made.get(key) ?? make(key);
    made.set(key, value);
    return value;
  };
}
