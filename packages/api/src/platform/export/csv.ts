import { printMoney, shownSum } from "@kontor/books/money";
import { stringify, type Options } from "csv-stringify/sync";

import { lagosText } from "../clock.ts";
import type { ExportColumn, ExportTable } from "./export-table.ts";

/** Formulas are escaped, since spreadsheet programs would evaluate a narration that begins with `=`. */
const options: Options = {
  escape_formulas: true,
  record_delimiter: "windows",
  // A narration of two lines must not become two records, whichever way its lines end.
  quote_record_delimiter: true,
  // Amounts are passed as numbers, so that a negative one is not taken for a formula.
  cast: { bigint: (amount) => printMoney(shownSum(amount)) },
};

/**
 * Writes a list as CSV while its rows are read: UTF-8 with a byte order mark for Excel, dates as
 * `YYYY-MM-DD`, moments in Lagos as `YYYY-MM-DD HH:MM:SS`, amounts in naira as `1250.00`.
 */
export async function* csv<Row>(table: ExportTable<Row>): AsyncGenerator<string> {
  const { columns, rows } = table;
  yield stringify([columns.map(({ header }) => header)], { ...options, bom: true });
  for await (const batch of rows) {
    yield stringify(
      batch.map((row) => columns.map((column) => cellText(column, row))),
      options,
    );
  }
}

function cellText<Row>(column: ExportColumn<Row>, row: Row): string | bigint {
  switch (column.kind) {
    case "text":
    case "date":
      return column.cell(row) ?? "";
    case "moment": {
      const moment = column.cell(row);
      return moment === null ? "" : lagosText(moment);
    }
    case "amount":
      return column.cell(row) ?? "";
    case "count":
      break;
  }
  return String(column.cell(row) ?? "");
}
