import fastifyStatic from "@fastify/static";
import type { FastifyInstance, FastifyRequest } from "fastify";

import { refuseUnknownRoute } from "../http/translate-errors.ts";
import { pagesOf } from "./screen-files.ts";

/**
 * Serves the built web application with its compressed twins. Every address that is neither a file
 * nor the API's gets the HTML page, which routes by itself and names the files of the address's
 * screen.
 */
export async function serveWeb(app: FastifyInstance, folder: string | undefined): Promise<void> {
  if (folder === undefined) {
    app.setNotFoundHandler(refuseUnknownRoute);
    return;
  }
  await app.register(fastifyStatic, {
    root: folder,
    preCompressed: true,
    // Its own route lists the folders of a file for each request, to tell names that differ in case.
    serve: false,
    setHeaders: (response, path) => {
      const named = path.includes("/assets/");
      response.header("cache-control", named ? "public, max-age=31536000, immutable" : "no-cache");
      if (named) for (const header of ofPages) response.removeHeader(header);
    },
  });
  app.get<{ Params: { "*": string } }>("/*", { schema: { hide: true } }, ({ params }, reply) => {
    reply.sendFile(params["*"]);
  });
  const pageOf = pagesOf(folder);
  app.setNotFoundHandler(async (request, reply) => {
    if (!isPage(request)) return refuseUnknownRoute(request, reply);
    reply.header("cache-control", "no-cache");
    const page = await pageOf(request.url.replace(/[?#].*$/s, ""));
    return reply.type("text/html; charset=utf-8").send(page);
  });
}

/**
 * Headers that tell a browser how to treat a page and mean nothing for a script, a style sheet or a
 * font. A screen is made of thirty such files, each of which would bring 700 bytes of them along.
 */
const ofPages = [
  "content-security-policy",
  "cross-origin-opener-policy",
  "origin-agent-cluster",
  "permissions-policy",
  "referrer-policy",
  "x-dns-prefetch-control",
  "x-download-options",
  "x-frame-options",
  "x-permitted-cross-domain-policies",
  "x-xss-protection",
] as const;

/**
 * A missing script or picture must not be answered with the page, which browsers and proxies would
 * cache in its place.
 */
function isPage({ method, url }: FastifyRequest): boolean {
  // The router has already refused addresses that cannot be decoded.
  const [, first = "", ...rest] = decodeURIComponent(url.replace(/[?#].*$/s, "")).split("/");
  const looksLikeFile = (rest.at(-1) ?? first).includes(".");
  return (
    (method === "GET" || method === "HEAD") &&
    first !== "api" &&
    first !== "assets" &&
    !looksLikeFile
  );
}
