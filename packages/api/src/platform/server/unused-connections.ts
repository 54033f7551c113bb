import type { Socket } from "node:net";

import type { FastifyInstance } from "fastify";

/**
 * Ends connections that never sent a request once the server closes. Browsers open such ones in
 * advance, and Node counts them as neither busy nor idle, so that a stop would wait for them.
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
