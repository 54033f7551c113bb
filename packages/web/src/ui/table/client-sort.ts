import { useState } from "react";

import type { Column, SortValue } from "./column.ts";

type ClientSort<Row> = {
  columns: readonly Column<Row>[];
  rows: readonly Row[] | undefined;
  sort: string | undefined;
  onSort: ((sort: string) => void) | undefined;
};

type SortableTable<Row> = {
  columns: readonly Column<Row>[];
  rows: readonly Row[] | undefined;
  sort?: string | undefined;
  onSort?: ((sort: string) => void) | undefined;
  paging?: object | undefined;
};

/**
 * Sorts a table that has all its rows, by the columns with a sort key. The order lasts while the
 * table is mounted, and equal rows keep their order. A table that the server sorts, or a paged
 * table, which does not have all its rows, stays unchanged.
 */
export function useClientSort<Row>({ paging, ...table }: SortableTable<Row>): ClientSort<Row> {
  const [own, setOwn] = useState<string>();
  const { columns, rows, sort, onSort } = table;
  if (onSort !== undefined || paging !== undefined || !columns.some(({ by }) => by !== undefined)) {
    return { columns, rows, sort, onSort };
  }
  const named = columns.map((column) => (column.by ? { ...column, sort: column.key } : column));
  return { columns: named, rows: rows && sortRows(rows, columns, own), sort: own, onSort: setOwn };
}

function sortRows<Row>(
  rows: readonly Row[],
  columns: readonly Column<Row>[],
  sort: string | undefined,
): readonly Row[] {
  const down = sort?.startsWith("-") === true;
  const key = down ? sort?.slice(1) : sort;
  const by = columns.find((column) => column.key === key)?.by;
  if (by === undefined) return rows;
  const turn = down ? -1 : 1;
  return rows.toSorted((one, other) => turn * compare(by(one), by(other)));
}

/** Empty values come first. */
function compare(one: SortValue, other: SortValue): number {
  if (one === null || other === null) return Number(one !== null) - Number(other !== null);
  if (typeof one === "string" && typeof other === "string") {
    return one.localeCompare(other, "en", { sensitivity: "base", numeric: true });
  }
  if (one < other) return -1;
  return one > other ? 1 : 0;
}
