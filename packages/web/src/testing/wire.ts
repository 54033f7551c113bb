import type { Endpoint } from "@kontor/contract/endpoint";
import { exportHeaders } from "@kontor/contract/exports";
import { z } from "zod";

import { Refusal } from "./refusal.ts";

/** A received request, with the values of the path's `{names}`. */
export type ReceivedRequest = {
  endpoint: Endpoint;
  params: Readonly<Record<string, string>>;
  url: URL;
  init: RequestInit;
};

/** Finds the endpoint of a request. A literal path takes precedence over one with `{names}`. */
export function matchRequest(
  endpoints: readonly Endpoint[],
  address: string,
  init: RequestInit,
): ReceivedRequest | undefined {
  const url = new URL(address, "http://api.test");
  const matches = endpoints.flatMap((endpoint): ReceivedRequest[] => {
    const path = endpoint.path.replaceAll(/\{(\w+)\}/g, "(?<$1>[^/]+)");
    const match = new RegExp(`^/api${path}$`).exec(url.pathname);
    if (!match || init.method !== endpoint.method) return [];
    return [{ endpoint, params: { ...match.groups }, url, init }];
  });
  return matches.toSorted((a, b) => countOf(a.params) - countOf(b.params))[0];
}

function countOf(params: Readonly<Record<string, string>>): number {
  return Object.keys(params).length;
}

/** The body as JSON, or the fields of a multipart form; its files are separate. */
function readBody({ body }: RequestInit) {
  const files: Record<string, File> = {};
  if (!(body instanceof FormData)) {
    const fields: unknown = typeof body === "string" ? JSON.parse(body) : {};
    return { fields, files };
  }
  const fields: Record<string, string> = {};
  for (const [name, value] of body.entries()) {
    if (typeof value === "string") fields[name] = value;
    else files[name] = value;
  }
  return { fields, files };
}

/**
 * Decodes path, query and body by the endpoint's schemas into one object, as the API does.
 *
 * @throws Refusal `validation_failed` with a message for each field that violates a schema.
 */
export function decodeRequest({ endpoint, params, url, init }: ReceivedRequest) {
  const { fields, files } = readBody(init);
  const parts = [
    [endpoint.params, params],
    [endpoint.query, Object.fromEntries(url.searchParams)],
    [endpoint.body, fields],
  ] as const;
  const input: Record<string, unknown> = {};
  const errors: { path: string; message: string }[] = [];
  for (const [schema, value] of parts) {
    const parsed = schema?.safeParse(value);
    if (parsed?.success) Object.assign(input, parsed.data);
    for (const { path, message } of parsed?.error?.issues ?? []) {
      errors.push({ path: path.join("."), message });
    }
  }
  const [first] = errors;
  if (first) throw new Refusal("validation_failed", { summary: first.message }, errors);
  return { input, files };
}

/**
 * Encodes a reply by the endpoint's schema.
 *
 * @throws ZodError when it violates the contract.
 */
export async function encodeReply(
  endpoint: Endpoint,
  input: unknown,
  reply: unknown,
): Promise<Response> {
  if (reply instanceof File) return fileResponse(reply);
  const status = endpoint.status ?? 200;
  if (!endpoint.paged) {
    return Response.json({ data: z.encode(endpoint.data, reply) }, { status });
  }
  const { page, per_page } = z.object({ page: z.int(), per_page: z.int() }).parse(input);
  const { data, ...counted } = pagedReply.parse(reply);
  const meta = { page, per_page, ...counted };
  return Response.json({ data: z.encode(endpoint.data, data), meta }, { status });
}

const pagedReply = z.strictObject({
  data: z.unknown(),
  total: z.int().min(0),
  up_to: z.string().optional(),
  page: z.int().optional(),
});

async function fileResponse(file: File): Promise<Response> {
  return new Response(await file.arrayBuffer(), {
    headers: {
      "Content-Type": file.type,
      "Content-Disposition": `attachment; filename*=UTF-8''${encodeURIComponent(file.name)}`,
      [exportHeaders.bytes]: String(file.size),
    },
  });
}
