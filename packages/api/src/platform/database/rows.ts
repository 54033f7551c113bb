/**
 * The one row that a statement must return: a count, a `returning`, a row whose key was just
 * locked.
 *
 * @throws Error, as a fault that ends as 500, when there is none or there are several. Use {@link
 * atMostOne} for a row that may be missing.
 */
export function exactlyOne<Row>(rows: readonly Row[]): Row {
  const [row] = rows;
  if (row === undefined || rows.length > 1) {
    throw new Error(`the statement gave ${rows.length} rows where there must be one`);
  }
  return row;
}

/**
 * The row of a key, or undefined when there is none.
 *
 * @throws Error when there are several, because then the statement does not use a whole key.
 */
export function atMostOne<Row>(rows: readonly Row[]): Row | undefined {
  if (rows.length > 1) {
    throw new Error(`the statement gave ${rows.length} rows where there may be one`);
  }
  return rows[0];
}

/**
 * The first row of a statement that always returns one, such as a page that includes its total.
 *
 * @throws Error when there is none.
 */
export function atLeastOne<Row>(rows: readonly Row[]): Row {
  const [row] = rows;
  if (row === undefined) throw new Error("the statement gave no row where there must be one");
  return row;
}
