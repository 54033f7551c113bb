import { Refusal } from "../refusal.ts";
import { textOfCell } from "./cells.ts";
import { isEmptyCell, type SheetRow } from "./table.ts";

/**
 * Requires a field, or null, for each column of a table, and no field twice.
 *
 * @param at the field of the request that has them.
 * @throws Refusal at it: `import_columns_differ`, `import_field_twice`.
 */
export function requireFieldPerColumn(
  at: string,
  fields: readonly (string | null)[],
  columns: number,
): void {
  if (fields.length !== columns) {
    throw Refusal.at(at, "import_columns_differ", { count: String(columns) });
  }
  const used = fields.filter((field) => field !== null);
  if (new Set(used).size < used.length) throw Refusal.at(at, "import_field_twice");
}

/** The most characters of a cell shown as an example. */
const exampleLength = 60;

/** The first text of a column, by which users recognize it; empty for a column without any. */
export function exampleOf(rows: readonly SheetRow[], column: number): string {
  const filled = rows.find(({ cells }) => !isEmptyCell(cells[column]));
  return textOfCell(filled?.cells[column] ?? null).slice(0, exampleLength);
}
