import type { Endpoint, InputOf } from "@kontor/contract/endpoint";

import type { Clock } from "../clock.ts";
import { groupCommit } from "../database/group-commit.ts";
import { Refusal } from "../refusal.ts";
import type { Actor, Tx } from "../scope.ts";
import { decodeInput } from "./decode.ts";
import { claimKeys, keepResponses, type Claim, type ClaimOutcome } from "./idempotency.ts";
import {
  responseOf,
  authorize,
  claimOf,
  type ApiResponse,
  type Handled,
  type Route,
  type Services,
} from "./serve.ts";

/** What is known of a request before any transaction: who asks, and by which call. */
export type Caller = { readonly actor: Actor; readonly requestId: string };

/** How an endpoint is carried out for several requests of one tenant at once. */
export type Grouped<E extends Endpoint, Work> = {
  /** Checks a request and says which tenant's it is, with as little of the database as can be. */
  prepare(
    context: Caller & Pick<Services, "database" | "clock">,
    input: InputOf<E>,
  ): Promise<{ tenantId: number; work: Work }>;
  /** Carries the requests out in the tenant's transaction; gives a result for each, in order. */
  carryOut(
    context: { tx: Tx; tenantId: number; clock: Clock },
    requests: readonly (Caller & { work: Work })[],
  ): Promise<Handled<E>[]>;
};

/**
 * Binds an endpoint whose requests of one tenant would wait for each other: those that come in at the
 * same time share a transaction. Each has its own user, permission, input, idempotency key and response, as if
 * it were alone.
 */
export function groupedRoute<E extends Endpoint, Work>(endpoint: E, how: Grouped<E, Work>): Route {
  type Piece = Caller & { claim: Claim | undefined; input: Record<string, unknown>; work: Work };
  const queues = new WeakMap<Services, (tenantId: number, piece: Piece) => Promise<ClaimOutcome>>();
  const queueOf = (services: Services) => {
    const queue =
      queues.get(services) ??
      groupCommit<Piece, ClaimOutcome>(services.database, async (tx, tenantId, pieces) => {
        const outcomes = await claimAll(tx, pieces, services.clock.now());
        const free = pieces.filter((piece) => outcomes.get(piece) === undefined);
        const context = { tx, tenantId, clock: services.clock };
        const results = free.length === 0 ? [] : await how.carryOut(context, free);
        const kept: { userId: number; key: string; response: ApiResponse }[] = [];
        for (const [index, piece] of free.entries()) {
          const response = responseOf(endpoint, piece.input, results[index]);
          outcomes.set(piece, response);
          if (piece.claim) kept.push({ ...piece.claim, response });
        }
        if (kept.length > 0) await keepResponses(tx, kept);
        return pieces.map((piece) => outcomes.get(piece));
      });
    queues.set(services, queue);
    return queue;
  };
  return {
    endpoint,
    serve: async (services, request) => {
      const actor = await services.database.statement((db) =>
        authorize(services, request, db, endpoint),
      );
      const input = decodeInput(endpoint, request);
      const claim = claimOf(request, { endpoint, body: request.body, files: {} }, actor.user_id);
      const caller = { actor, requestId: request.id };
      const { database, clock } = services;
      const prepared = await how.prepare({ ...caller, database, clock }, input as InputOf<E>);
      const piece = { ...caller, claim, input, work: prepared.work };
      const outcome = await queueOf(services)(prepared.tenantId, piece);
      if (outcome instanceof Refusal) throw outcome;
      return outcome;
    },
  };
}

/** Claims the keys of those requests that carry one. @returns what each claim came to. */
async function claimAll<Piece extends { claim: Claim | undefined }>(
  tx: Tx,
  pieces: readonly Piece[],
  now: Date,
): Promise<Map<Piece, ClaimOutcome>> {
  const claiming = pieces.filter((piece) => piece.claim !== undefined);
  const claims = claiming.flatMap((piece) => piece.claim ?? []);
  const outcomes = claims.length === 0 ? [] : await claimKeys(tx, claims, now);
  return new Map(claiming.map((piece, index) => [piece, outcomes[index]]));
}
