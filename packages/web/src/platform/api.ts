import {
  unattendedHeader,
  type DataOf,
  type Endpoint,
  type InputOf,
  type PageMeta,
} from "@kontor/contract/endpoint";
import { exportHeaders } from "@kontor/contract/exports";
import { z } from "zod";

import { ApiProblem, outageOf, NoResponse, readProblem, userMessage } from "./api-problem.ts";
import { trackRequest, isRunningUnattended, setOutage, type Outage } from "./connection.ts";
import {
  discardPrefetched,
  hasPrefetched,
  prefetchedBody,
  takePrefetched,
} from "./loading/prefetch.ts";
import { notifyError } from "./message/notify.tsx";
import { expirePortalSession, readPortalToken } from "./portal-session.ts";
import { prepareRequest } from "./request.ts";
import { expireSession, readToken } from "./session.ts";
import { recordActivity } from "./tabs/last-activity.ts";

// By default zod compiles its parsers with `new Function`, which the content security policy
// forbids.
z.config({ jitless: true });

/** Set when the web is built for an API at another address. */
const configuredUrl: unknown = import.meta.env["VITE_API_BASE_URL"];
const baseUrl = typeof configuredUrl === "string" && configuredUrl ? configuredUrl : "/api";

export type CallOptions = {
  signal?: AbortSignal | undefined;
  /** The key of a submit to an `idempotent` endpoint. A retry of the submit sends the same key. */
  idempotencyKey?: string | undefined;
  /** Image files of a multipart endpoint, by field name. */
  files?: Readonly<Record<string, File>> | undefined;
  /** The page polls without the user. Such a call does not keep the session alive. */
  unattended?: boolean | undefined;
  /** The caller shows the message itself. The end of a session is always shown. */
  quiet?: boolean | undefined;
};

type Part = "params" | "query" | "body";

/** The fields of an endpoint that have a default or may be absent. */
type OptionalField<E> = {
  [Name in Part]: E extends { readonly [Key in Name]: infer Schema extends z.ZodType }
    ? {
        [Field in keyof z.input<Schema>]-?: undefined extends z.input<Schema>[Field]
          ? Field
          : never;
      }[keyof z.input<Schema>]
    : never;
}[Part];

/** The input of a call: params, query and body in one decoded object. */
export type CallInput<E> =
  unknown extends InputOf<E>
    ? Readonly<Record<string, never>>
    : Omit<InputOf<E>, OptionalField<E>> &
        Partial<Pick<InputOf<E>, OptionalField<E> & keyof InputOf<E>>>;

function headersFor(
  endpoint: Endpoint,
  token: string | null,
  body: unknown,
  options: CallOptions,
): Headers {
  const accept = ["application/json", ...(endpoint.file ?? [])].join(", ");
  const headers = new Headers({ Accept: accept, Timezone: "Africa/Lagos" });
  if (token !== null) headers.set("Authorization", `Bearer ${token}`);
  if (typeof body === "string") headers.set("Content-Type", "application/json");
  if (options.unattended) headers.set(unattendedHeader, "yes");
  if (options.idempotencyKey) headers.set("Idempotency-Key", options.idempotencyKey);
  return headers;
}

/** What was read from a successful response, or the JSON of any other; undefined without JSON. */
type Exchange<Result> = { result: Result } | { status: number; problem: unknown };

/**
 * The only `fetch` of the web app. An abort is rethrown.
 *
 * @returns the result of `read` for a successful response, and the JSON of any other.
 * @throws NoResponse; ApiProblem at a file that the browser could not read.
 */
async function exchange<Result>(
  url: string,
  init: RequestInit,
  read: (response: Response) => Promise<Result>,
): Promise<Exchange<Result>> {
  try {
    const response = await withTimeout(takePrefetched(url, init) ?? fetch(url, init), init.body);
    const outcome = response.ok
      ? { result: await read(response) }
      : { status: response.status, problem: await readJson(response) };
    setOutage(outageIn(outcome));
    return outcome;
  } catch (error) {
    if (init.signal?.aborted) throw error;
    await refuseUnreadableFile(init.body);
    setOutage("server");
    throw new NoResponse(error);
  }
}

/** A request without a response for this many milliseconds counts as lost. */
const responseTimeout = 120_000;

/**
 * Rejects when no response begins in time: on a dead network a browser may wait for a quarter of an
 * hour. An upload may take longer, depending on its size.
 */
async function withTimeout(
  response: Promise<Response>,
  body: RequestInit["body"],
): Promise<Response> {
  if (body instanceof FormData) return response;
  const { promise, reject } = Promise.withResolvers<never>();
  const timer = setTimeout(() => reject(new Error("no response in time")), responseTimeout);
  return Promise.race([response, promise]).finally(() => clearTimeout(timer));
}

