import { PassThrough, Readable } from "node:stream";
import { pipeline } from "node:stream/promises";

import type { Endpoint, InputOf } from "@kontor/contract/endpoint";
import { exportFiles, exportHeaders } from "@kontor/contract/exports";
import { create } from "content-disposition";
import type { FastifyReply } from "fastify";
import { sql } from "kysely";

import { audit } from "../audit.ts";
import { allowLongStatements } from "../database/database.ts";
import { Refusal } from "../refusal.ts";
import type { Context, Tx } from "../scope.ts";
import { authenticate, contextOf, decode, requirePermission, type Incoming } from "./request.ts";
import type { Route } from "./serve.ts";

/** A response that is a file. */
export type FileResponse = {
  /** What the browser shall call it; characters that a file system may not like are replaced. */
  filename: string;
  /** One of the endpoint's `file`. */
  media_type: string;
  /**
   * A function makes the bytes after the transaction has ended, which holds no connection meanwhile; its
   * signal is aborted when nobody waits for them any more.
   * What is iterated may read from the transaction, which stays open until the last piece is taken:
   * for exports that are too long to hold in memory.
   */
  content: Buffer | ((gone: AbortSignal) => Promise<Buffer>) | AsyncIterable<string | Uint8Array>;
  /** Of a list: how many lines it has. */
  lines?: number;
  /** Of a file that is streamed: about how long it will be, in bytes. */
  expected_bytes?: number;
};

type FileEndpoint = Endpoint & { readonly file: readonly string[] };

/**
 * The most files that are streamed at once. Each holds a connection to the database until its reader has
 * it all, and the other calls need some too.
 */
const mostStreams = 6;
let streams = 0;

/** What a statement may take that sorts a whole list before it gives the first row, in milliseconds. */
const longestStatement = 60_000;

type FileRouteOptions = {
  /** For a list that is read in several statements: all of them see it as of one moment, and none writes. */
  snapshot?: boolean;
};

/**
 * Binds an endpoint that responds with a file. Session, scope, permission and input are those of any other
 * call, and a refusal is still `application/problem+json`; a failure after the first byte cuts the
 * connection, so that half a file is never taken for a whole one.
 */
export function fileRoute<E extends FileEndpoint>(
  endpoint: E,
  handler: (context: Context, input: InputOf<E>) => Promise<FileResponse>,
  { snapshot = false }: FileRouteOptions = {},
): Route {
  return {
    endpoint,
    serve: async (incoming, reply) => {
      const { database } = incoming.services;
      const sending: Sending = { started: false, gone: new AbortController() };
      reply.raw.once("close", () => sending.gone.abort());
      try {
        // Says when the session was last used in a transaction of its own: the long one would hold that
        // row, and every other call of the session would wait for it.
        if (snapshot) await database.transaction((tx) => announceExport(incoming, tx));
        const content = await database.transaction(
          async (tx) => {
            const actor = await authenticate(incoming, tx);
            requirePermission(incoming, actor);
            const input = decode(incoming);
            if (snapshot) {
              await sql`set transaction read only`.execute(tx);
              await allowLongStatements(tx, longestStatement);
            }
            const file = await handler(contextOf(incoming, tx, actor), input as InputOf<E>);
            describeFile(endpoint, reply, file);
            return sendFrom(file, reply, sending);
          },
          { snapshot },
        );
        if (content !== undefined) {
          const { signal } = sending.gone;
          reply.send(typeof content === "function" ? await content(signal) : content);
        }
      } catch (error) {
        const half = sending.started || sending.gone.signal.aborted;
        if (!half) {
          for (const header of fileHeaders) reply.removeHeader(header);
          throw error;
        }
        const { request } = incoming;
        request.log.warn({ err: error }, "a file was cut short");
      }
      return undefined;
    },
  };
}

/**
 * Finds the user, and keeps in the audit log which list they take along: before the first byte leaves, so
 * that nothing leaves unseen. What was searched for is left out, since it may be somebody's number.
 *
 * @throws Refusal as the steps of any request
 */
async function announceExport(incoming: Incoming, tx: Tx): Promise<void> {
  const actor = await authenticate(incoming, tx);
  requirePermission(incoming, actor);
  const { search: _search, tenant_id, ...filters } = decode(incoming);
  if (incoming.endpoint.file !== exportFiles) return;
  const { url } = incoming.request;
  const subject = `export:${url.replaceAll(/^\/api|\?.*$/g, "")}`.slice(0, 200);
  const facts = {
    ...filters,
    ...(typeof tenant_id === "number" ? { organization: tenant_id } : {}),
  };
  await audit(contextOf(incoming, tx, actor), actor.tenant_id, "list.exported", subject, facts);
}

type Sending = {
  /** The first byte may be on its way. */
  started: boolean;
  /** Aborted when the reader has left, or has it all. */
  gone: AbortController;
};

/** Sends what is read from the transaction, and gives back what needs none. */
async function sendFrom(
  { content }: FileResponse,
  reply: FastifyReply,
  sending: Sending,
): Promise<Exclude<FileResponse["content"], AsyncIterable<unknown>> | undefined> {
  if (Buffer.isBuffer(content) || typeof content === "function") return content;
  if (streams >= mostStreams) throw new Refusal("busy", {}, { retryAfter: 5 });
  sending.started = true;
  streams++;
  try {
    await stream(reply, content);
  } finally {
    streams--;
  }
  return undefined;
}

function describeFile(endpoint: FileEndpoint, reply: FastifyReply, response: FileResponse): void {
  const bare = response.media_type.split(";")[0] ?? "";
  if (!endpoint.file.includes(bare)) {
    throw new Error(`${endpoint.path} may not respond with ${response.media_type}`);
  }
  reply.header("content-type", response.media_type);
  reply.header("content-disposition", contentDisposition(response.filename));
  if (response.lines !== undefined) reply.header(exportHeaders.lines, String(response.lines));
  if (response.expected_bytes !== undefined) {
    reply.header(exportHeaders.bytes, String(response.expected_bytes));
  }
}

const fileHeaders = ["content-disposition", "content-type", ...Object.values(exportHeaders)];

async function stream(
  reply: FastifyReply,
  content: AsyncIterable<string | Uint8Array>,
): Promise<void> {
  const out = new PassThrough();
  reply.send(out);
  try {
    await pipeline(Readable.from(content, { objectMode: false }), out);
  } catch (error) {
    // Wrapped, so that the database does not try again what was half sent already.
    throw new Error("the file could not be sent whole", { cause: error });
  }
}

/**
 * The header that names a file, without the signs that file systems refuse. A reader that takes no UTF-8
 * gets the letters without their accents.
 */
export function contentDisposition(filename: string): string {
  // oxlint-disable-next-line no-control-regex
  const safe = filename.replaceAll(/[\u0000-\u001f\u007f"\\/:*?<>|]+/gu, "-").slice(-150);
  const plain = safe.normalize("NFD").replaceAll(/[^\u0020-\u007e]+/gu, "");
  return create(safe.toWellFormed(), { fallback: plain });
}
