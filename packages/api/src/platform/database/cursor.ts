import { sql, type RawBuilder } from "kysely";

import type { Tx } from "../scope.ts";

/** Rows held in memory at a time while a long list is read. */
export const batchSize = 100;

/**
 * Reads the rows of a query, however many, in batches. A cursor runs the query once and returns its
 * rows on demand, all as of the moment it was opened; only one can be open in a transaction at a
 * time.
 */
export async function* readByCursor<Row>(tx: Tx, query: RawBuilder<Row>): AsyncGenerator<Row[]> {
  await sql`declare rows_read no scroll cursor for ${query}`.execute(tx);
  for (;;) {
    const { rows } = await sql<Row>`fetch ${sql.lit(batchSize)} from rows_read`.execute(tx);
    if (rows.length > 0) yield rows;
    if (rows.length < batchSize) break;
  }
  await sql`close rows_read`.execute(tx);
}
