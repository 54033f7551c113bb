import type { RawBuilder } from "kysely";

import type { Tx } from "../scope.ts";
import { exactlyOne } from "./rows.ts";

/** How many rows there are, by a statement that gives `total`. */
export async function countOf(tx: Tx, counting: RawBuilder<{ total: number }>): Promise<number> {
  const { rows } = await counting.execute(tx);
  return exactlyOne(rows).total;
}

/** Rows as they are shown, batch by batch as they are read. */
export async function* presented<Row, Shown>(
  batches: AsyncIterable<readonly Row[]>,
  present: (row: Row) => Shown,
): AsyncGenerator<Shown[]> {
  for await (const batch of batches) yield batch.map((row) => present(row));
}
