import type { FastifyInstance } from "fastify";

import { requestsInProgress, requestSeconds, requestsTotal } from "../metrics.ts";

/** Counts every request by its route as it is registered, so that no address of anybody becomes a label. */
export function watchRequests(app: FastifyInstance): void {
  app.addHook("onRequest", (_request, _reply, done) => {
    requestsInProgress.inc();
    done();
  });
  // A request that its caller gave up ends here too.
  app.addHook("onResponse", (request, reply, done) => {
    const { method } = request;
    const route = request.routeOptions.url ?? "unknown";
    requestsInProgress.dec();
    requestsTotal.inc({ method, route, status: String(reply.statusCode) });
    requestSeconds.observe({ method, route }, reply.elapsedTime / 1000);
    done();
  });
}
