import type { Socket } from "node:net";

import type { FastifyInstance } from "fastify";

/**
 * Closes connections that never sent a request when the server closes. Browsers open such
 * connections in advance, and Node counts them as neither busy nor idle, so that a stop would wait
 * for them.
 */
export function endUnusedConnections(app: FastifyInstance): void {
  const unused = new Set<Socket>();
  app.server.on("connection", (socket) => {
    unused.add(socket);
    socket.once("close", () => unused.delete(socket));
  });
  app.server.on("request", ({ socket }) => unused.delete(socket));
  app.addHook("preClose", (done) => {
    for (const socket of unused) socket.destroy();
    done();
  });
}
