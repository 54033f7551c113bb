import type { Kobo } from "@kontor/books/money";

type Kinds<Row> = {
  text: (row: Row) => string | null;
  /** A business date, `YYYY-MM-DD`. */
  date: (row: Row) => string | null;
  moment: (row: Row) => Date | null;
  /** In kobo, never negative: the side is a separate column. */
  amount: (row: Row) => Kobo | null;
  /** In hundredths of a percent, written like hundredths of a naira, without its sign. */
  percent: (row: Row) => Kobo | null;
  count: (row: Row) => number | null;
};

type ColumnOf<Row, Kind extends keyof Kinds<Row>> = {
  header: string;
  /** In characters of the spreadsheet's default font. */
  width: number;
  kind: Kind;
  /** Null leaves the cell empty. */
  cell: Kinds<Row>[Kind];
  /** The nesting level of a name, for formats that can indent without changing it. */
  indent?: (row: Row) => number;
};

/**
 * A column of a spreadsheet or CSV: one fact per column, so that columns can be sorted and added
 * up.
 */
export type ExportColumn<Row> = {
  [Kind in keyof Kinds<Row>]: ColumnOf<Row, Kind>;
}[keyof Kinds<Row>];

/** A column on paper, where related facts share a cell. */
export type PrintColumn<Row> = {
  header: string;
  /** In points; `*` takes the remaining width of the page. */
  width: number | "*";
  /** Amounts are right-aligned, so that the kobo of a column line up. */
  align?: "end";
  cell: (row: Row) => string;
};

/** A list to export, in any format. */
export type ExportTable<Row> = {
  /** The name of the list: "Ledger Statement". */
  title: string;
  /** The filters of the list and its totals: "Period", "1 to 31 March 2026". */
  facts: readonly (readonly [name: string, value: string])[];
  /** The subject, repeated on each page: a ledger, a range of days. */
  subject?: string | undefined;
  /** Name of the file without its extension, from {@link fileName}. */
  filename: string;
  /** The organization whose letterhead is printed; null for the platform's. */
  tenantId: number | null;
  /** The number of lines of the list, not counting rows of balances and totals. */
  total: number;
  /** The rows in batches, which are read only as fast as they are written. */
  rows: AsyncIterable<readonly Row[]>;
  /** Whether a row is emphasized, as balances and totals are. */
  strong?: (row: Row) => boolean;
  /** Whether a row belongs to the previous one. */
  continues?: (row: Row) => boolean;
  columns: readonly ExportColumn<Row>[];
  print: readonly PrintColumn<Row>[];
  /** Whether it is printed in landscape, for a wide list. */
  landscape?: boolean;
};

/** Joins the parts of a file's name; keeps only letters, digits, dots and dashes of each part. */
export function fileName(parts: readonly (string | null | undefined)[]): string {
  return parts
    .map((part) => (part ?? "").replaceAll(/[^\p{L}\p{N}.-]+/gu, "-").replaceAll(/^[.-]+|-+$/g, ""))
    .filter((part) => part !== "")
    .join("_");
}
