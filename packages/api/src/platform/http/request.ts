import { unattendedHeader, type Endpoint } from "@kontor/contract/endpoint";
import type { FastifyBaseLogger, FastifyRequest } from "fastify";
import type { Kysely } from "kysely";

import type { Clock } from "../clock.ts";
import type { Database } from "../database/database.ts";
import type { Environment } from "../environment.ts";
import { Refusal } from "../refusal.ts";
import type { Actor, Context, Tx } from "../scope.ts";
import { respond, type ApiResponse } from "./api-response.ts";
import {
  bearerToken,
  setRequestActor,
  openScope,
  type SessionRequest,
  type SessionActor,
} from "./authenticate.ts";
import { decodeInput } from "./decode.ts";
import { claimKey, idempotencyKey, saveResponse, requestHash, type Claim } from "./idempotency.ts";
import type { Upload } from "./uploads.ts";

// The steps of a request, in the order that every kind of route follows: authenticate, require the
// permission, decode, claim the idempotency key, act, respond. `carryOut` performs them in one
// transaction; a route that needs another order calls them itself.

export type Services = {
  database: Database;
  /** A replica for reads that may lag, if there is one. */
  replica?: Database | undefined;
  clock: Clock;
  environment: Environment;
  log: FastifyBaseLogger;
  /** Hashes the hash of a confidential request with the secret key of this installation. */
  hashWithKey: (hash: Buffer) => Buffer;
};

/** A request passing through a route. */
export type Incoming = {
  readonly endpoint: Endpoint;
  readonly services: Services;
  readonly request: FastifyRequest;
};

/** Params, query and body in one decoded object. */
export type Input = Record<string, unknown>;

export type Files = Readonly<Record<string, Upload | undefined>>;

/** The content of a request: JSON, or the fields and files of a form. */
export type Content = { body: unknown; files: Files };

/** Performs all steps in an open transaction. @throws Refusal as each step does, in their order. */
export async function carryOut(
  incoming: Incoming,
  tx: Tx,
  content: Content,
  act: (context: Context, input: Input) => Promise<unknown>,
): Promise<ApiResponse> {
  const actor = await authenticate(incoming, tx);
  requirePermission(incoming, actor);
  const input = decode(incoming, content.body);
  const context = contextOf(incoming, tx, actor);
  return oncePerKey(context, claimOf(incoming, actor, { ...content, input }), async () =>
    respond(incoming.endpoint, input, await act(context, input)),
  );
}

/**
 * Finds the user of the session and sets the scope of the transaction.
 *
 * @throws Refusal `session_missing`; `second_factor_required` when the user has to set one up, for
 * all calls except those for setting it up.
 */
export async function authenticate(incoming: Incoming, tx: Kysely<unknown>): Promise<Actor> {
  const now = incoming.services.clock.now();
  return requireSession(incoming, await openScope(tx, sessionRequestOf(incoming), now));
}

/** The credentials of a request. */
export function sessionRequestOf({ request }: Incoming): SessionRequest {
  return {
    token: bearerToken(request.headers.authorization),
    ip: request.ip,
    unattended: request.headers[unattendedHeader] !== undefined,
  };
}

/** Admits a request whose session was found. @throws Refusal as {@link authenticate} */
export function requireSession(
  { endpoint, request }: Incoming,
  opened: SessionActor | undefined,
): Actor {
  if (opened === undefined) throw new Refusal("session_missing");
  const { second_factor_due, ...actor } = opened;
  setRequestActor(request, actor);
  if (second_factor_due && endpoint.beforeSecondFactor !== true) {
    throw new Refusal("second_factor_required");
  }
  return actor;
}

/**
 * @throws Refusal `forbidden` when the user lacks the endpoint's permission; `session_missing` for
 * a call of the portal, which a user's session never opens.
 */
export function requirePermission({ endpoint: { access } }: Incoming, actor: Actor): void {
  if (access === "session" || access === "public") return;
  if (access === "portal") throw new Refusal("session_missing");
  if (!actor.permissions.includes(access)) throw new Refusal("forbidden");
}

/** @param body the content besides files. @throws Refusal `validation_failed` with each problem. */
export function decode({ endpoint, request }: Incoming, body: unknown = request.body): Input {
  return decodeInput(endpoint, { params: request.params, query: request.query, body });
}

/** The context of a feature function. */
export function contextOf({ request, services }: Incoming, tx: Tx, actor: Actor): Context {
  const { clock, environment } = services;
  return { tx, actor, clock, environment, requestId: request.id };
}

/**
 * The claim for the request's idempotency key; undefined when it has none or the endpoint does not
 * honour it.
 *
 * @throws Refusal `idempotency_key_invalid`
 */
export function claimOf(
  { endpoint, request, services }: Incoming,
  { user_id, tenant_id }: Actor,
  { body, files, input }: Content & { input: Input },
): Claim | undefined {
  if (!endpoint.idempotent) return undefined;
  const key = idempotencyKey(request.headers["idempotency-key"]);
  if (key === undefined) return undefined;
  const uploads = Object.entries(files).flatMap(([name, file]) => [name, file?.bytes ?? ""]);
  const parts = [JSON.stringify(body ?? null), ...uploads];
  const named = input["tenant_id"];
  const hash = requestHash(`${request.method} ${request.url}`, parts);
  return {
    userId: user_id,
    tenantId: tenant_id ?? (typeof named === "number" ? named : 0),
    key,
    hash: endpoint.confidential ? services.hashWithKey(hash) : hash,
  };
}

/**
 * Acts once per idempotency key: for a key that was used before, the first response is returned
 * again.
 *
 * @throws Refusal `idempotency_key_reused`, `idempotency_in_flight`
 */
async function oncePerKey(
  { tx, clock }: Context,
  claim: Claim | undefined,
  act: () => Promise<ApiResponse>,
): Promise<ApiResponse> {
  if (claim === undefined) return act();
  const before = await claimKey(tx, claim, clock.now());
  if (before !== undefined) return before;
  const response = await act();
  await saveResponse(tx, claim, response);
  return response;
}
