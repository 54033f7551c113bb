import type { DataOf, Endpoint, InputOf } from "@kontor/contract/endpoint";
import { exportFiles } from "@kontor/contract/exports";
import { parseCookie, stringifySetCookie, type Cookies } from "cookie";
import type { FastifyInstance, FastifyReply, FastifyRequest } from "fastify";

import type { Clock } from "../clock.ts";
import type { Database, TransactionOptions } from "../database/database.ts";
import type { Environment } from "../environment.ts";
import { Refusal } from "../refusal.ts";
import { setActorScope, type Context } from "../scope.ts";
import {
  etagOf,
  matchesEtag,
  respond,
  type ApiResponse,
  type HandlerResult,
} from "./api-response.ts";
import { bearerToken } from "./authenticate.ts";
import { describeRoute } from "./openapi.ts";
import {
  authenticate,
  carryOut,
  contextOf,
  decode,
  requirePermission,
  type Files,
  type Incoming,
  type Services,
} from "./request.ts";
import { logSecurity } from "./security-log.ts";
import { readMultipart } from "./uploads.ts";

/**
 * The context of public calls: no user, no scope, and separate transactions, because a failed
 * sign-in must be recorded.
 */
export type PublicContext = {
  readonly database: Database;
  readonly clock: Clock;
  readonly environment: Environment;
  readonly requestId: string;
  readonly ip: string;
  /** The caller's user agent. */
  readonly userAgent: string | undefined;
  readonly token: string | undefined;
  /** The cookies that {@link setCookie} gave this browser. */
  readonly cookies: Cookies;
  /** Sets a cookie for 400 days that scripts cannot read; not for sessions or secrets. */
  readonly setCookie: (name: string, value: string) => void;
};

export type Route = {
  readonly endpoint: Endpoint;
  /** Returns the response, or sends it itself and returns undefined. */
  readonly serve: (incoming: Incoming, reply: FastifyReply) => Promise<ApiResponse | undefined>;
};

const noFiles: Files = {};

/** The lifetime of a cookie in seconds: 400 days, the maximum that browsers accept. */
const cookieLifetime = 400 * 24 * 60 * 60;

/**
 * Binds an endpoint to its feature function. The function runs inside the scoped transaction of the
 * request, with decoded input; its result is encoded by the contract.
 *
 * @param options `snapshot` for data read in several statements whose figures have to agree: all of
 * them see the same snapshot, and none may write.
 */
export function route<E extends Endpoint>(
  endpoint: E,
  handler: (context: Context, input: InputOf<E>) => Promise<HandlerResult<E>>,
  options: TransactionOptions = {},
): Route {
  return {
    endpoint,
    serve: (incoming) =>
      incoming.services.database.transaction(
        (tx) =>
          carryOut(
            incoming,
            tx,
            { body: incoming.request.body, files: noFiles },
            (context, input) => handler(context, input as InputOf<E>),
          ),
        options,
      ),
  };
}

/** The context of a reader: the caller, and a function that reads in a transaction. */
export type ReadContext = Omit<Context, "tx"> & {
  /** Reads in a separate transaction, in the caller's scope. It must not write. */
  read<Part>(part: (context: Context) => Promise<Part>): Promise<Part>;
};

/**
 * Binds an endpoint that only reads, and may read its parts concurrently. Each part is a
 * transaction on its own connection. None waits for another connection while it holds one: the
 * caller is authenticated before, in a transaction that has ended.
 */
export function parallelReadRoute<E extends Endpoint>(
  endpoint: E,
  handler: (reading: ReadContext, input: InputOf<E>) => Promise<HandlerResult<E>>,
): Route {
  return {
    endpoint,
    serve: async (incoming) => {
      const { database, clock, environment } = incoming.services;
      const actor = await database.transaction((tx) => authenticate(incoming, tx));
      requirePermission(incoming, actor);
      const input = decode(incoming);
      const reading: ReadContext = {
        actor,
        clock,
        environment,
        requestId: incoming.request.id,
        read: (part) =>
          database.transaction(async (tx) => {
            await setActorScope(tx, actor);
            return part(contextOf(incoming, tx, actor));
          }),
      };
      return respond(endpoint, input, await handler(reading, input as InputOf<E>));
    },
  };
}

/**
 * Binds an endpoint that accepts files. `prepare` processes them before the transaction is opened,
 * so that no connection is held during this slow work. Permission and the other fields are checked
 * before that, so that only authorized callers have images decoded.
 */
export function uploadRoute<E extends Endpoint, Prepared>(
  endpoint: E,
  prepare: (files: Files) => Promise<Prepared>,
  handler: (context: Context, input: InputOf<E>, prepared: Prepared) => Promise<HandlerResult<E>>,
): Route {
  return {
    endpoint,
    serve: async (incoming) => {
      const { database } = incoming.services;
      const actor = await database.transaction((tx) => authenticate(incoming, tx));
      requirePermission(incoming, actor);
      const { fields, files } = await readMultipart(incoming.request, endpoint.files ?? []);
      decode(incoming, fields);
      const prepared = await prepare(files);
      return database.transaction((tx) =>
        carryOut(incoming, tx, { body: fields, files }, (context, input) =>
          handler(context, input as InputOf<E>, prepared),
        ),
      );
    },
  };
}

