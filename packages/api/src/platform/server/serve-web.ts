import fastifyStatic from "@fastify/static";
import type { FastifyError, FastifyInstance, FastifyReply, FastifyRequest } from "fastify";

import { refuseUnknownRoute, refuseMalformedUrl } from "../http/translate-errors.ts";
import { pageRendererOf } from "./screen-files.ts";

/**
 * Serves the built web application, with the compressed files next to it. Every address that is
 * neither a file nor the API's gets the HTML page, which does its own routing and preloads the
 * files of the address's screen.
 */
export async function serveWeb(app: FastifyInstance, folder: string | undefined): Promise<void> {
  if (folder === undefined) {
    app.setNotFoundHandler(refuseUnknownRoute);
    return;
  }
  await app.register(fastifyStatic, {
    root: folder,
    preCompressed: true,
    // The plugin's own route would list folders for each request, to distinguish names that differ
    // in case.
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
  const pageOf = pageRendererOf(folder);
  app.setNotFoundHandler(async (request, reply) => {
    // The router has already refused addresses that cannot be decoded.
    const path = pathOf(request);
    if (!isPage(request, decodeURIComponent(path))) return refuseUnknownRoute(request, reply);
    reply.header("cache-control", "no-cache");
    const page = await pageOf(path);
    return reply.type("text/html; charset=utf-8").send(page);
  });
}

/**
 * For Fastify's `frameworkErrors`: redirects a browser from a page's URL that cannot be decoded,
 * such as "/%E0%A4%A", to the same text as a valid URL, where the application shows that there is no
 * such page. Any other request gets the refusal.
 *
 * @param pages whether this server serves the web application.
 */
export function redirectMalformedUrl(pages: boolean) {
  return (error: FastifyError, request: FastifyRequest, reply: FastifyReply): void => {
    const path = pathOf(request);
    if (!pages || error.code !== "FST_ERR_BAD_URL" || !isPage(request, path)) {
      refuseMalformedUrl(error, request, reply);
      return;
    }
    // One slash at the beginning: two would name another host.
    void reply.redirect(`/${encodeURI(path.replace(/^[/\\]+/, ""))}`, 302);
  };
}

function pathOf({ url }: FastifyRequest): string {
  return url.replace(/[?#].*$/s, "");
}

/**
 * Headers that matter for a page but not for a script, a style sheet or a font. A screen loads
 * thirty such files, and these headers would add 700 bytes to each.
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
function isPage({ method }: FastifyRequest, path: string): boolean {
  const [, first = "", ...rest] = path.split("/");
  const looksLikeFile = (rest.at(-1) ?? first).includes(".");
  return (
    (method === "GET" || method === "HEAD") &&
    first !== "api" &&
    first !== "assets" &&
    !looksLikeFile
  );
}
