import type { PrintColumn } from "./export-table.ts";
import { contentWidth } from "./pdf.ts";

/** Points on both sides of what a cell holds. */
export const cellPadding = 4;

/** Sizes of text that a table is set in, the first that it fits. */
const sizes = [8, 7, 6] as const;

/** What is left to a column that breaks its lines is at least this, in characters of text. */
const leastWrapped = 30;

export type ColumnText = Pick<PrintColumn<never>, "header" | "width" | "align"> & {
  /** What stands in it, those that stand out among it. */
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
 * Makes each column as wide as what stands in it, so that long names have the rest. A table that is too wide for
 * a page is printed across, and if need be in a smaller size.
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

/** A table of which no column takes the rest shares it among all, so that it is as wide as the page. */
function filling(laid: Laid): Laid {
  const taken = laid.widths.map((width) => (width === "*" ? Infinity : width + 2 * cellPadding));
  const rest = contentWidth(laid.landscape) - taken.reduce((sum, each) => sum + each, 0);
  if (rest <= 0) return laid;
  const share = rest / laid.widths.length;
  return { ...laid, widths: laid.widths.map((width) => (width === "*" ? width : width + share)) };
}

function fits(columns: readonly ColumnText[], { widths, size, landscape }: Laid): boolean {
  const taken = columns.map((column, index) => {
    const width = widths[index] ?? column.width;
    const least = Math.min(leastWrapped * ordinary * size, naturalWidth(column, size));
    return (width === "*" ? least : width) + 2 * cellPadding;
  });
  return taken.reduce((sum, each) => sum + each, 0) <= contentWidth(landscape);
}

/** A figure is never broken; a text that is longer than its column was described goes on over its end. */
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

/** Parts of an em that characters of Roboto take, rounded up: digits are all alike. */
const classes: readonly (readonly [RegExp, number])[] = [
  [/[.,:;'|!iIljtfr()[\]\s\u00a0/-]/u, 0.36],
  [/\d/u, 0.57],
  [/[mwMW@%]/u, 0.9],
  [/[\p{Lu}₦&]/u, 0.67],
];

/** Width of a line in parts of its size. */
function textWidth(text: string, strong: boolean): number {
  let width = 0;
  for (const character of text) {
    width += classes.find(([of]) => of.test(character))?.[1] ?? ordinary;
  }
  return strong ? width * 1.03 : width;
}
