import type { DataOf, Endpoint, InputOf } from "@kontor/contract/endpoint";
import type { FastifyBaseLogger, FastifyInstance, FastifyReply, FastifyRequest } from "fastify";
import type { Kysely } from "kysely";

import type { Clock } from "../clock.ts";
import type { Database } from "../database/database.ts";
import type { Environment } from "../environment.ts";
import { may } from "../permissions.ts";
import { Refusal } from "../refusal.ts";
import type { Actor, Context, Tx } from "../scope.ts";
import { bearerToken, openScope } from "./authenticate.ts";
import { decodeInput } from "./decode.ts";
import { etagOf, isKnown } from "./etag.ts";
import { claimKey, idempotencyKey, keepResponses, requestHash, type Claim } from "./idempotency.ts";
import { describeRoute } from "./openapi.ts";
import { readMultipart, type Upload } from "./uploads.ts";

/** What a list endpoint's function returns; `meta` tells the page that was given, and `up_to` where a growing list ends. */
export type Page<Row> = { rows: Row[]; total: number; up_to?: number | undefined };

/** What public calls get: no user, no scope, and transactions of their own, since a failed sign-in must be kept. */
export type PublicContext = {
  readonly database: Database;
  readonly clock: Clock;
  readonly environment: Environment;
  readonly requestId: string;
  readonly ip: string;
  readonly token: string | undefined;
};

export type Files = Readonly<Record<string, Upload | undefined>>;

export type Handled<E> = E extends { paged: true }
  ? DataOf<E> extends (infer Row)[]
    ? Page<Row>
    : DataOf<E> & { total: number }
  : DataOf<E>;

export type Route = {
  readonly endpoint: Endpoint;
  /** Gives the response, or sends it itself and gives undefined. */
  readonly serve: (
    services: Services,
    request: FastifyRequest,
    reply: FastifyReply,
  ) => Promise<ApiResponse | undefined>;
};

export type Services = {
  database: Database;
  clock: Clock;
  environment: Environment;
  log: FastifyBaseLogger;
};

export type ApiResponse = { status: number; body: unknown };

/**
 * Binds an endpoint to the feature function that carries it out. The function runs inside the scoped
 * transaction of the request, with its input decoded; what it returns is encoded by the contract.
 */
export function route<E extends Endpoint>(
  endpoint: E,
  handler: (context: Context, input: InputOf<E>) => Promise<Handled<E>>,
): Route {
  return {
    endpoint,
    serve: (services, request) =>
      services.database.transaction((tx) =>
        serveInScope(services, request, tx, {
          endpoint,
          body: request.body,
          files: {},
          handler: (context, input) => handler(context, input as InputOf<E>),
        }),
      ),
  };
}

/**
 * Binds an endpoint that takes files. What is slow about them is done by `prepare` before the
 * transaction is opened, so that it holds no connection; who asks and what the other fields say is
 * checked before that, so that nobody has images decoded who may not.
 */
export function uploadRoute<E extends Endpoint, Prepared>(
  endpoint: E,
  prepare: (files: Files) => Promise<Prepared>,
  handler: (context: Context, input: InputOf<E>, prepared: Prepared) => Promise<Handled<E>>,
): Route {
  return {
    endpoint,
    serve: async (services, request) => {
      const { database } = services;
      await database.transaction((tx) => authorize(services, request, tx, endpoint));
      const { fields, files } = await readMultipart(request, endpoint.files ?? []);
      decodeInput(endpoint, { params: request.params, query: request.query, body: fields });
      const prepared = await prepare(files);
      return database.transaction((tx) =>
        serveInScope(services, request, tx, {
          endpoint,
          body: fields,
          files,
          handler: (context, input) => handler(context, input as InputOf<E>, prepared),
        }),
      );
    },
  };
}

/** Binds an endpoint that needs no session. */
export function publicRoute<E extends Endpoint>(
  endpoint: E,
  handler: (context: PublicContext, input: InputOf<E>) => Promise<Handled<E>>,
): Route {
  return {
    endpoint,
    serve: async (services, request) => {
      const input = decodeInput(endpoint, request);
      const context: PublicContext = {
        database: services.database,
        clock: services.clock,
        environment: services.environment,
        requestId: request.id,
        ip: request.ip,
        token: bearerToken(request.headers.authorization),
      };
      return responseOf(endpoint, input, await handler(context, input as InputOf<E>));
    },
  };
}

type Work = {
  endpoint: Endpoint;
  body: unknown;
  files: Files;
  handler: (context: Context, input: Record<string, unknown>) => Promise<unknown>;
};

