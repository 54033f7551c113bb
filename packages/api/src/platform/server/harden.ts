import { IncomingMessage, ServerResponse, type OutgoingHttpHeaders } from "node:http";
import { Socket } from "node:net";

import multipart from "@fastify/multipart";
import rateLimit from "@fastify/rate-limit";
import type { FastifyInstance, FastifyRequest } from "fastify";
import helmet from "helmet";

import type { Environment } from "../environment.ts";
import { maxUploadBytes } from "../http/uploads.ts";
import { Refusal } from "../refusal.ts";

/**
 * The headers of every response. The policy forbids inline scripts; inline style attributes are
 * allowed because Mantine positions its menus with them.
 *
 * They are the same for all responses, so they are computed once, from an unsent response.
 */
function securityHeaders({ mode }: Environment): OutgoingHttpHeaders {
  const setHeaders = helmet({
    contentSecurityPolicy: {
      useDefaults: false,
      directives: {
        defaultSrc: ["'self'"],
        scriptSrc: ["'self'"],
        styleSrc: ["'self'", "'unsafe-inline'"],
        imgSrc: ["'self'", "data:", "blob:"],
        fontSrc: ["'self'", "data:"],
        connectSrc: ["'self'"],
        frameSrc: ["'self'", "blob:"],
        objectSrc: ["'none'"],
        baseUri: ["'none'"],
        formAction: ["'self'"],
        frameAncestors: ["'none'"],
      },
    },
    referrerPolicy: { policy: "same-origin" },
    // The older header must agree with frame-ancestors.
    frameguard: { action: "deny" },
    strictTransportSecurity: mode === "production",
    crossOriginEmbedderPolicy: false,
  });
  const request = new IncomingMessage(new Socket());
  const response = new ServerResponse(request);
  setHeaders(request, response, (error) => {
    if (error !== undefined) throw error as Error;
  });
  return { ...response.getHeaders(), "permissions-policy": permissionsPolicy };
}

/** Sets headers, limits and body parsers for every route. */
export async function hardenServer(app: FastifyInstance, environment: Environment): Promise<void> {
  const headers = securityHeaders(environment);
  app.addHook("onRequest", (_request, reply, done) => {
    reply.headers(headers);
    done();
  });
  await app.register(rateLimit, {
    global: true,
    max: environment.requestsPerMinute,
    timeWindow: "1 minute",
    // /readyz queries the database, so it is limited; /healthz and the files of the web application
    // are cheap.
    allowList: (request) => !isOfApi(request) && request.routeOptions.url !== "/readyz",
    errorResponseBuilder: (_request, context) =>
      new Refusal(
        "too_many_requests",
        { seconds: String(Math.ceil(context.ttl / 1000)) },
        { retryAfter: Math.ceil(context.ttl / 1000) },
      ),
  });
  await app.register(multipart, {
    limits: {
      fileSize: maxUploadBytes,
      files: 3,
      fields: 40,
      fieldSize: 100_000,
      parts: 43,
      headerPairs: 100,
    },
  });
  app.addHook("onRequest", (request, _reply, done) => {
    done(refusalOfFraming(request.raw));
  });
  const parseJson = app.getDefaultJsonParser("error", "error");
  app.removeContentTypeParser("application/json");
  app.addContentTypeParser("application/json", { parseAs: "string" }, (request, text, done) => {
    // A POST without content is common for calls that take no fields.
    if (text === "") done(null, undefined);
    else void parseJson(request, text as string, done);
  });
  app.addHook("onSend", (request, reply, _payload, done) => {
    if (isOfApi(request) && !reply.hasHeader("cache-control"))
      reply.header("cache-control", "no-store");
    done();
  });
}

/** Browser features that no page uses, so that injected code cannot use them either. */
const permissionsPolicy = ["camera", "geolocation", "microphone", "payment", "usb"]
  .map((feature) => `${feature}=()`)
  .join(", ");

/**
 * Refuses a request that two servers on its way could interpret differently: without a version, or
 * for two hosts.
 */
function refusalOfFraming({ httpVersionMajor, rawHeaders }: IncomingMessage): Refusal | undefined {
  if (httpVersionMajor < 1) return new Refusal("malformed", { reason: "it is not HTTP/1." });
  const hosts = rawHeaders.filter((name, at) => at % 2 === 0 && name.toLowerCase() === "host");
  if (hosts.length < 2) return undefined;
  return new Refusal("malformed", { reason: "it names its host more than once." });
}

/** Decided by the route, because the same address can be spelt differently, such as `/%61pi/`. */
function isOfApi(request: FastifyRequest): boolean {
  return (request.routeOptions.url ?? request.url).startsWith("/api/");
}
