import type { FastifyInstance } from "fastify";

import type { Database } from "../database/database.ts";

/**
 * `/healthz`: the process runs. `/readyz`: it can also reach its database and is not stopping.
 *
 * @param stopping aborts some time before the port closes, so that load balancers send requests
 * elsewhere first.
 */
export function serveHealth(
  app: FastifyInstance,
  database: Database,
  stopping?: AbortSignal,
): void {
  let closing = false;
  const isDraining = (): boolean => closing || stopping?.aborted === true;
  app.addHook("preClose", (done) => {
    closing = true;
    done();
  });
  // Otherwise a connection whose request arrived before the stop would be kept open for the next
  // one.
  app.addHook("onSend", (_request, reply, _payload, done) => {
    if (isDraining()) reply.header("connection", "close");
    done();
  });
  app.get("/healthz", { schema: { hide: true } }, () => ({ status: "ok" }));
  app.get("/readyz", { schema: { hide: true } }, async (_request, reply) => {
    const ready =
      !isDraining() &&
      (await database.ping().then(
        () => true,
        () => false,
      ));
    return reply.status(ready ? 200 : 503).send({ status: ready ? "ready" : "not ready" });
  });
}
