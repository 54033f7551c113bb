import type { DataOf, Endpoint, InputOf } from "@kontor/contract/endpoint";
import type { FastifyBaseLogger, FastifyInstance, FastifyReply, FastifyRequest } from "fastify";

import { bearerToken, openScope } from "./authenticate.ts";
import type { Clock } from "./clock.ts";
import type { Database } from "./database.ts";
import { decodeInput } from "./decode.ts";
import { Failure } from "./failure.ts";
import { claimKey, idempotencyKey, keepAnswer, requestHash } from "./idempotency.ts";
import { describeRoute } from "./openapi.ts";
import { may } from "./permissions.ts";
import type { Context, Tx } from "./scope.ts";
import { readMultipart, type Upload } from "./uploads.ts";

/** What a list endpoint's function returns; `meta` tells the page that was given. */
export type Page<Row> = { rows: Row[]; total: number };

/** What public calls get: no user, no scope, and transactions of their own, since a failed sign-in must be kept. */
export type PublicContext = {
  readonly database: Database;
  readonly clock: Clock;
  readonly requestId: string;
  readonly ip: string;
  readonly token: string | undefined;
};

export type Files = Readonly<Record<string, Upload | undefined>>;

type Handled<E> = E extends { paged: true }
  ? DataOf<E> extends (infer Row)[]
    ? Page<Row>
    : DataOf<E> & { total: number }
  : DataOf<E>;

export type Route = {
  readonly endpoint: Endpoint;
  readonly serve: (services: Services, request: FastifyRequest) => Promise<Answer>;
};

export type Services = { database: Database; clock: Clock; log: FastifyBaseLogger };

type Answer = { status: number; body: unknown };

/**
 * Binds an endpoint to the feature function that carries it out. The function runs inside the scoped
 * transaction of the request, with its input decoded; what it returns is encoded by the contract.
 */
export function route<E extends Endpoint>(
  endpoint: E,
  handler: (context: Context, input: InputOf<E>, files: Files) => Promise<Handled<E>>,
): Route {
  return {
    endpoint,
    serve: async (services, request) => {
      const upload = endpoint.files ? await readMultipart(request, endpoint.files) : undefined;
      return services.database.transaction((tx) =>
        serveInScope(services, request, tx, {
          endpoint,
          body: upload ? upload.fields : request.body,
          files: upload?.files ?? {},
          handler: (context, input, files) => handler(context, input as InputOf<E>, files),
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
        requestId: request.id,
        ip: request.ip,
        token: bearerToken(request.headers.authorization),
      };
      return answerOf(endpoint, input, await handler(context, input as InputOf<E>));
    },
  };
}

type Work = {
  endpoint: Endpoint;
  body: unknown;
  files: Files;
  handler: (context: Context, input: Record<string, unknown>, files: Files) => Promise<unknown>;
};

async function serveInScope(
  services: Services,
  request: FastifyRequest,
  tx: Tx,
  work: Work,
): Promise<Answer> {
  const { endpoint } = work;
  const now = services.clock.now();
  const actor = await openScope(tx, bearerToken(request.headers.authorization), now);
  if (
    endpoint.access !== "session" &&
    endpoint.access !== "public" &&
    !may(actor.user_type, endpoint.access)
  ) {
    throw new Failure("forbidden");
  }
  const input = decodeInput(endpoint, {
    params: request.params,
    query: request.query,
    body: work.body,
  });
  const key = endpoint.idempotent ? idempotencyKey(request.headers["idempotency-key"]) : undefined;
  if (key !== undefined) {
    const parts = [
      JSON.stringify(work.body ?? null),
      ...Object.values(work.files).map((file) => file?.bytes ?? ""),
    ];
    const hash = requestHash(`${request.method} ${request.url}`, parts);
    const before = await claimKey(tx, { userId: actor.user_id, key, hash, now });
    if (before !== undefined) return before;
  }
  const context: Context = { tx, actor, clock: services.clock, requestId: request.id };
  const answer = answerOf(endpoint, input, await work.handler(context, input, work.files));
  if (key !== undefined) await keepAnswer(tx, actor.user_id, key, answer);
  return answer;
}

/** Encodes by the endpoint's schema; an answer off the schema is a fault of ours and ends as 500. */
function answerOf(endpoint: Endpoint, input: Record<string, unknown>, result: unknown): Answer {
  const status = endpoint.status ?? 200;
  if (!endpoint.paged) return { status, body: { data: endpoint.data.encode(result) } };
  const { total, ...rest } = result as { total: number; rows?: unknown };
  const isPlainList = "rows" in rest && Object.keys(rest).length === 1;
  const data = endpoint.data.encode(isPlainList ? rest.rows : rest);
  return {
    status,
    body: { data, meta: { page: input["page"], per_page: input["per_page"], total } },
  };
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
        const answer = await serve(services, request);
        return reply.status(answer.status).send(answer.body);
      },
      // Nobody without a token gets as far as having the body read.
      onRequest: (request, _reply, done) => {
        const missing =
          endpoint.access !== "public" && bearerToken(request.headers.authorization) === undefined;
        done(missing ? new Failure("session_missing") : undefined);
      },
    });
  }
}
