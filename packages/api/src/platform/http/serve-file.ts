import { PassThrough, Readable } from "node:stream";
import { pipeline } from "node:stream/promises";

import type { Endpoint, InputOf } from "@kontor/contract/endpoint";
import { exportFiles, exportHeaders } from "@kontor/contract/exports";
import { create } from "content-disposition";
import type { FastifyReply } from "fastify";
import { sql } from "kysely";

import { audit } from "../audit.ts";
import { allowLongStatements, type Database } from "../database/database.ts";
import { waitForReplay, walPosition } from "../database/replica.ts";
import { atMostOne } from "../database/rows.ts";
import { exportsTotal } from "../metrics.ts";
import { Refusal } from "../refusal.ts";
import { setActorScope, setTenant, type Actor, type Context, type Tx } from "../scope.ts";
import { authenticate, contextOf, decode, requirePermission, type Incoming } from "./request.ts";
import type { Route } from "./serve.ts";

/** A response that is a file. */
export type FileResponse = {
  /** The file name for the browser; characters that file systems refuse are replaced. */
  filename: string;
  /** One of the endpoint's `file`. */
  media_type: string;
  /**
   * A function is called after the transaction has ended, so no connection is held meanwhile; its
   * signal is aborted when the client disconnects. An iterable may read from the transaction, which
   * stays open until the last piece is read: for exports too long for memory.
   */
  content: Buffer | ((signal: AbortSignal) => Promise<Buffer>) | AsyncIterable<string | Uint8Array>;
  /** For a list: the number of its lines. */
  lines?: number;
  /** For a streamed file: its approximate length in bytes. */
  expected_bytes?: number;
};

type FileEndpoint = Endpoint & { readonly file: readonly string[] };

/**
 * The maximum number of files streamed concurrently. Each holds a database connection until its
 * client has received it all, and other calls need connections too.
 */
const maxConcurrentStreams = 6;
let streams = 0;

/** Time limit, in milliseconds, of a statement that sorts a whole list before its first row. */
const sortTimeout = 60_000;

type FileRouteOptions = {
  /**
   * For a list that is read in several statements: all of them see the same snapshot, and none may
   * write.
   */
  snapshot?: boolean;
};

/**
 * Binds an endpoint that responds with a file. Session, scope, permission and input are handled as
 * for any other call, and a refusal is still `application/problem+json`. A failure after the first
 * byte closes the connection, so that a truncated file is never mistaken for a complete one.
 */
export function fileRoute<E extends FileEndpoint>(
  endpoint: E,
  handler: (context: Context, input: InputOf<E>) => Promise<FileResponse>,
  { snapshot = false }: FileRouteOptions = {},
): Route {
  return {
    endpoint,
    serve: async (incoming, reply) => {
      const sending: SendState = { started: false, aborted: new AbortController() };
      reply.raw.once("close", () => sending.aborted.abort());
      const make: MakeFile = async (tx, actor) => {
        const input = decode(incoming);
        const file = await handler(contextOf(incoming, tx, actor), input as InputOf<E>);
        describeFile(endpoint, reply, file);
        return sendFrom(file, reply, sending);
      };
      try {
        const content = snapshot
          ? await readList(incoming, reply, sending, make)
          : await incoming.services.database.transaction(async (tx) => {
              const actor = await authenticate(incoming, tx);
              requirePermission(incoming, actor);
              return make(tx, actor);
            });
        if (content !== undefined) {
          const { signal } = sending.aborted;
          reply.send(typeof content === "function" ? await content(signal) : content);
        }
      } catch (error) {
        const isPartlySent = sending.started || sending.aborted.signal.aborted;
        if (!isPartlySent) {
          removeFileHeaders(reply);
          throw error;
        }
        const { request } = incoming;
        // An aborted download is not an error, and is logged in one line without its stack.
        const { cause } = error as Error;
        const isDisconnected =
          cause instanceof Error && "code" in cause && cause.code === "ERR_STREAM_PREMATURE_CLOSE";
        request.log.warn(
          isDisconnected ? { reason: cause.message } : { err: error },
          "a file was cut short",
        );
      }
      return undefined;
    },
  };
}

/**
 * Sends a file that is created as a whole, with no transaction open.
 *
 * @throws the error of creating it, before anything is sent.
 */
export async function sendWhole(
  endpoint: FileEndpoint,
  reply: FastifyReply,
  file: FileResponse,
): Promise<void> {
  const { content } = file;
  if (!Buffer.isBuffer(content) && typeof content !== "function") {
    throw new Error(`${endpoint.path} is not made as a whole`);
  }
  const aborted = new AbortController();
  reply.raw.once("close", () => aborted.abort());
  const bytes = typeof content === "function" ? await content(aborted.signal) : content;
  describeFile(endpoint, reply, file);
  reply.send(bytes);
}

