import { importLimits } from "@kontor/contract/employees/imports";
import { Unzip, UnzipInflate } from "fflate";
import { readSheet } from "read-excel-file/node";

import { SheetProblem, tableOf, tooLong, type Cell, type Sheet } from "./table.ts";

/** What a workbook may hold: a small file that unpacks to more is not meant to be read. */
const most = { entries: 1000, bytes: 80 * 1024 * 1024 };

/**
 * The table of the first sheet of a workbook. Formulas give what they came to when the file was saved.
 *
 * @throws SheetProblem as {@link tableOf}; `sheet_too_large`, `sheet_broken`, `sheet_is_other`
 */
export async function readXlsx(bytes: Buffer): Promise<Sheet> {
  weigh(bytes);
  let lines: readonly (readonly unknown[])[];
  try {
    lines = await readSheet(bytes, 1);
  } catch {
    throw new SheetProblem("sheet_broken");
  }
  return tableOf(lines.map((cells) => cells.map(cellOf)));
}

/** The reader's types call a date by the name of its constructor, so its cells are checked one by one. */
function cellOf(value: unknown): Cell {
  if (value instanceof Date) return dateOf(value);
  if (typeof value === "boolean") return value ? "yes" : "no";
  return typeof value === "string" || typeof value === "number" ? value : null;
}

/**
 * The day of a date cell, which the reader gives in UTC; a time of day is left out. Spreadsheets
 * count a 29 February 1900 that never was; the reader treats it as a real day, so days before it
 * come out one too early. That day itself stays the number of its cell, which is no date.
 */
function dateOf(value: Date): Cell {
  if (Number.isNaN(value.getTime())) return null;
  const day = value.toISOString().slice(0, 10);
  if (day === "1900-02-28") return 60;
  if (day > "1900-02-28") return day;
  return new Date(value.getTime() + 24 * 60 * 60 * 1000).toISOString().slice(0, 10);
}

const rowTag = Buffer.from("<row");

/** Unpacks a workbook piece by piece without keeping anything, and counts. @throws SheetProblem */
function weigh(bytes: Buffer): void {
  let entries = 0;
  let unpacked = 0;
  let sheets = 0;
  // The library turns what a listener throws into an error of its own.
  let found: SheetProblem | undefined;
  const refuse = (problem: SheetProblem): never => {
    found ??= problem;
    throw found;
  };
  const unzip = new Unzip();
  unzip.register(UnzipInflate);
  unzip.onfile = (file) => {
    if (++entries > most.entries) refuse(new SheetProblem("sheet_too_large"));
    const isSheet = file.name.startsWith("xl/worksheets/");
    if (isSheet) sheets++;
    let rows = 0;
    file.ondata = (error, piece) => {
      if (error !== null) refuse(new SheetProblem("sheet_broken"));
      unpacked += piece.length;
      if (unpacked > most.bytes) refuse(new SheetProblem("sheet_too_large"));
      if (isSheet) rows += countOf(piece);
      if (rows > importLimits.rows + 100) refuse(tooLong());
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
  // Another document or archive of the same packed format.
  if (sheets === 0) throw new SheetProblem("sheet_is_other");
}

function countOf(piece: Uint8Array): number {
  const text = Buffer.from(piece.buffer, piece.byteOffset, piece.byteLength);
  let count = 0;
  for (let at = text.indexOf(rowTag); at !== -1; at = text.indexOf(rowTag, at + 1)) count++;
  return count;
}
