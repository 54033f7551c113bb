import { isNumericKind, type Cell, type ColumnKind, type PhonePlace } from "@kontor/contract/list";
import type { ReactNode } from "react";

import type { PagingProps } from "./paging.tsx";
import type { RowAction } from "./row-actions.tsx";
import type { OpenTarget } from "./row-link.tsx";
import type { BulkAction } from "./row-selection.tsx";

/** The sort key of a row: texts are sorted alphabetically, ignoring case, other values by size. */
export type SortValue = string | number | bigint | Date | null;

export type Column<Row> = {
  /** Unique in the table. */
  key: string;
  header: string;
  /** Renders a cell; `index` counts from 0 on the current page. */
  cell: (row: Row, index: number) => ReactNode;
  /** The kind of content, for the cell's style. */
  kind?: ColumnKind;
  /** The kind whose names its sort directions have, if not its own. */
  sortedAs?: ColumnKind | undefined;
  /** Amounts and counts are right-aligned, in tabular figures. */
  align?: "start" | "end" | "center";
  /** The server's name for sorting by this column. The header becomes a button. */
  sort?: string;
  /** The sort key of a row, for a table that has all its rows. The header becomes a button. */
  by?: (row: Row) => SortValue;
  width?: string | number;
  /** Text that may be long: it wraps, while other columns stay on one line. */
  wrap?: boolean;
  /** Its position in a two-line row on a phone. */
  phone?: PhonePlace | "menu";
  /** The column names the organization of the row, when several are listed. */
  whose?: boolean;
  /** The cell links to the record of the row, if the table can open it. */
  opens?: boolean;
  /** A second fact below the first in the same cells, with its own header below the first header. */
  under?: Pick<Column<Row>, "key" | "header" | "cell" | "sort">;
};

export type DataTableProps<Row> = {
  /** The table's name for screen readers: "Organizations". */
  label: string;
  columns: readonly Column<Row>[];
  /** Undefined until the first response. */
  rows: readonly Row[] | undefined;
  rowKey: (row: Row) => string | number;
  loading: boolean;
  loadingText?: string;
  /** Whether the load failed; `onRetry` offers a retry. */
  failed?: boolean;
  /** The error of a failed load, whose message from the server is shown. */
  error?: Error | null;
  onRetry?: () => void;
  /** Shown when there are no rows: a sentence or an EmptyState. */
  empty: ReactNode;
  /** The current order: `name` ascending, `-name` descending. */
  sort?: string | undefined;
  onSort?: (sort: string) => void;
  /** What a click anywhere on a row, or Enter, opens. Null for nothing. */
  open?: (row: Row) => OpenTarget | null;
  /** The menu at the end of a row; a row without actions shows a dash. */
  actions?: (row: Row) => readonly RowAction[];
  /** The action in progress on a row, "Approving Ada Okafor"; a spinner then replaces its menu. */
  underway?: (row: Row) => string | undefined;
  /** One link or button at the end of a row, with its own header. */
  rowEnd?: {
    header: string;
    cell: (row: Row) => ReactNode;
    /** It has the same target as the row itself, so a phone leaves it out. */
    repeats?: true;
  };
  /** Actions on several rows at once. If there are any, rows can be ticked. */
  bulk?: readonly BulkAction<Row>[];
  /** Names the row in its menu and its tick box: "Actions for Acme". */
  rowName?: (row: Row) => string;
  /** A data attribute for the page's own style sheet. */
  rowTone?: (row: Row) => string | undefined;
  /** `Table.Tr` elements before the rows, such as an opening balance. */
  before?: ReactNode;
  /** A `Table.Tr` element above the first row of a group, such as a day; null above other rows. */
  heading?: (row: Row, previous: Row | undefined) => ReactNode;
  /** `Table.Tr` elements after the rows, such as totals. */
  after?: ReactNode;
  paging?: PagingProps | undefined;
  /** On which devices its amounts need smaller text, and the currency symbol in the header only. */
  longAmounts?: LongAmounts;
  /** The table is wider than screens: it scrolls sideways, and its first column stays visible. */
  wide?: boolean;
  /** On a phone a row has two lines, or the table keeps its columns and scrolls. */
  phone?: "lines" | "scroll";
};

/** The devices on which the amounts of a table are too long for its columns: all, or only tablets. */
export type LongAmounts = "screen" | "tablet" | undefined;

/** Characters of the longest amount of a column up to which six columns fit: "₦999,999,999.99". */
const normalAmountLength = 15;

/** Characters of a row that fit a window of 1440 pixels at the usual size of text. */
const screenRowLength = 105;

/** Characters of a row that fit a tablet of 1024 pixels. */
const tabletRowLength = 75;

/** Characters that a column of text needs, since it wraps. */
const minColumnLength = 10;

/**
 * The devices on which the columns of a table do not fit beside each other, since several have
 * amounts of billions or trillions. Such a table has smaller text, and if it is too long for a
 * screen, it shows the currency symbol in its header only.
 *
 * @param columns the cells of each column, in rows and totals.
 */
export function longAmountsOf(columns: readonly (readonly Cell[])[]): LongAmounts {
  const lengths = columns.map((cells) => Math.max(minColumnLength, ...cells.map(figureLength)));
  const whole = lengths.reduce((sum, length) => sum + length, 0);
  if (Math.max(...lengths) <= normalAmountLength || whole <= tabletRowLength) return undefined;
  return whole > screenRowLength ? "screen" : "tablet";
}

/** The characters of a figure as it is shown, without formatting it; zero for anything else. */
function figureLength(cell: Cell): number {
  if (!isNumericKind(cell.kind) || cell.value === null) return 0;
  if (cell.kind === "balance") return moneyLength(cell.value.amount) + 3;
  if (cell.kind === "net") return moneyLength(cell.value) + 2;
  return cell.kind === "money" ? moneyLength(cell.value) : 0;
}

function moneyLength(amount: bigint): number {
  const naira = String(amount < 0n ? -amount : amount).length - 2;
  return "₦.00".length + Math.max(1, naira) + Math.floor(Math.max(0, naira - 1) / 3);
}
