import { cellPadding, textWidth } from "./pdf-columns.ts";

/** A row to be laid out. */
export type PrintedRow = {
  cells: readonly string[];
  /** Whether it is a heading, a balance or a total. */
  strong: boolean;
  /** Whether it belongs to the previous row. */
  continues: boolean;
};

/** Padding in points above and below a row. */
export const rowPadding = 3;

/** The line height of Roboto relative to the text size. */
const leading = 1.18;

/**
 * The maximum height in points that is kept on one page, less than half a page: more would leave
 * pages half empty.
 */
const maxBlockHeight = 180;

/**
 * Groups rows into blocks that must stay on one page: an entry with its items, a heading with the
 * first row below it, and the totals at the end with the row before them, so that no page begins
 * with only a total. A block that would be too high is split between two rows.
 *
 * @param widths of the columns, in points.
 * @param size of the text, in points.
 */
export function blocksOf(
  rows: readonly PrintedRow[],
  widths: readonly number[],
  size: number,
): PrintedRow[][] {
  const firstTotal = rows.findLastIndex(({ strong }) => !strong) + 1;
  const blocks: PrintedRow[][] = [];
  let height = 0;
  for (const [index, row] of rows.entries()) {
    const before = rows[index - 1];
    const ending = index === firstTotal || index === rows.length - 1;
    const joined = row.continues || (row.strong ? ending : before?.strong === true);
    const own = heightOf(row, widths, size);
    const block = blocks.at(-1);
    if (joined && block && height + own <= maxBlockHeight) {
      block.push(row);
      height += own;
    } else {
      blocks.push([row]);
      height = own;
    }
  }
  return blocks;
}

/** The estimated height of a row; rather too high, because widths are rounded up. */
function heightOf({ cells, strong }: PrintedRow, widths: readonly number[], size: number): number {
  const lines = cells.map((text, index) => {
    const room = Math.max(1, (widths[index] ?? 0) - cellPadding);
    return text
      .split("\n")
      .reduce(
        (sum, line) => sum + Math.max(1, Math.ceil((textWidth(line, strong) * size) / room)),
        0,
      );
  });
  return Math.max(1, ...lines) * size * leading + 2 * rowPadding;
}
