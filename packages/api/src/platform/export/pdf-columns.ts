import type { PrintColumn } from "./export-table.ts";
import { contentWidth } from "./pdf.ts";

/** Padding in points on both sides of a cell. */
export const cellPadding = 4;

/** Text sizes of a table: the first that fits is used. */
const sizes = [8, 7, 6] as const;

/** The least width of a column that wraps, in characters. */
const leastWrapped = 30;

/** The least width of a flexible column in points, where a table is too wide for any page. */
const leastFlexible = 40;

export type ColumnText = Pick<PrintColumn<never>, "header" | "width" | "align"> & {
  /** The texts of the column, with the emphasized ones. */
  cells: readonly { text: string; strong: boolean }[];
};

export type Laid = {
  /** In points; `*` shares what is left of the page. */
  widths: readonly (number | "*")[];
  /** Of the text, in points. */
  size: number;
  landscape: boolean;
};

/**
 * Makes each column as wide as its content, so that long names get the rest. A table too wide for a
 * page is printed in landscape, and if need be in a smaller size.
 */
export function layColumns(columns: readonly ColumnText[], landscape: boolean): Laid {
  const ways = [
    ...(landscape ? [] : [{ size: sizes[0], landscape: false }]),
    ...sizes.map((size) => ({ size, landscape: true })),
  ];
  const laid = ways.map((way) => ({
    ...way,
    widths: columns.map((column) => widthIn(column, way.size)),
  }));
  const smallest = { widths: columns.map(({ width }) => width), size: sizes[2], landscape: true };
  return filling(laid.find((each) => fits(columns, each)) ?? laid.at(-1) ?? smallest);
}

/**
 * A table without a flexible column shares the rest among all columns, so that it is as wide as the
 * page.
 */
function filling(laid: Laid): Laid {
  const taken = laid.widths.map((width) => (width === "*" ? Infinity : width + 2 * cellPadding));
  const rest = contentWidth(laid.landscape) - taken.reduce((sum, each) => sum + each, 0);
  if (rest <= 0) return laid;
  const share = rest / laid.widths.length;
  return { ...laid, widths: laid.widths.map((width) => (width === "*" ? width : width + share)) };
}

/**
 * Widths in points of columns as wide as the page: flexible ones share what the others leave.
 * pdfmake would let a long word widen them beyond the margin.
 */
export function shareRest(widths: Laid["widths"], landscape: boolean): number[] {
  const flexible = widths.filter((width) => width === "*").length;
  const taken = widths.reduce<number>(
    (sum, width) => sum + (width === "*" ? 0 : width) + 2 * cellPadding,
    0,
  );
  const share = Math.max(leastFlexible, (contentWidth(landscape) - taken) / Math.max(1, flexible));
  return widths.map((width) => (width === "*" ? share : width));
}

/** Whether a text stays on one line in a column. */
export function fitsOneLine(text: string, strong: boolean, size: number, width: number): boolean {
  return lineWidth(text, strong) * size <= width;
}

function fits(columns: readonly ColumnText[], { widths, size, landscape }: Laid): boolean {
  const taken = columns.map((column, index) => {
    const width = widths[index] ?? column.width;
    const least = Math.min(leastWrapped * ordinary * size, naturalWidth(column, size));
    return (width === "*" ? least : width) + 2 * cellPadding;
  });
  return taken.reduce((sum, each) => sum + each, 0) <= contentWidth(landscape);
}

/** A figure is never wrapped; a text longer than its column's described width wraps. */
function widthIn(column: ColumnText, size: number): number | "*" {
  if (column.width === "*") return "*";
  const natural = naturalWidth(column, size);
  if (column.align === "end") return natural;
  return Math.max(textWidth(column.header, true) * size, Math.min(natural, column.width));
}

function naturalWidth(column: ColumnText, size: number): number {
  const widest = column.cells.reduce(
    (most, { text, strong }) => Math.max(most, lineWidth(text, strong)),
    textWidth(column.header, true),
  );
  return Math.ceil(widest * size) + 1;
}

function lineWidth(text: string, strong: boolean): number {
  return text.split("\n").reduce((most, line) => Math.max(most, textWidth(line, strong)), 0);
}

/** Part of an em that an ordinary letter takes. */
const ordinary = 0.56;

/** Widths of Roboto's characters in parts of an em, rounded up; all digits are equal. */
const classes: readonly (readonly [RegExp, number])[] = [
  [/[.,:;'|!iIljtfr()[\]\s\u00a0/-]/u, 0.36],
  [/\d/u, 0.57],
  [/[mwMW@%]/u, 0.9],
  [/[\p{Lu}₦&]/u, 0.67],
];

/** Width of a line in parts of its size; rather too wide than too narrow. */
export function textWidth(text: string, strong: boolean): number {
  let width = 0;
  for (const character of text) {
    width += classes.find(([of]) => of.test(character))?.[1] ?? ordinary;
  }
  return strong ? width * 1.03 : width;
}
