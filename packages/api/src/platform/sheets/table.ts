import type { ErrorCode } from "@kontor/contract/error-codes";
import { formatCount } from "@kontor/contract/format";
import { sheetLimits } from "@kontor/contract/reference/sheet-limits";

import { headerRules, type SheetKind } from "./kinds.ts";

/** A cell's value: a number if the spreadsheet has one, without leading zeros; dates are text. */
export type Cell = string | number | null;
export type SheetRow = {
  /** The row number in the spreadsheet, from 1. */
  line: number;
  cells: Cell[];
};
export type Sheet = {
  titles: string[];
  /** The row number of the titles. */
  titleLine: number;
  rows: SheetRow[];
};

/** Thrown when a file has no table that can be imported; the code says why. */
export class SheetProblem extends Error {
  readonly code: ErrorCode;
  readonly details: Readonly<Record<string, string>>;

  constructor(code: ErrorCode, details: Readonly<Record<string, string>> = {}) {
    super(code);
    this.code = code;
    this.details = details;
  }
}

/**
 * The table in a sheet. Its header is the row with the most cells that are titles of its kind, else the first
 * row that is not empty. Empty rows are left out.
 *
 * @throws SheetProblem `sheet_empty`, `sheet_too_long`, `sheet_too_wide`
 */
export function tableOf(lines: readonly (readonly Cell[])[], kind: SheetKind): Sheet {
  const { isTitle, within } = headerRules[kind];
  const filled = lines
    .map((cells, index) => ({ line: index + 1, cells: [...cells] }))
    .filter(({ cells }) => cells.some((cell) => !isEmptyCell(cell)));
  const top = filled
    .slice(0, within)
    .map(({ cells }) => cells.filter((cell) => isTitle(String(cell ?? ""))).length);
  const place = Math.max(0, top.indexOf(Math.max(...top)));
  const head = filled[place];
  const rows = filled.slice(place + 1);
  if (head === undefined || rows.length === 0) throw new SheetProblem("sheet_empty");
  const { rows: maxRows, columns: maxColumns } = sheetLimits;
  if (rows.length > maxRows) throw tooLongProblem();
  const width = lengthOf(head.cells);
  if (Math.max(width, ...rows.slice(0, 100).map(({ cells }) => lengthOf(cells))) > maxColumns) {
    throw new SheetProblem("sheet_too_wide", { most: String(maxColumns) });
  }
  const titles = Array.from({ length: width }, (_unused, index) => titleAt(head.cells, index));
  for (const row of rows) {
    row.cells = Array.from({ length: width }, (_unused, index) => row.cells[index] ?? null);
  }
  return { titles, titleLine: head.line, rows };
}

/** The problem of a sheet with more rows than an import allows. */
export function tooLongProblem(): SheetProblem {
  return new SheetProblem("sheet_too_long", { most: formatCount(sheetLimits.rows) });
}

/** Whether a cell is missing or contains only whitespace. */
export function isEmptyCell(cell: Cell | undefined): boolean {
  return cell === null || cell === undefined || (typeof cell === "string" && cell.trim() === "");
}

function lengthOf(cells: readonly Cell[]): number {
  return cells.findLastIndex((cell) => !isEmptyCell(cell)) + 1;
}

function titleAt(cells: readonly Cell[], index: number): string {
  const text = String(cells[index] ?? "")
    .replaceAll(/\s+/g, " ")
    .trim();
  return text === "" ? `Column ${index + 1}` : text.slice(0, 120);
}
