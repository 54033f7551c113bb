import { sql, type RawBuilder } from "kysely";

import { Refusal } from "../refusal.ts";
import type { Tx } from "../scope.ts";
import { exactlyOne } from "./rows.ts";

/** One page of a list; `total` counts all rows, and `up_to` says where a list that grows meanwhile ends. */
export type Page<Row> = { rows: Row[]; total: number; up_to?: string | undefined };

/** Which page is asked for; `page` counts from 1. */
export type PageQuery = { page: number; per_page: number };

/** `limit` and `offset` of a page. */
export function limitTo({ page, per_page }: PageQuery): RawBuilder<unknown> {
  return sql`limit ${per_page} offset ${(page - 1) * per_page}`;
}

/** How many rows there are, by a statement that gives `total`. */
export async function countOf(tx: Tx, counting: RawBuilder<{ total: number }>): Promise<number> {
  const { rows } = await counting.execute(tx);
  return exactlyOne(rows).total;
}

/**
 * A page of the rows of a statement, with how many there are.
 *
 * @param count gives `total`, as an integer.
 * @param select has its order and no limit.
 */
export async function pageOf<Row, Shown>(
  tx: Tx,
  page: PageQuery,
  {
    count,
    select,
    present,
  }: {
    count: RawBuilder<{ total: number }>;
    select: RawBuilder<Row>;
    present: (row: Row) => Shown;
  },
): Promise<Page<Shown>> {
  const total = await countOf(tx, count);
  const { rows } = await sql<Row>`${select} ${limitTo(page)}`.execute(tx);
  return { total, rows: rows.map(present) };
}

/**
 * The orders of a list by the names of its endpoint's `sort`: each column upwards, and with `-` before it
 * downwards.
 *
 * @param columns what each name orders by. Each ends in something unique, so that no row is on two pages,
 *   and is an index forwards or backwards where the list is long.
 */
export function orders<Column extends string>(
  columns: Readonly<Record<Column, readonly RawBuilder<unknown>[]>>,
): (sort: Column | `-${Column}`) => RawBuilder<unknown> {
  return (sort) => {
    const down = sort.startsWith("-");
    const by = columns[(down ? sort.slice(1) : sort) as Column];
    return sql.join(by.map((column) => (down ? sql`${column} desc` : column)));
  };
}

/**
 * The rows of a statement in the order that is asked for, or as it has them.
 *
 * @param orderBy of `orders`; the statement's columns are those of `q`.
 */
export function sorted<Row, Sort extends string>(
  rows: RawBuilder<Row>,
  sort: Sort | undefined,
  orderBy: (sort: Sort) => RawBuilder<unknown>,
): RawBuilder<Row> {
  return sort === undefined
    ? rows
    : sql<Row>`select q.* from (${rows}) q order by ${orderBy(sort)}`;
}

/** So many rows are searched or put into an order without an index, or added up, at most: each of them is read. */
export const mostRead = 50_000;

/**
 * Refuses an order that no index has where the list is too long to be put into it.
 *
 * @param instead what any number of rows can be sorted by, in words.
 * @throws Refusal `list_too_long_to_sort` at `sort`
 */
export function refuseLongSort(total: number, instead: string, most = mostRead): void {
  if (total <= most) return;
  throw Refusal.at("sort", "list_too_long_to_sort", {
    most: most.toLocaleString("en-GB"),
    instead,
  });
}

/** Rows as they are shown, batch by batch as they are read. */
export async function* presented<Row, Shown>(
  batches: AsyncIterable<readonly Row[]>,
  present: (row: Row) => Shown,
): AsyncGenerator<Shown[]> {
  for await (const batch of batches) yield batch.map((row) => present(row));
}
