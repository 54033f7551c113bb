import {
  unattendedHeader,
  type DataOf,
  type Endpoint,
  type InputOf,
  type PageMeta,
} from "@kontor/contract/endpoint";
import { exportHeaders } from "@kontor/contract/exports";
import { z } from "zod";

import { NoResponse, ApiProblem, readProblem, userSentence } from "./api-problem.ts";
import { countingRequest, setConnectionLost } from "./connection.ts";
import { notifyError } from "./message/notify.tsx";
import { earlyBody, forgetEarly, isAnyWaiting, takeEarly } from "./part/early-data.ts";
import { endPortalSession, readPortalToken } from "./portal-session.ts";
import { prepareRequest } from "./request.ts";
import { expireSession, readToken } from "./session.ts";
import { noteUse } from "./tabs/last-use.ts";

// zod would otherwise compile its parsers with `new Function`, which the content security policy refuses.
z.config({ jitless: true });

/** Set when the web is built, for an API at another address. */
const configuredUrl: unknown = import.meta.env["VITE_API_BASE_URL"];
const baseUrl = typeof configuredUrl === "string" && configuredUrl ? configuredUrl : "/api";

export type CallOptions = {
  signal?: AbortSignal | undefined;
  /**
   * One for each submit of an `idempotent` endpoint; the same again when that submit is retried.
   */
  idempotencyKey?: string | undefined;
  /** Image files of a multipart endpoint, by field name. */
  files?: Readonly<Record<string, File>> | undefined;
  /** The page polls by itself, which does not keep the session alive. */
  unattended?: boolean | undefined;
  /** The caller shows the message itself. The end of a session is shown in any case. */
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

/**
 * The one fetch of the web app; an abort passes through.
 *
 * @returns the result of `read` for a successful response, and the JSON of any other.
 */
async function exchange<Result>(
  url: string,
  init: RequestInit,
  read: (response: Response) => Promise<Result>,
): Promise<{ result: Result } | { status: number; problem: unknown }> {
  try {
    const response = await (takeEarly(url, init) ?? fetch(url, init));
    const outcome = response.ok
      ? { result: await read(response) }
      : { status: response.status, problem: await readJson(response) };
    setConnectionLost(false);
    return outcome;
  } catch (error) {
    if (init.signal?.aborted) throw error;
    setConnectionLost(true);
    throw new NoResponse(error);
  }
}

async function readJson(response: Response): Promise<unknown> {
  const text = await response.text();
  try {
    return JSON.parse(text);
  } catch {
    return undefined;
  }
}

/** The session that a call is sent with: users and employees have one each. */
type CallSession = { read: () => string | null; expire: () => void };

const userSession: CallSession = {
  read: readToken,
  expire: () => expireSession(window.location),
};
const portalSession: CallSession = { read: readPortalToken, expire: endPortalSession };

/**
 * Notifies the user and, on 401 or 403, ends the session that the request was sent with. A response to
 * a session that has been replaced meanwhile must not end the new one.
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
    notifyError(userSentence(problem.message));
  }
}

/** That a module is off is said where what was asked for would stand, and not by a message as well. */
function standsInPlace({ method, file }: Endpoint, error: Error): boolean {
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
  // A screen being left may still send requests; without a session there is no message to show.
  if (token === null && endpoint.access !== "public") throw new NoResponse();
  try {
    const { target, body } = prepareRequest(endpoint, input, options.files);
    const init = {
      method: endpoint.method,
      headers: headersFor(endpoint, token, body, options),
      cache: "no-store" as const,
      ...(body === undefined ? {} : { body }),
      ...(options.signal ? { signal: options.signal } : {}),
    };
    const outcome = await countingRequest(() => exchange(baseUrl + target, init, read));
    // A response after the session's end does not count as use of the session.
    if (token !== null && token === session.read() && !options.unattended) noteUse();
    if ("result" in outcome) return outcome.result;
    throw readProblem(outcome.status, outcome.problem);
  } catch (error) {
    if (error instanceof Error) {
      const quiet = options.quiet === true || standsInPlace(endpoint, error);
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

/** Decodes a response by the endpoint's schema. One off the contract is reported and counts as none. */
function readResponse<E extends Endpoint>(endpoint: E, body: unknown) {
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
 * @throws ApiProblem when the server refused; the message has been shown.
 * @throws NoResponse ("An error occurred") when there was no response; the user sees the banner only.
 */
export async function call<E extends Endpoint>(
  endpoint: E,
  input: CallInput<E>,
  options: CallOptions = {},
): Promise<DataOf<E>> {
  const body = await send(endpoint, input, options, readJson);
  return readResponse(endpoint, body).data;
}

/** Like {@link call}, for a list: its rows with the page that they are and the total of all rows. */
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
 * What a call brought that was made before the code was there, so that a page is drawn with it from the first;
 * undefined where there is none, and for one that is off the contract, which the call itself reports.
 */
function readEarly<E extends Endpoint>(endpoint: E, input: CallInput<E>) {
  // Nearly always: each query asks when it is first drawn.
  if (!isAnyWaiting()) return undefined;
  const url = baseUrl + prepareRequest(endpoint, input).target;
  const body = earlyBody(url, readToken());
  const outer = body === undefined ? undefined : envelope.safeParse(body).data;
  const inner = outer && endpoint.data.safeParse(outer.data);
  if (!inner?.success) return undefined;
  forgetEarly(url);
  noteUse();
  return { data: inner.data as DataOf<E>, meta: outer?.meta };
}

/** What {@link call} would give of a response that came early, for `initialData` of a query. */
export function earlyData<E extends Endpoint>(
  endpoint: E,
  input: CallInput<E>,
): DataOf<E> | undefined {
  return readEarly(endpoint, input)?.data;
}

/** What {@link callPaged} would give of a response that came early, for `initialData` of a query. */
export function earlyPage<E extends Endpoint>(
  endpoint: E & { paged?: true | undefined },
  input: CallInput<E>,
): { data: DataOf<E>; meta: PageMeta } | undefined {
  const { data, meta } = readEarly<E>(endpoint, input) ?? {};
  return meta && { data: data as DataOf<E>, meta };
}

/** A file of the server's making. */
export type ReceivedFile = { filename: string; content: Blob };

/**
 * The progress of a file: bytes received, and the expected length where the server knows or
 * estimates it.
 */
export type FileProgress = { received: number; expected: number | null };

/** Calls an endpoint that answers with a file. @throws what {@link call} throws. */
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

/** The name that a response gives its file. */
async function filenameOf({ headers }: Response): Promise<string> {
  // Few visits fetch a file.
  const { parse } = await import("content-disposition");
  return parse(headers.get("Content-Disposition") ?? "").parameters["filename"] ?? "download";
}
