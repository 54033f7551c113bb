import { formatCount } from "@kontor/contract/format";
import { maxPerPage } from "@kontor/contract/wire/lists";
import { sql, type RawBuilder } from "kysely";

import { Refusal } from "../refusal.ts";
import type { Tx } from "../scope.ts";
import { exactlyOne } from "./rows.ts";

/**
 * One page of a list; `total` counts all rows, and `up_to` marks the end of a list that may grow
 * between pages.
 */
export type Page<Row> = { rows: Row[]; total: number; up_to?: string | undefined };

/** The requested page; `page` counts from 1. */
export type PageQuery = { page: number; per_page: number };

/** `limit` and `offset` of a page. */
export function limitOffset({ page, per_page }: PageQuery): RawBuilder<unknown> {
  return sql`limit ${per_page} offset ${(page - 1) * per_page}`;
}

/**
 * The rows of a page with a constant limit in the text, in addition to the limit parameter. A
 * generic plan would assume that a page has a tenth of all rows, and read all of the joined tables.
 */
export function withConstantLimit<Row>(page: RawBuilder<Row>): RawBuilder<Row> {
  return sql<Row>`select * from (${page}) page limit ${sql.lit(maxPerPage)}`;
}

/** Counts rows with a statement that selects `total`. */
export async function countOf(tx: Tx, counting: RawBuilder<{ total: number }>): Promise<number> {
  const { rows } = await counting.execute(tx);
  return exactlyOne(rows).total;
}

/**
 * The number of rows of a statement as `total`, and the sums of some of its columns under their
 * names; those of no rows are zero.
 */
export async function countAndSums<Column extends string>(
  tx: Tx,
  statement: RawBuilder<unknown>,
  columns: readonly Column[],
): Promise<Record<Column, bigint> & { total: number }> {
  const added = columns.map(
    (column) => sql`coalesce(sum(q.${sql.ref(column)}), 0) as ${sql.ref(column)}`,
  );
  const { rows } = await sql<Record<Column, bigint> & { total: number }>`
    select count(*)::int as total, ${sql.join(added)} from (${statement}) q`.execute(tx);
  return exactlyOne(rows);
}

/**
 * A page of a statement's rows, with their total number.
 *
 * @param count selects `total`, as an integer.
 * @param select is ordered and has no limit.
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
  const { rows } = await sql<Row>`${select} ${limitOffset(page)}`.execute(tx);
  return { total, rows: rows.map(present) };
}

/**
 * The orders of a list by the names of its endpoint's `sort`: each column ascending, and descending
 * with `-` before it.
 *
 * @param columns the columns that each name orders by. For a long list, they must form an index
 * together with `last`, forwards or backwards.
 * @param last orders rows that are otherwise equal. It must end in something unique, so that no row
 * is on two pages.
 */
export function sortOrders<Column extends string>(
  columns: Readonly<Record<Column, readonly RawBuilder<unknown>[]>>,
  last: readonly RawBuilder<unknown>[] = [],
): (sort: Column | `-${Column}`) => RawBuilder<unknown> {
  return (sort) => {
    const down = sort.startsWith("-");
    const by = [...columns[(down ? sort.slice(1) : sort) as Column], ...last];
    return sql.join(by.map((column) => (down ? sql`${column} desc` : column)));
  };
}

/** The opposite order, in which the last pages of a list are the first. */
export function reversedSort<Column extends string>(
  sort: Column | `-${Column}`,
): Column | `-${Column}` {
  return sort.startsWith("-") ? (sort.slice(1) as Column) : (`-${sort}` as `-${Column}`);
}

/**
 * The rows of a statement in the requested order, or in the statement's own.
 *
 * @param orderBy of `sortOrders`; the statement's columns are those of `q`.
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

/**
 * The maximum number of rows that are searched, sorted or added up without an index, which reads
 * each of them.
 */
export const maxUnindexedRows = 50_000;

/**
 * Refuses an order without an index when the list is too long to sort.
 *
 * @param instead the orders that work for any number of rows, as display text.
 * @throws Refusal `list_too_long_to_sort` at `sort`
 */
export function refuseLongSort(total: number, instead: string, most = maxUnindexedRows): void {
  if (total <= most) return;
  throw Refusal.at("sort", "list_too_long_to_sort", {
    most: formatCount(most),
    instead,
  });
}

/** Converts rows for display, batch by batch as they are read. */
export async function* presentBatches<Row, Shown>(
  batches: AsyncIterable<readonly Row[]>,
  present: (row: Row) => Shown,
): AsyncGenerator<Shown[]> {
  for await (const batch of batches) yield batch.map((row) => present(row));
}
