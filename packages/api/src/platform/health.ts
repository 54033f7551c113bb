import type { FastifyInstance } from "fastify";

import type { Database } from "./database.ts";

/** `/healthz`: the process lives. `/readyz`: it can also reach its database and is not draining. */
export function serveHealth(app: FastifyInstance, database: Database): void {
  let draining = false;
  app.addHook("preClose", (done) => {
    draining = true;
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
