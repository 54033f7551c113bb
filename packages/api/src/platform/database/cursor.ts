import { sql, type QueryResult, type RawBuilder } from "kysely";

import type { Tx } from "../scope.ts";

/**
 * The number of rows held in memory at a time while a long list is read. The database waits from
 * the end of one batch until this process has processed it and requests the next. Few large batches
 * are therefore faster than many small ones, but no other request is answered while the rows of a
 * batch are written.
 */
export const batchSize = 500;

/**
 * Reads the rows of a query in batches. A cursor runs the query once and returns its rows on
 * demand, as a snapshot of the moment it was opened. Only one cursor can be open in a transaction
 * at a time. The next batch is requested before the current one is yielded, so that the database
 * reads while this process writes.
 */
export async function* readByCursor<Row>(tx: Tx, query: RawBuilder<Row>): AsyncGenerator<Row[]> {
  await sql`declare rows_read no scroll cursor for ${query}`.execute(tx);
  let next = fetchBatch<Row>(tx);
  try {
    for (;;) {
      const { rows } = await next;
      const isLast = rows.length < batchSize;
      if (!isLast) next = fetchBatch<Row>(tx);
      if (rows.length > 0) yield rows;
      if (isLast) break;
    }
  } finally {
    // A reader that stops early must not leave a statement running.
    await next.catch(() => undefined);
  }
  await sql`close rows_read`.execute(tx);
}

function fetchBatch<Row>(tx: Tx): Promise<QueryResult<Row>> {
  const batch = sql<Row>`fetch ${sql.lit(batchSize)} from rows_read`.execute(tx);
  // The batch may fail before the reader asks for it; the error is thrown when it does.
  batch.catch(() => undefined);
  return batch;
}
