import type { Content, TableCell, TDocumentDefinitions } from "pdfmake/interfaces.js";

import type { ExportTable, PrintColumn } from "./export-table.ts";
import { cellPadding, layColumns } from "./pdf-columns.ts";
import { onLetterhead, type Letterhead } from "./pdf.ts";

/** A list to print, as plain data that can be passed to another thread. */
export type PrintedTable = {
  letterhead: Letterhead;
  title: string;
  facts: readonly (readonly [name: string, value: string])[];
  columns: readonly Pick<PrintColumn<never>, "header" | "width" | "align">[];
  /** Size of the rows' text, in points. */
  size: number;
  rows: readonly { cells: readonly string[]; strong: boolean }[];
  landscape: boolean;
};

/** Reads the rows of a list as printed cells. */
export async function printedTable<Row>(
  table: ExportTable<Row>,
  letterhead: Letterhead,
): Promise<PrintedTable> {
  const { title, facts, print, strong } = table;
  const rows: PrintedTable["rows"][number][] = [];
  for await (const batch of table.rows) {
    for (const row of batch) {
      const cells = print.map((column) => cellText(column, row));
      rows.push({ cells, strong: strong?.(row) === true });
    }
  }
  const { widths, size, landscape } = layColumns(
    print.map(({ header, width, align }, index) => ({
      header,
      width,
      ...(align ? { align } : {}),
      cells: rows.map((row) => ({ text: row.cells[index] ?? "", strong: row.strong })),
    })),
    table.landscape === true,
  );
  const columns = print.map(({ header, width, align }, index) => ({
    header,
    width: widths[index] ?? width,
    align,
  }));
  return { letterhead, title, facts, columns, size, rows, landscape };
}

/** Only the flexible column wraps its lines; words cost memory where lines may wrap. */
function cellText<Row>({ cell, width }: PrintColumn<Row>, row: Row): string {
  const text = cell(row);
  return width === "*" ? text : text.replaceAll(" ", "\u00a0");
}

const quiet = "#5b6675";
const rule = "#d3dae4";
const shade = "#eef1f6";

/**
 * The document of a list: its title and facts, then its rows below headings repeated on every page.
 */
export function tableDocument(printed: PrintedTable): TDocumentDefinitions {
  const { letterhead, title, facts, columns, size, rows, landscape } = printed;
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
  const body = rows.map(({ cells, strong }) =>
    cells.map((text, index): TableCell => {
      const end = columns[index]?.align === "end";
      // Cells have no style of their own where possible, since a long list has very many of them.
      if (end || strong) return { text, alignment: ends[index], bold: strong };
      return text.startsWith("\u2003") ? { text, preserveLeadingSpaces: true } : text;
    }),
  );
  const half = Math.ceil(facts.length / 2);
  return onLetterhead(letterhead, {
    pageOrientation: landscape ? "landscape" : "portrait",
    info: { title },
    content: [
      { text: title, bold: true, fontSize: 15, margin: [0, 0, 0, 6] },
      {
        columns: [facts.slice(0, half), facts.slice(half)]
          .filter(({ length }) => length > 0)
          .map(factTable),
        columnGap: 24,
        margin: [0, 0, 0, 12],
        fontSize: 9,
      },
      {
        table: {
          headerRows: 1,
          dontBreakRows: true,
          widths: columns.map(({ width }) => width),
          body: [head, ...body],
        },
        layout: {
          hLineWidth: () => 0.5,
          vLineWidth: () => 0,
          hLineColor: () => rule,
          paddingLeft: () => cellPadding,
          paddingRight: () => cellPadding,
          paddingTop: () => 3,
          paddingBottom: () => 3,
        },
        fontSize: size,
      },
    ],
  });
}

function factTable(facts: PrintedTable["facts"]): Content {
  return {
    layout: "noBorders",
    table: {
      widths: ["auto", "*"],
      body: facts.map(([name, value]) => [{ text: name, color: quiet }, value]),
    },
  };
}