/** Binds an endpoint that needs no session. */
export function publicRoute<E extends Endpoint>(
  endpoint: E,
  handler: (context: PublicContext, input: InputOf<E>) => Promise<HandlerResult<E>>,
): Route {
  return {
    endpoint,
    serve: async (incoming, reply) => {
      const { request, services } = incoming;
      const { database, clock, environment } = services;
      const input = decode(incoming);
      const token = bearerToken(request.headers.authorization);
      const context = {
        database,
        clock,
        environment,
        requestId: request.id,
        ip: request.ip,
        userAgent: request.headers["user-agent"],
        token,
        cookies: parseCookie(request.headers.cookie ?? ""),
        setCookie: (name: string, value: string) => {
          const secure = environment.mode === "production";
          const cookie = { name, value, path: "/api/wire", maxAge: cookieLifetime, secure };
          reply.header(
            "set-cookie",
            stringifySetCookie({ ...cookie, httpOnly: true, sameSite: "strict" }),
          );
        },
      };
      return respond(endpoint, input, await handler(context, input as InputOf<E>));
    },
  };
}

/**
 * Binds an endpoint whose work waits for another service, such as a mail server. The handler reads
 * what it needs in the scoped transaction and returns the rest of the work, which runs afterwards
 * without holding a database connection.
 */
export function externalActionRoute<E extends Endpoint>(
  endpoint: E,
  handler: (context: Context, input: InputOf<E>) => Promise<() => Promise<DataOf<E>>>,
): Route {
  return {
    endpoint,
    serve: async (incoming) => {
      const { input, rest } = await incoming.services.database.transaction(async (tx) => {
        const actor = await authenticate(incoming, tx);
        requirePermission(incoming, actor);
        const decoded = decode(incoming);
        const context = contextOf(incoming, tx, actor);
        return { input: decoded, rest: await handler(context, decoded as InputOf<E>) };
      });
      return respond(endpoint, input, await rest());
    },
  };
}

/**
 * Binds an endpoint that has to query another service, such as a bank, before it saves. The query
 * is prepared in a scoped transaction and sent while none is open, and its result is passed to the
 * transaction that saves.
 */
export function externalQueryRoute<E extends Endpoint, QueryResult>(
  endpoint: E,
  prepareQuery: (context: Context, input: InputOf<E>) => Promise<() => Promise<QueryResult>>,
  handler: (
    context: Context,
    input: InputOf<E>,
    queryResult: QueryResult,
  ) => Promise<HandlerResult<E>>,
): Route {
  return {
    endpoint,
    serve: async (incoming) => {
      const { database } = incoming.services;
      const query = await database.transaction(async (tx) => {
        const actor = await authenticate(incoming, tx);
        requirePermission(incoming, actor);
        return prepareQuery(contextOf(incoming, tx, actor), decode(incoming) as InputOf<E>);
      });
      const queryResult = await query();
      const content = { body: incoming.request.body, files: noFiles };
      return database.transaction((tx) =>
        carryOut(incoming, tx, content, (context, input) =>
          handler(context, input as InputOf<E>, queryResult),
        ),
      );
    },
  };
}

/**
 * Whether a successful call is logged as security-related: sign-ins, permissions, settings and
 * exports.
 */
function isSecurityRelevant({ method, path, access, file }: Endpoint): boolean {
  if (file === exportFiles) return true;
  const writes = method !== "GET" && /^(?:platform-)?users\.write$|^settings\.write$/.test(access);
  return writes || (method !== "GET" && /^\/(?:wire\/(?!get-lit)|portal\/sign-)/.test(path));
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
      // Described when the document is requested, so that the start does not wait for all schemas.
      config: { swaggerTransform: ({ url }) => ({ schema: describeRoute(endpoint), url }) },
      handler: async (request: FastifyRequest, reply: FastifyReply) => {
        const response = await serve({ endpoint, services, request }, reply);
        if (isSecurityRelevant(endpoint))
          logSecurity(request, `${endpoint.method} ${endpoint.path}`);
        if (response === undefined) return reply;
        if (endpoint.etag && isNotModified(request, reply, response)) {
          return reply.status(304).send();
        }
        return reply.status(response.status).send(response.body);
      },
      // The body of a request without a token is not read. This runs after the request has been
      // counted for the rate limit.
      preParsing: (request, _reply, payload, done) => {
        const missing =
          endpoint.access !== "public" && bearerToken(request.headers.authorization) === undefined;
        done(missing ? new Refusal("session_missing") : null, payload);
      },
    });
  }
}

/** Sets the ETag of the response. @returns whether the client already has this response. */
function isNotModified(
  request: FastifyRequest,
  reply: FastifyReply,
  response: ApiResponse,
): boolean {
  const etag = etagOf(response.body);
  reply.header("etag", etag).header("cache-control", "private, no-cache");
  return matchesEtag(etag, request.headers["if-none-match"]);
}
