import { sql, type QueryResult, type RawBuilder } from "kysely";

import type { Tx } from "../scope.ts";

/**
 * Rows held in memory at a time while a long list is read. The database waits from the end of one batch until this
 * process has read the whole of it and asks for the next one, so that few large batches are read sooner than many small
 * ones; but nothing else is answered while the rows of one are written.
 */
export const batchSize = 500;

/**
 * Reads the rows of a query, however many, in batches. A cursor runs the query once and returns its
 * rows on demand, all as of the moment it was opened; only one can be open in a transaction at a
 * time. The next batch is asked for before the present one is given out, so that the database reads
 * while this process writes.
 */
export async function* readByCursor<Row>(tx: Tx, query: RawBuilder<Row>): AsyncGenerator<Row[]> {
  await sql`declare rows_read no scroll cursor for ${query}`.execute(tx);
  let coming = fetchBatch<Row>(tx);
  try {
    for (;;) {
      const { rows } = await coming;
      const isLast = rows.length < batchSize;
      if (!isLast) coming = fetchBatch<Row>(tx);
      if (rows.length > 0) yield rows;
      if (isLast) break;
    }
  } finally {
    // A reader that stops early must not leave a statement under way.
    await coming.catch(() => undefined);
  }
  await sql`close rows_read`.execute(tx);
}

function fetchBatch<Row>(tx: Tx): Promise<QueryResult<Row>> {
  const batch = sql<Row>`fetch ${sql.lit(batchSize)} from rows_read`.execute(tx);
  // It may fail while the reader has not come back for it; the error is thrown once it does.
  batch.catch(() => undefined);
  return batch;
}
