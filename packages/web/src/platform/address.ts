import type { Endpoint } from "@kontor/contract/endpoint";
import type { SearchSchemaInput } from "@tanstack/react-router";
import type { z } from "zod";

/** An endpoint that lists rows. */
export type ListEndpoint = Endpoint & { readonly query: z.ZodType };

/** The search parameters of a list: the fields of its endpoint's query, all optional. */
export type ListSearch<E extends ListEndpoint> = {
  [Field in keyof z.output<E["query"]>]?: z.output<E["query"]>[Field] | undefined;
};

export type RawSearch = Readonly<Record<string, unknown>>;

/**
 * The type of a route's `validateSearch`, which types the links to that route. A link to all rows
 * of a list sets `view: "all"`; without it, a list that is opened without filters shows the user's
 * default view.
 */
type ValidateSearch<Search> = (raw: Search & { view?: "all" } & SearchSchemaInput) => RawSearch;

/**
 * The `validateSearch` of a route whose page parses the search parameters itself, for example with
 * `useListSearch`. The route passes them on unparsed, so no screen needs the schemas of another
 * screen before that one is opened.
 */
export function searchParamsOf<Search>(): ValidateSearch<Search> {
  return (raw: RawSearch) => ({ ...raw });
}

/** Like {@link searchParamsOf}, for the list of an endpoint. */
export function listSearchParamsOf<E extends ListEndpoint>(): ValidateSearch<ListSearch<E>> {
  return searchParamsOf<ListSearch<E>>();
}

/**
 * Reads a search parameter as text, or undefined when it has none. The router parses digits as
 * numbers.
 */
export function readTextParam(raw: unknown): string | undefined {
  const text = typeof raw === "number" ? String(raw) : raw;
  return typeof text === "string" && text.trim() !== "" ? text.slice(0, 100) : undefined;
}

/** Reads a search parameter as an id: an integer above zero. */
export function readIdParam(raw: unknown): number | undefined {
  const number = typeof raw === "string" ? Number(raw) : raw;
  return typeof number === "number" && Number.isSafeInteger(number) && number > 0
    ? number
    : undefined;
}
