import { displayKobo, ZERO, type Kobo } from "@kontor/books/money";
import {
  cellOf,
  cellText,
  columnsIn,
  indentedCell,
  isNumericKind,
  summaryCell,
  columnWidth,
  type Cell,
  type List,
  type ListColumn,
  type SummaryRow,
} from "@kontor/contract/list";
import { codeInWords } from "@kontor/contract/words";

import type { ExportColumn, ExportTable, PrintColumn } from "./export-table.ts";

/** A list with the rows to export. */
export type ListRows<Row extends object, Key extends string> = Pick<
  ExportTable<Row>,
  "tenantId" | "total"
> & {
  list: List<Row, Key>;
  rows: AsyncIterable<readonly Row[]>;
  /** Rows before those of the list. */
  before?: readonly SummaryRow<Key>[];
  /**
   * Rows after those of the list, requested once all of these have been read, in addition to the
   * described totals.
   */
  after?: () => readonly SummaryRow<Key>[];
};

/** A row of the list, or a summary row around the list. */
type Line<Row, Key extends string> = { row: Row } | { summary: SummaryRow<Key> };

/**
 * A described list in the form from which CSV, Excel and PDF are written. A list without a tenant
 * covers all organizations.
 */
export function describedTable<Row extends object, Key extends string>(
  table: ListRows<Row, Key>,
  head: Pick<ExportTable<Row>, "facts" | "subject" | "filename">,
): ExportTable<Line<Row, Key>> {
  const { list, tenantId, total } = table;
  const several = tenantId === null;
  const cell =
    (key: Key, column: ListColumn<Row>, ofRow = cellOf<Row>) =>
    (line: Line<Row, Key>) =>
      "row" in line ? ofRow(column, line.row) : summaryCell(list, key, line.summary);
  return {
    ...head,
    title: list.label,
    tenantId,
    total,
    rows: linesOf(table),
    strong: (line) => "summary" in line || list.strong?.(line.row) === true,
    continues: (line) => "row" in line && list.continues?.(line.row) === true,
    columns: columnsIn(list, "sheet", several).flatMap(({ key, column }) =>
      sheetColumns(column, cell(key, column), (line) =>
        "row" in line ? (column.indent?.(line.row) ?? 0) : 0,
      ),
    ),
    print: columnsIn(list, "paper", several).map(({ key, column }) =>
      printColumn(column, cell(key, column, indentedCell)),
    ),
    landscape: list.landscape === true || several,
  };
}

/** All rows: those before the list, those of the list with their totals, and those after. */
async function* linesOf<Row extends object, Key extends string>({
  list,
  rows,
  before = [],
  after,
}: ListRows<Row, Key>): AsyncGenerator<Line<Row, Key>[]> {
  const summed = columnsIn(list, "sheet", true).flatMap(({ key, column }) =>
    column.kind === "money" && column.total ? [{ key, value: column.value, sum: 0n }] : [],
  );
  if (before.length > 0) yield before.map((summary) => ({ summary }));
  for await (const batch of rows) {
    for (const each of summed) {
      for (const row of batch) each.sum += each.value(row) ?? 0n;
    }
    yield batch.map((row) => ({ row }));
  }
  const sums = Object.fromEntries(summed.map(({ key, sum }) => [key, displayKobo(sum)]));
  const total = { label: "Total", cells: sums as SummaryRow<Key>["cells"] };
  const last = [...(summed.length > 0 ? [total] : []), ...(after?.() ?? [])];
  if (last.length > 0) yield last.map((summary) => ({ summary }));
}

/** Widths in characters of the columns that exist only in spreadsheets. */
const codeWidth = 18;
const sideWidth = 11;
const momentWidth = 19;

/**
 * The spreadsheet columns of a described column: names and codes, and amounts and sides, are
 * separate columns.
 */
