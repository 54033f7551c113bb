import type { FastifyInstance } from "fastify";

import type { Database } from "../database/database.ts";

/** `/healthz`: the process lives. `/readyz`: it can also reach its database and is not draining. */
export function serveHealth(app: FastifyInstance, database: Database): void {
  let draining = false;
  app.addHook("preClose", (done) => {
    draining = true;
    done();
  });
  // A connection whose request came in before the stop would be kept open for the next one.
  app.addHook("onSend", (_request, reply, _payload, done) => {
    if (draining) reply.header("connection", "close");
    done();
  });
  app.get("/healthz", { schema: { hide: true } }, () => ({ status: "ok" }));
  app.get("/readyz", { schema: { hide: true } }, async (_request, reply) => {
    const ready =
      !draining &&
      (await database.ping().then(
        () => true,
        () => false,
      ));
    return reply.status(ready ? 200 : 503).send({ status: ready ? "ready" : "not ready" });
  });
}
