import type { FastifyInstance } from "fastify";

import type { Services } from "../http/request.ts";
import { notFound } from "../refusal.ts";
import { readFileByKey, type StoredFile } from "./files.ts";
import { pngOf } from "./images.ts";

/**
 * Serves stored images by their key. They never change, so a browser may cache them forever. With
 * `.png` appended to the key an image is served as PNG, because not every mail program supports
 * WebP.
 */
export function serveFiles(app: FastifyInstance, services: Services): void {
  app.get("/api/files/:key", { schema: { hide: true } }, async (request, reply) => {
    const { key: name } = request.params as { key: string };
    const etag = `"${name}"`;
    const [, key, png] = /^([0-9a-f]{32})(\.png)?$/.exec(name) ?? [];
    const stored =
      key === undefined
        ? undefined
        : await services.database.transaction((tx) => readFileByKey(tx, key));
    const file = png === undefined ? stored : await asPng(stored);
    if (file === undefined) throw notFound("The file");
    reply.header("cache-control", "public, max-age=31536000, immutable").header("etag", etag);
    reply.header("cross-origin-resource-policy", "cross-origin");
    if (request.headers["if-none-match"] === etag) return reply.status(304).send();
    return reply.type(file.media_type).send(file.bytes);
  });
}

async function asPng(file: StoredFile | undefined): Promise<StoredFile | undefined> {
  if (file === undefined) return undefined;
  return { media_type: "image/png", bytes: await pngOf(file.bytes) };
}