const unreadableFile = "This file was changed, moved or deleted. Choose it again.";

/**
 * A browser that cannot read a chosen file fails the request as if there were no connection.
 *
 * @throws ApiProblem at the field of such a file.
 */
async function refuseUnreadableFile(body: RequestInit["body"]): Promise<void> {
  if (!(body instanceof FormData)) return;
  for (const [path, part] of body) {
    if (typeof part === "string") continue;
    await part
      .slice(0, 1)
      .arrayBuffer()
      .catch(() => {
        const errors = [{ path, message: unreadableFile }];
        throw new ApiProblem(422, "validation_failed", unreadableFile, errors);
      });
  }
}

/**
 * The outage that a response shows. A response without JSON, or a refusal without a message,
 * comes from something between browser and server, such as a proxy or the sign-in page of a
 * network. Then only the banner tells the user that the call failed.
 *
 * @returns null for a response of a server that has its database.
 */
function outageIn(outcome: Exchange<unknown>): Outage | null {
  if ("result" in outcome) return outcome.result === undefined ? "server" : null;
  return outageOf(readProblem(outcome.status, outcome.problem));
}

async function readJson(response: Response): Promise<unknown> {
  const text = await response.text();
  try {
    return JSON.parse(text);
  } catch {
    return undefined;
  }
}

/** The session of a call. Users and employees have separate sessions. */
type CallSession = { read: () => string | null; expire: () => void };

const userSession: CallSession = {
  read: readToken,
  expire: () => expireSession(window.location),
};
const portalSession: CallSession = { read: readPortalToken, expire: expirePortalSession };

/**
 * Notifies the user and, on 401 or 403, ends the session that the request was sent with. If that
 * session has been replaced meanwhile, the new one stays.
 */
function showProblem(
  problem: Error,
  { session, token, quiet }: { session: CallSession; token: string | null; quiet: boolean },
): void {
  if (!(problem instanceof ApiProblem)) return;
  if (problem.status === 401 || problem.status === 403) {
    if (token !== session.read()) return;
    notifyError(problem.message);
    session.expire();
  } else if (!quiet) {
    notifyError(userMessage(problem.message));
  }
}

/**
 * Whether the page shows the error in place of the data, so that no message is needed: a read in a
 * module that is switched off.
 */
function isShownByPage({ method, file }: Endpoint, error: Error): boolean {
  const reads = method === "GET" && file === undefined;
  return reads && error instanceof ApiProblem && error.code === "module_off";
}

/** Sends a request and reads its response. @throws what {@link call} throws. */
async function send<E extends Endpoint, Result>(
  endpoint: E,
  input: CallInput<E>,
  options: CallOptions,
  read: (response: Response) => Promise<Result>,
): Promise<Result> {
  const session = endpoint.access === "portal" ? portalSession : userSession;
  const token = session.read();
  // A screen that is closing may still send requests. Without a session there is no message to
  // show.
  if (token === null && endpoint.access !== "public") throw new NoResponse();
  try {
    const { target, body } = prepareRequest(endpoint, input, options.files);
    const unattended = options.unattended || (endpoint.method === "GET" && isRunningUnattended());
    const init = {
      method: endpoint.method,
      headers: headersFor(endpoint, token, body, { ...options, unattended }),
      cache: "no-store" as const,
      ...(body === undefined ? {} : { body }),
      ...(options.signal ? { signal: options.signal } : {}),
    };
    const outcome = await trackRequest(() => exchange(baseUrl + target, init, read));
    // A response that arrives after the session has ended does not count as activity. Activity in
    // the portal does not keep a user's session alive.
    const isActivity = session === userSession && token !== null && token === session.read();
    if (isActivity && !unattended) recordActivity();
    if ("result" in outcome) return outcome.result;
    throw readProblem(outcome.status, outcome.problem);
  } catch (error) {
    if (error instanceof Error) {
      const quiet = options.quiet === true || isShownByPage(endpoint, error);
      showProblem(error, { session, token, quiet });
    }
    throw error;
  }
}

const envelope = z.object({
  data: z.unknown(),
  meta: z
    .object({ page: z.int(), per_page: z.int(), total: z.int(), up_to: z.string().optional() })
    .optional(),
});

/**
 * Decodes a response by the endpoint's schema. A response that violates the contract is reported
 * and treated as {@link NoResponse}. One that is not JSON does not come from the server, so it is
 * not reported.
 */
