import { sheetLimits } from "@kontor/contract/reference/sheet-limits";
import { Unzip, UnzipInflate } from "fflate";
import { readSheet } from "read-excel-file/node";

import type { SheetKind } from "./kinds.ts";
import { SheetProblem, tableOf, tooLongProblem, type Cell, type Sheet } from "./table.ts";

/** Limits of a workbook: a small file that unpacks to more is not a list of rows. */
const unpackedLimits = { entries: 1000, bytes: 80 * 1024 * 1024 };

/**
 * The table in the first sheet of a workbook. A formula has the value stored when the file was
 * saved.
 *
 * @throws SheetProblem as {@link tableOf}; `sheet_too_large`, `sheet_broken`, `sheet_is_other`
 */
export async function readXlsx(bytes: Buffer, kind: SheetKind): Promise<Sheet> {
  checkUnpackedSize(bytes);
  let lines: readonly (readonly unknown[])[];
  try {
    lines = await readSheet(bytes, 1);
  } catch {
    throw new SheetProblem("sheet_broken");
  }
  return tableOf(
    lines.map((cells) => cells.map(cellOf)),
    kind,
  );
}

/** The reader's types name a date by its constructor, so each value is checked at run time. */
function cellOf(value: unknown): Cell {
  if (value instanceof Date) return dateOf(value);
  if (typeof value === "boolean") return value ? "yes" : "no";
  return typeof value === "string" || typeof value === "number" ? value : null;
}

/**
 * The day of a date cell, without its time; the reader returns it in UTC. Spreadsheets count a 29
 * February 1900, which did not exist, and the reader treats it as a real day, so the days before it
 * come out one too early. That day itself stays its serial number, because it is no date.
 */
function dateOf(value: Date): Cell {
  if (Number.isNaN(value.getTime())) return null;
  const day = value.toISOString().slice(0, 10);
  if (day === "1900-02-28") return 60;
  if (day > "1900-02-28") return day;
  return new Date(value.getTime() + 24 * 60 * 60 * 1000).toISOString().slice(0, 10);
}

const rowTag = Buffer.from("<row");

/**
 * Unpacks a workbook in a stream, without storing it, and counts entries, bytes and rows. @throws
 * SheetProblem
 */
function checkUnpackedSize(bytes: Buffer): void {
  let entries = 0;
  let unpacked = 0;
  let sheets = 0;
  // The library replaces an error thrown in a callback by its own.
  let found: SheetProblem | undefined;
  const refuse = (problem: SheetProblem): never => {
    found ??= problem;
    throw found;
  };
  const unzip = new Unzip();
  unzip.register(UnzipInflate);
  unzip.onfile = (file) => {
    if (++entries > unpackedLimits.entries) refuse(new SheetProblem("sheet_too_large"));
    const isSheet = file.name.startsWith("xl/worksheets/");
    if (isSheet) sheets++;
    let rows = 0;
    file.ondata = (error, piece) => {
      if (error !== null) refuse(new SheetProblem("sheet_broken"));
      unpacked += piece.length;
      if (unpacked > unpackedLimits.bytes) refuse(new SheetProblem("sheet_too_large"));
      if (isSheet) rows += countOf(piece);
      if (rows > sheetLimits.rows + 100) refuse(tooLongProblem());
    };
    file.start();
  };
  try {
    const step = 64 * 1024;
    for (let start = 0; start < bytes.length; start += step) {
      unzip.push(bytes.subarray(start, start + step), start + step >= bytes.length);
    }
  } catch {
    throw found ?? new SheetProblem("sheet_broken");
  }
  // The file is another document or archive in the same format.
  if (sheets === 0) throw new SheetProblem("sheet_is_other");
}

function countOf(piece: Uint8Array): number {
  const text = Buffer.from(piece.buffer, piece.byteOffset, piece.byteLength);
  let count = 0;
  for (let at = text.indexOf(rowTag); at !== -1; at = text.indexOf(rowTag, at + 1)) count++;
  return count;
}
