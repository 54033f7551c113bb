import type { PrintColumn } from "./export-table.ts";
import { contentWidth } from "./pdf.ts";

/** Padding in points on both sides of a cell. */
export const cellPadding = 4;

/** Points between figures and a text after them, which would otherwise read as one. */
const gapAfterFigures = 8;

/** The distance in points of each column from the previous one, in addition to its padding. */
export function gapsBefore(columns: readonly Pick<ColumnText, "align">[]): number[] {
  return columns.map(({ align }, index) =>
    align !== "end" && columns[index - 1]?.align === "end" ? gapAfterFigures : 0,
  );
}

/** Text sizes of a table: the first that fits is used. */
const sizes = [8, 7, 6] as const;

/** The minimum width of a column that wraps, in characters. */
const minWrappedWidth = 30;

/** The minimum width of a flexible column in points, when a table is too wide for any page. */
const minFlexibleWidth = 40;

export type ColumnText = Pick<PrintColumn<never>, "header" | "width" | "align"> & {
  /** The texts of the column, with the emphasized ones. */
  cells: readonly { text: string; strong: boolean }[];
};

export type TableLayout = {
  /** In points, without padding and gaps. */
  widths: readonly number[];
  /** The text size, in points. */
  size: number;
  landscape: boolean;
};

/** Widths before flexible columns, `*`, get theirs. */
type MeasuredLayout = Omit<TableLayout, "widths"> & { widths: readonly (number | "*")[] };

/**
 * Makes each column as wide as its content, so that long names get the rest. A table too wide for a
 * page is printed in landscape, and if necessary in a smaller size.
 */
export function layOutColumns(columns: readonly ColumnText[], landscape: boolean): TableLayout {
  const ways = [
    ...(landscape ? [] : [{ size: sizes[0], landscape: false }]),
    ...sizes.map((size) => ({ size, landscape: true })),
  ];
  const laid = ways.map((way): MeasuredLayout => ({
    ...way,
    widths: columns.map((column) => widthIn(column, way.size, columns.length)),
  }));
  const smallest = { widths: columns.map(({ width }) => width), size: sizes[2], landscape: true };
  const measured = laid.find((each) => fits(columns, each)) ?? laid.at(-1) ?? smallest;
  return { ...measured, widths: fillPageWidth(columns, measured) };
}

/**
 * Widths in points of columns that together fill the page. The remaining width goes to the flexible
 * columns: first to each as much as it needs, so that no long text is wrapped next to a short one
 * with room to spare. Without a flexible column it goes to all columns. pdfmake would give flexible
 * columns equal shares, and let a long word push them beyond the margin.
 */
function fillPageWidth(
  columns: readonly ColumnText[],
  { widths, size, landscape }: MeasuredLayout,
): number[] {
  const gaps = gapsBefore(columns);
  const taken = widths.reduce<number>(
    (sum, width, index) => sum + (width === "*" ? 0 : width) + 2 * cellPadding + (gaps[index] ?? 0),
    0,
  );
  const rest = contentWidth(landscape) - taken;
  const flexible = columns.flatMap((column, index) =>
    widths[index] === "*" ? [{ index, needed: naturalWidth(column, size) }] : [],
  );
  if (flexible.length === 0) {
    const share = Math.max(0, rest) / widths.length;
    return widths.map((width) => (width === "*" ? 0 : width + share));
  }
  const given = shareByNeed(
    flexible.map(({ needed }) => needed),
    Math.max(rest, flexible.length * minFlexibleWidth),
  );
  return widths.map((width, index) =>
    width === "*"
      ? (given[flexible.findIndex((each) => each.index === index)] ?? minFlexibleWidth)
      : width,
  );
}

/**
 * Distributes all of `rest`: a need below an equal share is met exactly, what that leaves goes to
 * the others, and what nobody needs is shared equally.
 */
function shareByNeed(needs: readonly number[], rest: number): number[] {
  let left = rest;
  const given = needs.map(() => 0);
  const byNeed = [...needs.entries()].toSorted(([, one], [, other]) => one - other);
  for (const [turn, [index, needed]] of byNeed.entries()) {
    const share = Math.min(Math.max(needed, minFlexibleWidth), left / (needs.length - turn));
    given[index] = share;
    left -= share;
  }
  return given.map((share) => share + left / needs.length);
}

/** Whether a text fits on one line in a column. */
export function fitsOneLine(text: string, strong: boolean, size: number, width: number): boolean {
  return lineWidth(text, strong) * size <= width;
}

function fits(
  columns: readonly ColumnText[],
  { widths, size, landscape }: MeasuredLayout,
): boolean {
  const gaps = gapsBefore(columns);
  const taken = columns.map((column, index) => {
    const width = widths[index] ?? column.width;
    const least = Math.min(minWrappedWidth * ordinary * size, naturalWidth(column, size));
    return (width === "*" ? least : width) + 2 * cellPadding + (gaps[index] ?? 0);
  });
  return taken.reduce((sum, each) => sum + each, 0) <= contentWidth(landscape);
}

/**
 * A figure is never wrapped; a text longer than its column's described width wraps. In an empty
 * list a column is as wide as described, up to its share of the narrower page, so that headings are
 * placed as they are above rows.
 */
function widthIn(column: ColumnText, size: number, columns: number): number | "*" {
  if (column.width === "*") return "*";
  const natural = naturalWidth(column, size);
  if (column.cells.length === 0) {
    return Math.max(
      natural,
      Math.min(column.width, contentWidth(false) / columns - 2 * cellPadding),
    );
  }
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

/** The width of an ordinary letter, in em. */
const ordinary = 0.56;

/** Widths of Roboto's characters in em, rounded up; all digits have the same width. */
const classes: readonly (readonly [RegExp, number])[] = [
  [/[.,:;'|!iIljtfr()[\]\s\u00a0/-]/u, 0.36],
  [/\d/u, 0.57],
  [/[mwMW@%]/u, 0.9],
  [/[\p{Lu}₦&]/u, 0.67],
];

/** The width of a line relative to its text size; rather too wide than too narrow. */
export function textWidth(text: string, strong: boolean): number {
  let width = 0;
  for (const character of text) {
    width += classes.find(([of]) => of.test(character))?.[1] ?? ordinary;
  }
  return strong ? width * 1.03 : width;
}
