import type { FastifyInstance } from "fastify";

import { requestsInProgress, requestSeconds, requestsTotal } from "../metrics.ts";

/** Counts every request by its registered route, so that paths do not become labels. */
export function countRequests(app: FastifyInstance): void {
  app.addHook("onRequest", (_request, reply, done) => {
    requestsInProgress.inc();
    // When the client disconnects before the request is complete, no response is ever sent.
    reply.raw.once("close", () => requestsInProgress.dec());
    done();
  });
  app.addHook("onResponse", (request, reply, done) => {
    const { method } = request;
    const route = request.routeOptions.url ?? "unknown";
    requestsTotal.inc({ method, route, status: String(reply.statusCode) });
    requestSeconds.observe({ method, route }, reply.elapsedTime / 1000);
    done();
  });
}
