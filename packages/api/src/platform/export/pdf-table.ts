import type { Content, TableCell, TDocumentDefinitions } from "pdfmake/interfaces.js";

import type { ExportTable, PrintColumn } from "./export-table.ts";
import { blocksOf, rowPadding, type PrintedRow } from "./pdf-blocks.ts";
import { cellPadding, fitsOneLine, gapsBefore, layOutColumns, textWidth } from "./pdf-columns.ts";
import { contentWidth, mutedColor, onLetterhead, type Letterhead } from "./pdf.ts";

/** A list to print, as plain data that can be passed to another thread. */
export type PrintedTable = {
  letterhead: Letterhead;
  title: string;
  facts: readonly (readonly [name: string, value: string])[];
  /** The subject, repeated on each page. */
  subject?: string | undefined;
  columns: readonly PrintedColumn[];
  /** Size of the rows' text, in points. */
  size: number;
  rows: readonly PrintedRow[];
  landscape: boolean;
};

/** A column with its width in points. */
type PrintedColumn = Pick<PrintColumn<never>, "header" | "align"> & { width: number };

/** Reads the rows of a list as printed cells. */
export async function printedTable<Row>(
  table: ExportTable<Row>,
  letterhead: Letterhead,
): Promise<PrintedTable> {
  const { title, facts, subject, print, strong, continues } = table;
  const rows: PrintedRow[] = [];
  for await (const batch of table.rows) {
    for (const row of batch) {
      const cells = print.map(({ cell }) => cell(row));
      rows.push({ cells, strong: strong?.(row) === true, continues: continues?.(row) === true });
    }
  }
  const { widths, size, landscape } = layOutColumns(
    print.map(({ header, width, align }, index) => ({
      header,
      width,
      ...(align ? { align } : {}),
      cells: rows.map((row) => ({ text: row.cells[index] ?? "", strong: row.strong })),
    })),
    table.landscape === true,
  );
  const columns = print.map(({ header, align }, index) => ({
    header,
    width: widths[index] ?? 0,
    align,
  }));
  const set = rows.map(({ cells, ...row }) => ({
    ...row,
    cells: cells.map((text, index) => {
      return fitsOneLine(text, row.strong, size, widths[index] ?? 0) ? unbroken(text) : text;
    }),
  }));
  return { letterhead, title, facts, subject, columns, size, rows: set, landscape };
}

/** A text that pdfmake does not try to wrap: each possible break costs memory. */
function unbroken(text: string): string {
  return text.replaceAll(" ", "\u00a0");
}

const rule = "#d3dae4";
const shade = "#eef1f6";
/** In points. */
const ruleWidth = 0.5;
const factSize = 9;
const factGap = 24;

/**
 * The document of a list: its title and facts, then its rows below headings that are repeated on
 * every page.
 */
export function tableDocument(printed: PrintedTable): TDocumentDefinitions {
  const { letterhead, title, facts, subject, columns, size, rows, landscape } = printed;
  const widths = columns.map(({ width }) => width);
  const rowLayout = rowLayoutOf(gapsBefore(columns));
  const ends = columns.map(({ align }) =>
    align === "end" ? ("right" as const) : ("left" as const),
  );
  const head: TableCell[] = columns.map(({ header }, index) => ({
    text: header,
    bold: true,
    alignment: ends[index],
    fillColor: shade,
    noWrap: true,
  }));
  const cellsOf = ({ cells, strong }: PrintedRow): TableCell[] =>
    cells.map((text, index): TableCell => {
      const end = columns[index]?.align === "end";
      // Cells have no style of their own where possible, because a long list has very many.
      if (end || strong) {
        const padded = end && text.endsWith("\u00a0") ? { preserveTrailingSpaces: true } : {};
        return { text, alignment: ends[index], bold: strong, ...padded };
      }
      return text.startsWith("\u2003") ? { text, preserveLeadingSpaces: true } : text;
    });
  const body = blocksOf(rows, widths, size).map((block) =>
    block.length === 1
      ? block.flatMap(cellsOf)
      : acrossAll(keptTogether(block.map(cellsOf), widths, rowLayout), columns.length),
  );
  if (rows.length === 0) {
    body.push(acrossAll({ text: "There is nothing to list.", color: mutedColor }, columns.length));
  }
  const half = Math.ceil(facts.length / 2);
  return onLetterhead(letterhead, {
    pageOrientation: landscape ? "landscape" : "portrait",
    info: { title, ...(subject ? { subject } : {}) },
    content: [
      { text: title, bold: true, fontSize: 15, margin: [0, 0, 0, 6] },
      {
        columns: [facts.slice(0, half), facts.slice(half)]
          .filter(({ length }) => length > 0)
          .map((each, _index, { length }) =>
            factTable(each, (contentWidth(landscape) - (length - 1) * factGap) / length),
          ),
        columnGap: factGap,
        margin: [0, 0, 0, 12],
        fontSize: factSize,
      },
      {
        table: {
          headerRows: 1,
          dontBreakRows: true,
          widths,
          body: [head, ...body],
        },
        layout: { hLineWidth: () => ruleWidth, ...rowLayout },
        fontSize: size,
      },
    ],
  });
}

/** @param gaps of the columns, in points: see {@link gapsBefore}. */
function rowLayoutOf(gaps: readonly number[]) {
  return {
    vLineWidth: () => 0,
    hLineColor: () => rule,
    paddingLeft: (column: number) => cellPadding + (gaps[column] ?? 0),
    paddingRight: () => cellPadding,
    paddingTop: () => rowPadding,
    paddingBottom: () => rowPadding,
  };
}

/** A row with one cell as wide as the table. */
function acrossAll(cell: Content, columns: number): TableCell[] {
  const across = { ...(cell as object), colSpan: columns } as TableCell;
  return [across, ...Array.from({ length: columns - 1 }, () => "")];
}

/**
 * Nests rows as a table in one row of the list, which pdfmake moves to the next page as a whole.
 * The nested table has the columns of the list and fills its row up to the edges.
 */
function keptTogether(
  body: TableCell[][],
  widths: number[],
  rowLayout: ReturnType<typeof rowLayoutOf>,
): Content {
  return {
    margin: [-cellPadding, -rowPadding, -cellPadding, -rowPadding],
    table: { widths, body },
    layout: {
      // The outer row draws the lines above the first and below the last row.
      hLineWidth: (line) => (line === 0 || line === body.length ? 0 : ruleWidth),
      ...rowLayout,
    },
  };
}

/**
 * Facts, each with its name before it.
 *
 * @param width in points. The value's column has a width of its own, because pdfmake would let a
 *   name of one long word push the facts beside it beyond the margin.
 */
function factTable(facts: PrintedTable["facts"], width: number): Content {
  const widest = Math.max(...facts.map(([name]) => textWidth(name, false)));
  const named = Math.min(Math.ceil(widest * factSize), width / 2);
  return {
    layout: "noBorders",
    table: {
      widths: [named, width - named - 2 * cellPadding],
      body: facts.map(([name, value]) => [{ text: name, color: mutedColor }, value]),
    },
  };
}