/** Creates a file in a transaction, and returns the remaining work that needs none. */
type MakeFile = (tx: Tx, actor: Actor) => Promise<RemainingContent>;

/**
 * Reads a list as a snapshot: from the replica if it has everything acknowledged before the call;
 * otherwise, or when the replica fails before the first byte is sent, from the primary.
 */
async function readList(
  incoming: Incoming,
  reply: FastifyReply,
  sending: SendState,
  make: MakeFile,
): Promise<RemainingContent> {
  const { database, replica, clock } = incoming.services;
  // Records the last use of the session in a separate transaction: the long one would lock that
  // row, and every other call of the session would wait for it.
  const recorded = await database.transaction((tx) => recordExport(incoming, tx));
  const from = (source: Database, enter: (tx: Tx) => Promise<Actor>) =>
    source.transaction(
      async (tx) => {
        const actor = await enter(tx);
        await sql`set transaction read only`.execute(tx);
        await allowLongStatements(tx, sortTimeout);
        return make(tx, actor);
      },
      { snapshot: true },
    );
  const { position, actor } = recorded;
  if (replica !== undefined && position !== undefined) {
    try {
      if (await waitForReplay(replica, position, clock)) {
        const rest = await from(replica, (tx) => setActorScope(tx, actor));
        exportsTotal.inc({ source: "replica" });
        return rest;
      }
    } catch (error) {
      if (sending.started || sending.aborted.signal.aborted || error instanceof Refusal)
        throw error;
      incoming.request.log.warn({ err: error }, "the replica could not be read");
      removeFileHeaders(reply);
    }
  }
  const rest = await from(database, async (tx) => {
    const present = await authenticate(incoming, tx);
    requirePermission(incoming, present);
    return present;
  });
  exportsTotal.inc({ source: "primary" });
  return rest;
}

/**
 * Authenticates, and records the export in the audit log of the exported organization before the
 * first byte is sent. The search text is left out, because it may be a personal number.
 *
 * @returns the actor, and the primary's WAL position when there is a replica to compare with.
 * @throws Refusal as the steps of any request
 */
async function recordExport(
  incoming: Incoming,
  tx: Tx,
): Promise<{ actor: Actor; position: string | undefined }> {
  const actor = await authenticate(incoming, tx);
  requirePermission(incoming, actor);
  const { search: _search, tenant_id, ...filters } = decode(incoming);
  const position = incoming.services.replica === undefined ? undefined : await walPosition(tx);
  if (incoming.endpoint.file !== exportFiles) return { actor, position };
  const { url } = incoming.request;
  const subject = `export:${url.replaceAll(/^\/api|\?.*$/g, "")}`.slice(0, 200);
  const organization = actor.tenant_id ?? (await namedTenant(tx, tenant_id));
  if (organization !== null) await setTenant(tx, organization);
  await audit(contextOf(incoming, tx, actor), organization, "list.exported", subject, filters);
  return { actor, position };
}

/**
 * The organization that a call of platform staff names, in whose audit log its owners find the
 * export; null for a list of all organizations.
 */
async function namedTenant(tx: Tx, requested: unknown): Promise<number | null> {
  if (typeof requested !== "number") return null;
  const { rows } = await sql<{ id: number }>`
    select id from tenants where id = ${requested}`.execute(tx);
  return atMostOne(rows)?.id ?? null;
}

type SendState = {
  /** Whether the first byte may have been sent. */
  started: boolean;
  /** Aborted when the client has disconnected or has received everything. */
  aborted: AbortController;
};

/** The work left after the transaction has ended; undefined when everything was sent. */
type RemainingContent = Exclude<FileResponse["content"], AsyncIterable<unknown>> | undefined;

/** Sends what is read from the transaction, and returns the remaining work that needs none. */
async function sendFrom(
  { content }: FileResponse,
  reply: FastifyReply,
  sending: SendState,
): Promise<RemainingContent> {
  if (Buffer.isBuffer(content) || typeof content === "function") return content;
  if (streams >= maxConcurrentStreams) throw new Refusal("busy", {}, { retryAfter: 5 });
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

/** Removes the headers of a file response. */
function removeFileHeaders(reply: FastifyReply): void {
  for (const header of fileHeaders) reply.removeHeader(header);
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
    // Wrapped, so that the database does not retry a partly sent response.
    throw new Error("the file could not be sent whole", { cause: error });
  }
}

/**
 * The header with the file name, without characters that file systems refuse. Clients without UTF-8
 * support get letters without accents.
 */
export function contentDisposition(filename: string): string {
  // oxlint-disable-next-line no-control-regex
  const safe = filename.replaceAll(/[\u0000-\u001f\u007f"\\/:*?<>|]+/gu, "-").slice(-150);
  const plain = safe.normalize("NFD").replaceAll(/[^\u0020-\u007e]+/gu, "");
  return create(safe.toWellFormed(), { fallback: plain });
}
