import type { ColumnKind, PhonePlace } from "@kontor/contract/list";
import type { ReactNode } from "react";

import type { PagingProps } from "./paging.tsx";
import type { RowAction } from "./row-actions.tsx";
import type { OpenTarget } from "./row-opening.tsx";
import type { BulkAction } from "./ticks.tsx";

/** The sort key of rows: texts alphabetically, ignoring case, the rest by size. */
export type OrderValue = string | number | bigint | Date | null;

export type Column<Row> = {
  /** Unique in the table. */
  key: string;
  header: string;
  /** `index` counts from 0 on the page that is shown. */
  cell: (row: Row, index: number) => ReactNode;
  /** What the cells hold, for their style. */
  kind?: ColumnKind;
  /** Amounts and counts are right-aligned, in figures of equal width. */
  align?: "start" | "end" | "center";
  /** The name by which the list sorts this column; the header becomes a button. */
  sort?: string;
  /** What the rows are ordered by in a table that has them all here; the header becomes a button. */
  by?: (row: Row) => OrderValue;
  width?: string | number;
  /** Text that may be long: it wraps, while other columns keep one line. */
  wrap?: boolean;
  /** Its place in a row of two lines. */
  phone?: PhonePlace | "menu";
  /** Names the organization of the row, where several are listed. */
  whose?: boolean;
  /** Links to the record of the row, where the table can open it. */
  opens?: boolean;
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
  /** The load failed; `onRetry` offers another try. */
  failed?: boolean;
  /** Why the load failed: what the server says is shown. */
  error?: Error | null;
  onRetry?: () => void;
  /** What is shown when there are no rows: a sentence or an EmptyState. */
  empty: ReactNode;
  /** Sorting now: `name` upwards, `-name` downwards. */
  sort?: string | undefined;
  onSort?: (sort: string) => void;
  /** What a row opens, by a click anywhere on it or Enter. Null for nothing. */
  open?: (row: Row) => OpenTarget | null;
  /** The menu at the end of a row; an empty list shows a dash. */
  actions?: (row: Row) => readonly RowAction[];
  /** What is being done to a row, "Approving Ada Okafor"; meanwhile a spinner replaces its menu. */
  underway?: (row: Row) => string | undefined;
  /** One link or button at the end of a row, under a head of its own. */
  rowEnd?: {
    header: string;
    cell: (row: Row) => ReactNode;
    /** It has the same target as the row itself, so a phone leaves it out. */
    repeats?: true;
  };
  /** What can be done to several rows at once; rows can be ticked where there is something. */
  bulk?: readonly BulkAction<Row>[];
  /** Names the row in its menu and its tick box: "Actions for Acme". */
  rowName?: (row: Row) => string;
  /** A data attribute for styling by the page's own style sheet. */
  rowTone?: (row: Row) => string | undefined;
  /** `Table.Tr` elements before the rows, such as an opening balance. */
  before?: ReactNode;
  /** A `Table.Tr` element above a row where a group of rows begins, such as a day; null above others. */
  heading?: (row: Row, previous: Row | undefined) => ReactNode;
  /** `Table.Tr` elements after the rows, such as totals. */
  after?: ReactNode;
  paging?: PagingProps | undefined;
  /** Wider than screens are: it scrolls sideways, and its first column stays visible. */
  wide?: boolean;
  /** On a phone a row is two lines, or the table keeps its columns and scrolls. */
  phone?: "lines" | "scroll";
};
