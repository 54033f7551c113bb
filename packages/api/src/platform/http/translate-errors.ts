import type { Socket } from "node:net";

import type {
  ConnectionError,
  FastifyError,
  FastifyInstance,
  FastifyReply,
  FastifyRequest,
} from "fastify";

import { diskFull, sqlState } from "../database/database.ts";
import {
  isBrokenConnection,
  isLostState,
  isUnreachableState,
  lostFacts,
  wasNeverConnected,
} from "../lost-connection.ts";
import { diskFullTotal } from "../metrics.ts";
import { Refusal, problemOf } from "../refusal.ts";

/** The server's errors while reading a body or a multipart form, by their code. */
const readingRefusals: Readonly<Record<string, (error: FastifyError) => Refusal>> = {
  FST_ERR_CTP_INVALID_JSON_BODY: () =>
    new Refusal("malformed", { reason: "the body is not valid JSON." }),
  FST_ERR_CTP_EMPTY_JSON_BODY: () => new Refusal("malformed", { reason: "the body is empty." }),
  FST_ERR_CTP_INVALID_MEDIA_TYPE: () =>
    new Refusal("unsupported_media_type", { expected: "application/json" }),
  FST_ERR_CTP_BODY_TOO_LARGE: () => new Refusal("body_too_large", { limit: "1 MB" }),
  FST_ERR_CTP_INVALID_CONTENT_LENGTH: () =>
    new Refusal("malformed", { reason: "the body is not as long as it says." }),
  FST_REQ_FILE_TOO_LARGE: () => new Refusal("body_too_large", { limit: "15 MB a file" }),
  FST_FILES_LIMIT: () => new Refusal("malformed", { reason: "there are too many files." }),
  FST_FIELDS_LIMIT: () => new Refusal("malformed", { reason: "there are too many fields." }),
  FST_PARTS_LIMIT: () => new Refusal("malformed", { reason: "there are too many parts." }),
  FST_PROTO_VIOLATION: () => new Refusal("malformed", { reason: "a field has a forbidden name." }),
  FST_INVALID_MULTIPART_CONTENT_TYPE: () =>
    new Refusal("unsupported_media_type", { expected: "multipart/form-data" }),
  FST_ERR_BAD_URL: () => new Refusal("malformed", { reason: "its address is not a valid one." }),
  FST_ERR_MAX_PARAM_LENGTH: () => new Refusal("address_too_long"),
};

/**
 * Temporary states of the database: it is at a limit or failing over, or a statement or a lock timed
 * out.
 * The transaction was rolled back, so a retry makes sense.
 */
const busyStates = /^(53|57014|55P03|40|25P0|25006)/;

/** Converts an error to a refusal for the client; undefined for an unexpected error. */
export function refusalOf(error: unknown): Refusal | undefined {
  if (error instanceof Refusal) return error;
  const state = sqlState(error);
  if (state !== undefined) return refusalOfState(state);
  if (!(error instanceof Error)) return undefined;
  const { code, statusCode } = error as Partial<FastifyError> & Error;
  if (isBrokenConnection(error)) return refusalOfLost(error);
  if (typeof code === "string" && Object.hasOwn(readingRefusals, code))
    return readingRefusals[code]?.(error as FastifyError);
  if (statusCode !== undefined && statusCode >= 400 && statusCode < 500) {
    return new Refusal("malformed", {
      reason: "it is not a request that this server understands.",
    });
  }
  return undefined;
}

/**
 * What is known about a request whose connection broke. A connection that was never made has saved
 * nothing; one that broke in use may have committed.
 */
function refusalOfLost(error: Error): Refusal {
  if (wasNeverConnected(error)) return temporary("database_unreachable");
  // The pool's own limit: all connections are in use, or the server does not respond to a new one.
  if (error.message.startsWith("timeout exceeded when trying to connect")) return temporary("busy");
  return temporary("database_lost");
}

function refusalOfState(state: string): Refusal | undefined {
  if (state === diskFull) return temporary("disk_full");
  if (busyStates.test(state)) return temporary("busy");
  if (isUnreachableState(state)) return temporary("database_unreachable");
  if (isLostState(state)) return temporary("database_lost");
  if (state === "22003") return new Refusal("amount_out_of_range");
  // Features check before they write and have their own messages; these two are for changes made in
  // between.
  if (state === "23503") return new Refusal("in_use", { what: "This" });
  if (state === "23505") return new Refusal("changed_meanwhile");
  return undefined;
}

