import type { FastifyInstance } from "fastify";

import { notFound } from "./failure.ts";
import { readFileByKey } from "./files.ts";
import type { Services } from "./serve.ts";

/** Serves stored images by their key. They never change, so a browser may keep them for ever. */
export function serveFiles(app: FastifyInstance, services: Services): void {
  app.get("/api/files/:key", { schema: { hide: true } }, async (request, reply) => {
    const { key } = request.params as { key: string };
    const etag = `"${key}"`;
    const file = /^[0-9a-f]{32}$/.test(key)
      ? await services.database.transaction((tx) => readFileByKey(tx, key))
      : undefined;
    if (file === undefined) throw notFound("The file");
    reply.header("cache-control", "public, max-age=31536000, immutable").header("etag", etag);
    reply.header("cross-origin-resource-policy", "cross-origin");
    if (request.headers["if-none-match"] === etag) return reply.status(304).send();
    return reply.type(file.media_type).send(file.bytes);
  });
}