function readResponse<E extends Endpoint>(endpoint: E, body: unknown) {
  if (body === undefined) throw new NoResponse();
  try {
    const { data, meta } = envelope.parse(body);
    return { data: endpoint.data.parse(data) as DataOf<E>, meta };
  } catch (error) {
    reportError(error);
    throw new NoResponse(error);
  }
}

/**
 * Calls an endpoint of the contract.
 *
 * @returns the decoded `data`: money as kobo, moments as Date.
 * @throws ApiProblem when the server refused the call; its message has been shown.
 * @throws NoResponse ("An error occurred") when there was no response; the user sees only the
 *   banner.
 */
export async function call<E extends Endpoint>(
  endpoint: E,
  input: CallInput<E>,
  options: CallOptions = {},
): Promise<DataOf<E>> {
  const body = await send(endpoint, input, options, readJson);
  return readResponse(endpoint, body).data;
}

/** Like {@link call}, for a list: returns the rows with their page and the total of all rows. */
export async function callPaged<E extends Endpoint>(
  endpoint: E & { paged?: true | undefined },
  input: CallInput<E>,
  options: CallOptions = {},
): Promise<{ data: DataOf<E>; meta: PageMeta }> {
  const body = await send<E, unknown>(endpoint, input, options, readJson);
  const { data, meta } = readResponse<E>(endpoint, body);
  if (!meta) throw new NoResponse();
  return { data, meta };
}

/**
 * The prefetched response of a call, so that the first render of a page has its data. Undefined
 * when there is none, or when it violates the contract; the call itself then reports that.
 */
function readPrefetched<E extends Endpoint>(endpoint: E, input: CallInput<E>) {
  // Each query calls this on its first render, and nearly always nothing is prefetched.
  if (!hasPrefetched()) return undefined;
  const url = baseUrl + prepareRequest(endpoint, input).target;
  const body = prefetchedBody(url, readToken());
  const outer = body === undefined ? undefined : envelope.safeParse(body).data;
  const inner = outer && endpoint.data.safeParse(outer.data);
  if (!inner?.success) return undefined;
  discardPrefetched(url);
  recordActivity();
  return { data: inner.data as DataOf<E>, meta: outer?.meta };
}

/** The prefetched result of {@link call}, for `initialData` of a query. */
export function prefetchedData<E extends Endpoint>(
  endpoint: E,
  input: CallInput<E>,
): DataOf<E> | undefined {
  return readPrefetched(endpoint, input)?.data;
}

/** The prefetched result of {@link callPaged}, for `initialData` of a query. */
export function prefetchedPage<E extends Endpoint>(
  endpoint: E & { paged?: true | undefined },
  input: CallInput<E>,
): { data: DataOf<E>; meta: PageMeta } | undefined {
  const { data, meta } = readPrefetched<E>(endpoint, input) ?? {};
  return meta && { data: data as DataOf<E>, meta };
}

/** A file that the server created. */
export type ReceivedFile = { filename: string; content: Blob };

/**
 * The progress of a download: bytes received, and the expected length if the server knows or
 * estimates it.
 */
export type FileProgress = { received: number; expected: number | null };

/** Calls an endpoint that responds with a file. @throws what {@link call} throws. */
export function callFile<E extends Endpoint & { readonly file: readonly string[] }>(
  endpoint: E,
  input: CallInput<E>,
  options: CallOptions & { onProgress?: (progress: FileProgress) => void } = {},
): Promise<ReceivedFile> {
  return send<E, ReceivedFile>(endpoint, input, options, async (response) => ({
    filename: await filenameOf(response),
    content: await readBlob(response, options.onProgress),
  }));
}

async function readBlob(
  response: Response,
  onProgress: ((progress: FileProgress) => void) | undefined,
): Promise<Blob> {
  if (!onProgress || !response.body) return response.blob();
  const { headers } = response;
  const length = Number(headers.get("Content-Length") ?? headers.get(exportHeaders.bytes) ?? 0);
  const chunks: Uint8Array<ArrayBuffer>[] = [];
  let received = 0;
  const reader = response.body.getReader();
  for (let part = await reader.read(); !part.done; part = await reader.read()) {
    chunks.push(part.value);
    received += part.value.length;
    onProgress({ received, expected: length > 0 ? length : null });
  }
  return new Blob(chunks, { type: headers.get("Content-Type") ?? "" });
}

/** The file name in a response. */
async function filenameOf({ headers }: Response): Promise<string> {
  // Loaded on demand, since few visits download a file.
  const { parse } = await import("content-disposition");
  return parse(headers.get("Content-Disposition") ?? "").parameters["filename"] ?? "download";
}