/** When a retry makes sense, in seconds. */
const retryAfterSeconds = {
  busy: 1,
  disk_full: 60,
  database_unreachable: 5,
  database_unreadable: 5,
  database_lost: 5,
} as const;

/** A refusal that a retry may overcome; the idempotency key keeps it from being done twice. */
function temporary(code: keyof typeof retryAfterSeconds): Refusal {
  return new Refusal(code, {}, { retryAfter: retryAfterSeconds[code] });
}

/** A read has nothing to save, so its refusal must not leave the user in doubt about it. */
function refusalOfRead(refusal: Refusal): Refusal {
  const isWithoutDatabase = /^database_(unreachable|lost)$/.test(refusal.code);
  return isWithoutDatabase ? temporary("database_unreadable") : refusal;
}

/**
 * Makes every refusal of the server `application/problem+json`. A fault becomes a generic response
 * and a log line.
 *
 * @param watch is called with each refusal before it is sent.
 */
export function translateErrors(
  app: FastifyInstance,
  watch: (refusal: Refusal, request: FastifyRequest) => Promise<void>,
): void {
  app.setErrorHandler(async (error: unknown, request: FastifyRequest, reply: FastifyReply) => {
    let refusal = refusalOf(error);
    if (refusal && request.method === "GET") refusal = refusalOfRead(refusal);
    if (refusal?.code === "disk_full") diskFullTotal.inc();
    if (refusal === undefined) {
      request.log.error({ err: error }, "request failed");
      refusal = new Refusal("internal", { request_id: request.id });
    } else if (isBrokenConnection(error)) {
      request.log.warn({ ...lostFacts(error), code: refusal.code }, "a connection was lost");
    } else if (refusal.code === "busy" || sqlState(error) !== undefined) {
      request.log.warn({ err: error, code: refusal.code }, "refused by an error");
    }
    await watch(refusal, request);
    if (refusal.retryAfter !== undefined) reply.header("retry-after", String(refusal.retryAfter));
    return reply.status(refusal.status).type("application/problem+json").send(problemOf(refusal));
  });
}

/**
 * For Fastify's `frameworkErrors`: the response to an invalid address, which reaches no route and
 * no hook.
 */
export function refuseMalformedUrl(
  error: FastifyError,
  _request: FastifyRequest,
  reply: FastifyReply,
): void {
  const refusal = refusalOf(error) ?? new Refusal("route_not_found");
  void reply
    .code(refusal.status)
    .headers(bareHeaders)
    .send(JSON.stringify(problemOf(refusal)));
}

/**
 * For Fastify's `clientErrorHandler`: the response to input that is not HTTP, too long or too slow,
 * written directly to the socket, which is then closed.
 */
export function refuseMalformedRequest(error: ConnectionError, socket: Socket): void {
  if (error.code === "ECONNRESET" || socket.destroyed) return;
  const refusal = unreadable[error.code] ?? new Refusal("malformed", { reason: "it is not HTTP." });
  const body = JSON.stringify(problemOf(refusal));
  const headers = {
    ...bareHeaders,
    "content-length": Buffer.byteLength(body),
    connection: "close",
  };
  const head = [
    `HTTP/1.1 ${refusal.status} ${process.getBuiltinModule("node:http").STATUS_CODES[refusal.status] ?? ""}`,
    ...Object.entries(headers).map(([name, value]) => `${name}: ${value}`),
  ];
  if (socket.writable) socket.write(`${head.join("\r\n")}\r\n\r\n${body}`);
  socket.destroy(error);
}

/** Refusals of Node's own parser, by its codes. */
const unreadable: Readonly<Record<string, Refusal>> = {
  ERR_HTTP_REQUEST_TIMEOUT: new Refusal("arrived_too_late"),
  HPE_HEADER_OVERFLOW: new Refusal("headers_too_long"),
};

/** Security headers of those responses, because no hook adds them. */
const bareHeaders = {
  "content-type": "application/problem+json; charset=utf-8",
  "cache-control": "no-store",
  "x-content-type-options": "nosniff",
};

/** The response for an unknown address of the API. */
export function refuseUnknownRoute(_request: FastifyRequest, reply: FastifyReply): FastifyReply {
  const refusal = new Refusal("route_not_found");
  return reply.status(refusal.status).type("application/problem+json").send(problemOf(refusal));
}
