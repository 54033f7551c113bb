import type { FastifyInstance } from "fastify";

import { requestsInProgress, requestSeconds, requestsTotal } from "../metrics.ts";

/** Counts every request by its registered route, so that no address becomes a label. */
export function watchRequests(app: FastifyInstance): void {
  app.addHook("onRequest", (_request, _reply, done) => {
    requestsInProgress.inc();
    done();
  });
  // A request aborted by its caller also ends here.
  app.addHook("onResponse", (request, reply, done) => {
    const { method } = request;
    const route = request.routeOptions.url ?? "unknown";
    requestsInProgress.dec();
    requestsTotal.inc({ method, route, status: String(reply.statusCode) });
    requestSeconds.observe({ method, route }, reply.elapsedTime / 1000);
    done();
  });
}
