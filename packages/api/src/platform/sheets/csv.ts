import { sheetLimits } from "@kontor/contract/reference/sheet-limits";
import { parse } from "csv-parse/sync";

import type { SheetKind } from "./kinds.ts";
import { SheetProblem, tableOf, tooLongProblem, type Cell, type Sheet } from "./table.ts";

/**
 * The table in a delimited text file: UTF-8, UTF-16 or Windows-1252, with commas, semicolons, tabs
 * or bars between cells.
 *
 * @throws SheetProblem as {@link tableOf}; `sheet_is_other` when the file is not text;
 *   `sheet_broken`; `sheet_is_web_page`
 */
export function readCsv(bytes: Buffer, kind: SheetKind): Sheet {
  const text = textOf(bytes);
  if (/^\s*<(!doctype|html|table|\?xml)/i.test(text)) throw new SheetProblem("sheet_is_web_page");
  let lines: Cell[][];
  try {
    lines = parse(text, {
      delimiter: delimiterOf(text),
      relax_column_count: true,
      relax_quotes: true,
      skip_empty_lines: false,
      // Title and empty rows may precede the table.
      to: sheetLimits.rows + 100,
      max_record_size: 1_000_000,
    });
  } catch {
    throw new SheetProblem("sheet_broken");
  }
  if (lines.length >= sheetLimits.rows + 100) throw tooLongProblem();
  return tableOf(
    lines.map((cells) => cells.map(unescaped)),
    kind,
  );
}

/** Removes the escape that exported files have before text that looks like a formula. */
function unescaped(cell: Cell): Cell {
  return typeof cell === "string" && /^'[=+\-@\t\r]/.test(cell) ? cell.slice(1) : cell;
}

function textOf(bytes: Buffer): string {
  const [first, second] = bytes;
  if (first === 0xff && second === 0xfe) return decode(bytes, "utf-16le");
  if (first === 0xfe && second === 0xff) return decode(bytes, "utf-16be");
  const beginning = bytes.subarray(0, 4000);
  const zeros = [...beginning].filter((byte) => byte === 0).length;
  if (zeros > beginning.length / 4) {
    return decode(bytes, beginning[0] === 0 ? "utf-16be" : "utf-16le");
  }
  if (zeros > 0) throw new SheetProblem("sheet_is_other");
  try {
    return new TextDecoder("utf-8", { fatal: true }).decode(bytes);
  } catch {
    // Spreadsheet programs still save CSV in a local code page.
    return decode(bytes, "windows-1252");
  }
}

function decode(bytes: Buffer, encoding: string): string {
  const text = new TextDecoder(encoding).decode(bytes);
  if (text.includes("\u0000")) throw new SheetProblem("sheet_is_other");
  return text;
}

const delimiters = [",", ";", "\t", "|"] as const;

/** The delimiter: the most frequent candidate in the first lines. */
function delimiterOf(text: string): string {
  const beginning = text
    .slice(0, 20_000)
    .replaceAll(/"[^"]*"/g, "")
    .split(/\r?\n/)
    .slice(0, 20)
    .join("\n");
  const counts = delimiters.map((delimiter) => beginning.split(delimiter).length - 1);
  return delimiters[counts.indexOf(Math.max(...counts))] ?? ",";
}
