import type { FastifyInstance } from "fastify";

import type { Database } from "../database/database.ts";

/**
 * `/healthz`: the process runs. `/readyz`: it can also reach its database and is not stopping.
 *
 * Their requests are not logged, because load balancers make one each second. It is logged once when
 * the database cannot be used, with the reason, and once when it can be used again.
 *
 * @param stopping aborts some time before the port closes, so that load balancers send requests
 * elsewhere first.
 */
export function serveHealth(
  app: FastifyInstance,
  database: Pick<Database, "ping">,
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
  let reason: string | undefined;
  const reachesDatabase = async (): Promise<boolean> => {
    try {
      await database.ping();
    } catch (error) {
      const message = error instanceof Error ? error.message : String(error);
      if (message !== reason)
        app.log.warn({ err: error }, "not ready: the database cannot be used");
      reason = message;
      return false;
    }
    if (reason !== undefined) app.log.info({}, "the database can be used again");
    reason = undefined;
    return true;
  };
  const options = { schema: { hide: true }, logLevel: "warn" } as const;
  app.get("/healthz", options, () => ({ status: "ok" }));
  app.get("/readyz", options, async (_request, reply) => {
    const ready = !isDraining() && (await reachesDatabase());
    return reply.status(ready ? 200 : 503).send({ status: ready ? "ready" : "not ready" });
  });
}
