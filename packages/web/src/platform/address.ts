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
 * The type of `validateSearch` of a list's route: links to it are typed by its endpoint. A link that means all rows
 * says so by `view: "all"`; without it a list that is opened without filters shows the user's default view.
 */
export type Address<Search> = (raw: Search & { view?: "all" } & SearchSchemaInput) => Raw;

/**
 * For `validateSearch` of a list's route: the address stays as typed until the page reads it with
 * `useListSearch`. So no screen needs the schemas of another one before it is opened.
 */
export function asTyped(raw: Raw): Raw {
  return { ...raw };
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
