import fastifyStatic from "@fastify/static";
import type { FastifyInstance } from "fastify";

import { refuseUnknownRoute } from "./translate-errors.ts";

/**
 * Serves the built web application with its compressed twins. Every address that is neither a file nor
 * the API's gets its page, which has routes of its own.
 */
export async function serveWeb(app: FastifyInstance, folder: string | undefined): Promise<void> {
  if (folder === undefined) {
    app.setNotFoundHandler(refuseUnknownRoute);
    return;
  }
  await app.register(fastifyStatic, {
    root: folder,
    preCompressed: true,
    wildcard: true,
    setHeaders: (response, path) => {
      const named = path.includes("/assets/");
      response.header("cache-control", named ? "public, max-age=31536000, immutable" : "no-cache");
    },
  });
  app.setNotFoundHandler((request, reply) => {
    const page =
      request.method === "GET" &&
      !request.url.startsWith("/api") &&
      !request.url.startsWith("/assets/");
    return page
      ? reply.header("cache-control", "no-cache").sendFile("index.html")
      : refuseUnknownRoute(request, reply);
  });
}