/**
 * Finds the user of the session, sets the scope and asks the permission.
 *
 * @throws Refusal `session_missing` or `forbidden`, in this order.
 */
export async function authorize(
  services: Services,
  request: FastifyRequest,
  tx: Kysely<unknown>,
  endpoint: Endpoint,
): Promise<Actor> {
  const token = bearerToken(request.headers.authorization);
  const actor = await openScope(tx, token, services.clock.now());
  const { access } = endpoint;
  if (access !== "session" && access !== "public" && !may(actor.user_type, access)) {
    throw new Refusal("forbidden");
  }
  return actor;
}

/**
 * The way of every session call: the user and the permission first, then what was sent.
 *
 * @throws Refusal `session_missing`, `forbidden` or `validation_failed`, in this order.
 */
export async function openRequest(
  services: Services,
  request: FastifyRequest,
  tx: Tx,
  { endpoint, body }: { endpoint: Endpoint; body: unknown },
): Promise<{ context: Context; input: Record<string, unknown> }> {
  const actor = await authorize(services, request, tx, endpoint);
  const input = decodeInput(endpoint, { params: request.params, query: request.query, body });
  const { clock, environment } = services;
  return { context: { tx, actor, clock, environment, requestId: request.id }, input };
}

async function serveInScope(
  services: Services,
  request: FastifyRequest,
  tx: Tx,
  work: Work,
): Promise<ApiResponse> {
  const { endpoint } = work;
  const { context, input } = await openRequest(services, request, tx, work);
  const claim = claimOf(request, work, context.actor.user_id);
  if (claim === undefined) return responseOf(endpoint, input, await work.handler(context, input));
  const before = await claimKey(tx, { ...claim, now: context.clock.now() });
  if (before !== undefined) return before;
  const response = responseOf(endpoint, input, await work.handler(context, input));
  await keepResponses(tx, [{ ...claim, response }]);
  return response;
}

/** The request's idempotency key with what it asks for, when it carries one that the endpoint honours. */
export function claimOf(
  request: FastifyRequest,
  work: Pick<Work, "endpoint" | "body" | "files">,
  userId: number,
): Claim | undefined {
  if (!work.endpoint.idempotent) return undefined;
  const key = idempotencyKey(request.headers["idempotency-key"]);
  if (key === undefined) return undefined;
  const files = Object.entries(work.files).flatMap(([name, file]) => [name, file?.bytes ?? ""]);
  const parts = [JSON.stringify(work.body ?? null), ...files];
  return { userId, key, hash: requestHash(`${request.method} ${request.url}`, parts) };
}

/** Encodes by the endpoint's schema; a response off the schema is a fault of ours and ends as 500. */
export function responseOf(
  endpoint: Endpoint,
  input: Record<string, unknown>,
  result: unknown,
): ApiResponse {
  const status = endpoint.status ?? 200;
  if (!endpoint.paged) return { status, body: { data: endpoint.data.encode(result) } };
  const { total, up_to, ...rest } = result as {
    total: number;
    up_to?: number;
    rows?: unknown;
  };
  const isPlainList = "rows" in rest && Object.keys(rest).length === 1;
  const data = endpoint.data.encode(isPlainList ? rest.rows : rest);
  return {
    status,
    body: { data, meta: { page: input["page"], per_page: input["per_page"], total, up_to } },
  };
}

/** Gives the response its ETag. @returns whether the client says that it has this very response. */
function isKnownResponse(
  request: FastifyRequest,
  reply: FastifyReply,
  response: ApiResponse,
): boolean {
  const etag = etagOf(response.body);
  reply.header("etag", etag).header("cache-control", "private, no-cache");
  return isKnown(etag, request.headers["if-none-match"]);
}

/** Registers routes on the server, with their OpenAPI description, under `/api`. */
export function registerRoutes(
  app: FastifyInstance,
  services: Services,
  routes: readonly Route[],
): void {
  for (const { endpoint, serve } of routes) {
    app.route({
      method: endpoint.method,
      url: `/api${endpoint.path.replaceAll(/\{(\w+)\}/g, ":$1")}`,
      schema: describeRoute(endpoint),
      handler: async (request: FastifyRequest, reply: FastifyReply) => {
        const response = await serve(services, request, reply);
        if (response === undefined) return reply;
        if (endpoint.etag && isKnownResponse(request, reply, response))
          return reply.status(304).send();
        return reply.status(response.status).send(response.body);
      },
      // Nobody without a token gets as far as having the body read.
      onRequest: (request, _reply, done) => {
        const missing =
          endpoint.access !== "public" && bearerToken(request.headers.authorization) === undefined;
        done(missing ? new Refusal("session_missing") : undefined);
      },
    });
  }
}
