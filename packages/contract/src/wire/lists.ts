import { z } from "zod";

import { wholeNumber } from "./whole-number.ts";

/** A boolean in a query string, where `z.coerce.boolean()` would read 'false' as true. */
export const flag = z
  .union(
    [
      z.boolean(),
      z.enum(["true", "false", "1", "0"]).transform((text) => text === "true" || text === "1"),
    ],
    { error: "Send true or false." },
  )
  .optional();

/** The maximum number of rows of a page, unless a list allows more. */
export const maxPerPage = 100;

/** Query of a paged list. `page` counts from 1. */
export const pageQuery = (perPage: number, max = maxPerPage) => ({
  page: wholeNumber(1, 100_000_000, "Give a page number from 1.").default(1),
  per_page: wholeNumber(1, max, `Ask for 1 to ${max} rows a page.`).default(perPage),
});

const snapshotSentence = "Give what meta.up_to of the first page said.";

/**
 * The `meta.up_to` of a list's first page, sent with later pages: identifies the transactions that
 * were committed at that time, so that the list does not shift while it grows. Clients treat it as
 * opaque.
 */
export const snapshotToken = z
  .string({ error: snapshotSentence })
  .regex(/^[1-9]\d{0,17}(-\d{1,10}){1,500}$/, snapshotSentence)
  .refine(isSnapshot, snapshotSentence);

/**
 * Whether a mark is valid: a first number, the distance to the end, and the numbers of the
 * transactions that were in progress, in order.
 */
function isSnapshot(mark: string): boolean {
  const [end = 0, ...running] = mark.split("-").slice(1).map(Number);
  return running.every((each, index) => each < end && each > (running[index - 1] ?? -1));
}

export const search = z
  .string()
  .trim()
  .max(100, "Search with at most 100 characters.")
  .refine((text) => !text.includes("\u0000"), "Search with plain text.")
  .optional();

/** `column` sorts ascending, `-column` descending. */
export const sortBy = <const Columns extends readonly [string, ...string[]]>(columns: Columns) =>
  z
    .enum(
      columns.flatMap((column) => [column, `-${column}`]) as [
        `${Columns[number]}` | `-${Columns[number]}`,
      ],
      {
        error: `Sort by one of: ${columns.join(", ")} (put - before it to turn the order).`,
      },
    )
    .optional();