function sheetColumns<Each>(
  column: ListColumn<never>,
  cell: (line: Each) => Cell,
  indent: (line: Each) => number,
): ExportColumn<Each>[] {
  const { header, kind } = column;
  const width = columnWidth(column);
  switch (kind) {
    case "named":
      return [
        {
          header: column.second ?? `${header} Code`,
          width: codeWidth,
          kind: "text",
          cell: (line) => namedIn(cell(line))?.code ?? null,
        },
        { header, width, kind: "text", cell: (line) => textIn(cell(line)), indent },
      ];
    case "balance":
      return [
        { header, width, kind: "amount", cell: (line) => amountIn(cell(line)) },
        {
          header: column.second ?? `${header} DR/CR`,
          width: sideWidth,
          kind: "text",
          cell: (line) => sideIn(cell(line)),
        },
      ];
    case "money":
    case "net":
      return [{ header, width, kind: "amount", cell: (line) => amountIn(cell(line)) }];
    case "percent":
      return [{ header, width, kind, cell: (line) => amountIn(cell(line)) }];
    case "date":
      return [{ header, width, kind, cell: (line) => dateIn(cell(line)) }];
    case "day":
    case "moment":
      return [{ header, width: momentWidth, kind: "moment", cell: (line) => momentIn(cell(line)) }];
    case "count":
      return [{ header, width, kind, cell: (line) => countIn(cell(line)) }];
    case "text":
    case "status":
      break;
  }
  return [{ header, width, kind: "text", cell: (line) => textIn(cell(line)), indent }];
}

/*
 * The value of a cell in a spreadsheet column; null for a cell of another kind, as in a total row.
 */

function namedIn(cell: Cell): { name: string; code: string } | null {
  return cell.kind === "named" ? cell.value : null;
}

function textIn(cell: Cell): string | null {
  if (cell.kind === "named") return cell.value?.name ?? null;
  return cell.kind === "text" || cell.kind === "status" ? cell.value : null;
}

function dateIn(cell: Cell): string | null {
  return cell.kind === "date" ? cell.value : null;
}

function momentIn(cell: Cell): Date | null {
  return cell.kind === "day" || cell.kind === "moment" ? cell.value : null;
}

function amountIn(cell: Cell): Kobo | null {
  if (cell.kind === "balance") return cell.value?.amount ?? null;
  // Hundredths of a percent are written like hundredths of a naira: 4.25.
  if (cell.kind === "percent") return cell.value === null ? null : displayKobo(cell.value);
  return cell.kind === "money" || cell.kind === "net" ? cell.value : null;
}

function countIn(cell: Cell): number | null {
  return cell.kind === "count" ? cell.value : null;
}

/** Zero has no side. */
function sideIn(cell: Cell): string | null {
  if (cell.kind !== "balance" || cell.value === null || cell.value.amount === ZERO) return null;
  return cell.value.side;
}

/** The width of a character on paper in points, with some margin. */
const pointsPerCharacter = 4.6;

function printColumn<Each>(
  column: ListColumn<never>,
  cell: (line: Each) => Cell,
): PrintColumn<Each> {
  const { header, kind, wrap } = column;
  const takesTheRest = wrap === true || kind === "named" || column.organization === true;
  // A heading is not wrapped either, and would overlap the next one.
  const characters = Math.max(columnWidth(column) + (kind === "balance" ? 2 : 0), header.length);
  return {
    header,
    width: takesTheRest ? "*" : Math.round(characters * pointsPerCharacter),
    ...(isNumericKind(kind) ? { align: "end" as const } : {}),
    cell: (line) => printedText(kind, cell(line)),
  };
}

/** As wide as the side of a balance and the space before it, in Roboto. */
const withoutSide = "\u00a0".repeat(6);

/** The figure of a balance without a side is aligned with the figures that have one. */
function printedText(kind: ListColumn<never>["kind"], cell: Cell): string {
  const text = cellText(cell);
  if (kind === "status") return codeInWords(text);
  return kind === "balance" && amountIn(cell) !== null && sideIn(cell) === null
    ? `${text}${withoutSide}`
    : text;
}
