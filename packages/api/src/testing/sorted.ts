import { cellOf, columnsIn, type List } from "@kontor/contract/list";
import { expect } from "vitest";

/** The sort value of a cell; null for an empty cell. */
function orderValue<Row>(list: List<Row>, key: string, row: Row): string | bigint | number | null {
  const column = list.columns[key];
  if (column === undefined) throw new Error(`${list.label} has no column ${key}`);
  const { kind, value } = cellOf(column, row);
  if (value === null) return null;
  if (kind === "named") return value.name.toLowerCase();
  if (kind === "balance") return value.side === "DR" ? value.amount : -value.amount;
  if (kind === "moment" || kind === "day") return value.getTime();
  return typeof value === "string" ? value.toLowerCase() : value;
}

/**
 * Expects that a list can be sorted by every column of its screen that is marked so: ascending the
 * cells are in order, and descending the same rows are in reverse order.
 *
 * @param apart columns whose order differs from that of the displayed text, such as numbers shown
 * as text.
 */
export async function expectSorted<Row>(
  list: List<Row>,
  read: (sort: string) => Promise<readonly Row[]>,
  apart: readonly string[] = [],
): Promise<void> {
  const shown = columnsIn(list, "screen", true).map(({ key }) => key);
  const keys = (list.sorts ?? []).filter((key) => shown.includes(key));
  expect(keys.length, `columns that ${list.label} is sorted by`).toBeGreaterThan(0);
  for (const key of keys) {
    const up = await read(key);
    expect(up.length, `rows of ${list.label}, so that there is an order`).toBeGreaterThan(1);
    expect(await read(`-${key}`), `${list.label} by -${key}`).toEqual(up.toReversed());
    if (apart.includes(key)) continue;
    const values = up.flatMap((row) => orderValue(list, key, row) ?? []);
    const inOrder = values.toSorted((one, other) => (one < other ? -1 : Number(one > other)));
    expect(values, `${list.label} by ${key}`).toEqual(inOrder);
  }
}
