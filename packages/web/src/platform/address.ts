import type { Endpoint } from "@kontor/contract/endpoint";
import type { SearchSchemaInput } from "@tanstack/react-router";
import type { z } from "zod";

/** A call that lists rows. */
export type ListEndpoint = Endpoint & { readonly query: z.ZodType };

/** The address of a list: the fields of its endpoint's query, all optional. */
export type ListSearch<E extends ListEndpoint> = {
  [Field in keyof z.output<E["query"]>]?: z.output<E["query"]>[Field] | undefined;
};

export type Raw = Readonly<Record<string, unknown>>;

/**
 * The type of `validateSearch` of a route, by which links to it are typed. A link that means all rows of a list
 * says so by `view: "all"`; without it a list that is opened without filters shows the user's default view.
 */
type Address<Search> = (raw: Search & { view?: "all" } & SearchSchemaInput) => Raw;

/**
 * `validateSearch` of a route whose page reads the address itself, such as with `useListSearch`: it stays
 * as typed until then. So no screen needs the schemas of another one before it is opened.
 */
export function addressOf<Search>(): Address<Search> {
  return (raw: Raw) => ({ ...raw });
}

/** The same of a list, by its endpoint. */
export function listAddress<E extends ListEndpoint>(): Address<ListSearch<E>> {
  return addressOf<ListSearch<E>>();
}

/** A text of the address, or undefined when there is none. The router reads digits as numbers. */
export function readText(raw: unknown): string | undefined {
  const text = typeof raw === "number" ? String(raw) : raw;
  return typeof text === "string" && text.trim() !== "" ? text.slice(0, 100) : undefined;
}

/** A whole number above zero of the address: an id. */
export function readCount(raw: unknown): number | undefined {
  const number = typeof raw === "string" ? Number(raw) : raw;
  return typeof number === "number" && Number.isSafeInteger(number) && number > 0
    ? number
    : undefined;
}
