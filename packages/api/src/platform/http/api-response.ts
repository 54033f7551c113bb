import type { DataOf, Endpoint } from "@kontor/contract/endpoint";

import type { Page } from "../database/list.ts";

/** The body of a response as it crosses the wire. */
export type ApiResponse = { status: number; body: unknown };

/** What the function of an endpoint returns. */
export type Handled<E> = E extends { paged: true }
  ? DataOf<E> extends (infer Row)[]
    ? Page<Row>
    : DataOf<E> & { total: number; page?: number }
  : DataOf<E>;

/** Encodes by the endpoint's schema; a response off the schema is a fault of ours and ends as 500. */
export function respond(
  endpoint: Endpoint,
  input: Readonly<Record<string, unknown>>,
  result: unknown,
): ApiResponse {
  const status = endpoint.status ?? 200;
  if (!endpoint.paged) return { status, body: { data: endpoint.data.encode(result) } };
  const { total, up_to, page, ...rest } = result as {
    total: number;
    up_to?: string;
    /** The page that was found, when the request named none. */
    page?: number;
    rows?: unknown;
  };
  const isPlainList = "rows" in rest && Object.keys(rest).length === 1;
  const data = endpoint.data.encode(isPlainList ? rest.rows : rest);
  return {
    status,
    body: {
      data,
      meta: { page: page ?? input["page"], per_page: input["per_page"], total, up_to },
    },
  };
}
