import { printMoney, displayKobo } from "@kontor/books/money";
import { stringify, type Options } from "csv-stringify/sync";

import { lagosTimestamp } from "../clock.ts";
import type { ExportColumn, ExportTable } from "./export-table.ts";

/**
 * Formulas are escaped, because spreadsheet programs would evaluate a narration that begins with
 * `=`.
 */
const options: Options = {
  escape_formulas: true,
  record_delimiter: "windows",
  // A narration of two lines must not become two records, whatever its line ending.
  quote_record_delimiter: true,
  eof: false,
};
const endOfLine = "\r\n";
const byteOrderMark = "\ufeff";

/**
 * Writes a list as CSV while its rows are read: UTF-8 with a byte order mark for Excel, dates as
 * `YYYY-MM-DD`, moments in Lagos time as `YYYY-MM-DD HH:MM:SS`, amounts in naira as `1250.00`.
 */
export async function* csv<Row>(table: ExportTable<Row>): AsyncGenerator<string> {
  const { columns, rows } = table;
  yield byteOrderMark + columns.map(({ header }) => quoted(header)).join(",") + endOfLine;
  for await (const batch of rows) {
    let lines = "";
    for (const row of batch) {
      for (const [index, column] of columns.entries()) {
        if (index > 0) lines += ",";
        lines += cellText(column, row);
      }
      lines += endOfLine;
    }
    yield lines;
  }
}

function cellText<Row>(column: ExportColumn<Row>, row: Row): string {
  switch (column.kind) {
    case "text":
    case "date":
      return quoted(column.cell(row));
    case "moment": {
      const moment = column.cell(row);
      return moment === null ? "" : lagosTimestamp(moment);
    }
    case "percent":
    case "amount": {
      const amount = column.cell(row);
      // Not quoted like a text, so that a negative amount is not taken for a formula.
      return amount === null ? "" : printMoney(displayKobo(amount));
    }
    case "count":
      break;
  }
  return String(column.cell(row) ?? "");
}

/** A formula never begins with a letter or a digit. */
const isNoFormula = /^[0-9A-Za-z\u00c0-\u024f\u1e00-\u1eff]/;
const separator = /[,\r\n]/;

/**
 * A text as a cell, quoted where needed. Most texts are letters and digits with a few signs between
 * them. For those the library, which handles all other cases, would take longer than all other work
 * on an export.
 */
function quoted(text: string | null): string {
  if (text === null || text === "") return "";
  if (!isNoFormula.test(text) || text.includes('"')) return stringify([[text]], options);
  return separator.test(text) ? `"${text}"` : text;
}
