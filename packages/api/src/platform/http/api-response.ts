import { createHash } from "node:crypto";

import type { DataOf, Endpoint } from "@kontor/contract/endpoint";

import type { Page } from "../database/list.ts";
import { encode } from "./encode.ts";

/** The body of a response as it crosses the wire. */
export type ApiResponse = { status: number; body: unknown };

/** The result type of an endpoint's function. */
export type HandlerResult<E> = E extends { paged: true }
  ? DataOf<E> extends (infer Row)[]
    ? Page<Row>
    : DataOf<E> & { total: number; page?: number }
  : DataOf<E>;

/**
 * Encodes the result with the endpoint's schema. A result that does not match the schema is a fault
 * and ends as 500.
 */
export function respond(
  endpoint: Endpoint,
  input: Readonly<Record<string, unknown>>,
  result: unknown,
): ApiResponse {
  const status = endpoint.status ?? 200;
  if (!endpoint.paged) return { status, body: { data: encode(endpoint.data, result) } };
  const { total, up_to, page, ...rest } = result as {
    total: number;
    up_to?: string;
    /** The number of the returned page, when the request named none. */
    page?: number;
    rows?: unknown;
  };
  const isPlainList = "rows" in rest && Object.keys(rest).length === 1;
  const data = encode(endpoint.data, isPlainList ? rest.rows : rest);
  return {
    status,
    body: {
      data,
      meta: { page: page ?? input["page"], per_page: input["per_page"], total, up_to },
    },
  };
}

/** A strong ETag of a JSON response: equal bytes have equal ETags, in every process. */
export function etagOf(body: unknown): string {
  return `"${createHash("sha256").update(JSON.stringify(body)).digest("base64url").slice(0, 32)}"`;
}

/**
 * Whether an `If-None-Match` header contains the ETag. A proxy that compresses a response marks its
 * ETag as weak (`W/`), which means the same content.
 */
export function matchesEtag(etag: string, header: string | undefined): boolean {
  const tags = (header ?? "").split(",").map((tag) => tag.trim().replace(/^W\//, ""));
  return tags.includes("*") || tags.includes(etag);
}
