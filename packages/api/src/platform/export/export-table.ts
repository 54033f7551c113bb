import type { Kobo } from "@kontor/books/money";

type Kinds<Row> = {
  text: (row: Row) => string | null;
  /** A business date, `YYYY-MM-DD`. */
  date: (row: Row) => string | null;
  moment: (row: Row) => Date | null;
  /** In kobo, never negative: the side is a separate column. */
  amount: (row: Row) => Kobo | null;
  /** In hundredths of a percent, which are written as hundredths of a naira are, without its sign. */
  percent: (row: Row) => Kobo | null;
  count: (row: Row) => number | null;
};

type ColumnOf<Row, Kind extends keyof Kinds<Row>> = {
  header: string;
  /** In characters of the sheet's own font. */
  width: number;
  kind: Kind;
  /** Null leaves the cell empty. */
  cell: Kinds<Row>[Kind];
};

/**
 * A column of a spreadsheet or CSV: one fact a column, so that columns can be sorted and added up.
 */
export type ExportColumn<Row> = {
  [Kind in keyof Kinds<Row>]: ColumnOf<Row, Kind>;
}[keyof Kinds<Row>];

/** A column on paper, where related facts share a cell. */
export type PrintColumn<Row> = {
  header: string;
  /** In points; `*` shares what is left of the page. */
  width: number | "*";
  /** Amounts are right-aligned, so that the kobo of a column line up. */
  align?: "end";
  cell: (row: Row) => string;
};

/** A list to export, in any format. */
export type ExportTable<Row> = {
  /** What it is: "Ledger Statement". */
  title: string;
  /** What it covers, and its totals: "Period", "1 to 31 March 2026". */
  facts: readonly (readonly [name: string, value: string])[];
  /** What the list is of, repeated on each page: a ledger, a range of days. */
  subject?: string | undefined;
  /** Name of the file without its ending; safe parts come from {@link fileName}. */
  filename: string;
  /** The organization on whose letterhead it is printed; null for the platform's. */
  tenantId: number | null;
  /** How many lines of the list there are; rows of balances and totals are not counted. */
  total: number;
  /** The rows in batches, which may be read only as fast as they are written. */
  rows: AsyncIterable<readonly Row[]>;
  /** Balances and totals are emphasized. */
  strong?: (row: Row) => boolean;
  /** Whether a row belongs to the one before it. */
  continues?: (row: Row) => boolean;
  columns: readonly ExportColumn<Row>[];
  print: readonly PrintColumn<Row>[];
  /** Wide lists are printed in landscape. */
  landscape?: boolean;
};

/** Joins the parts of a file's name; each part keeps only letters, digits, dots and dashes. */
export function fileName(parts: readonly (string | null | undefined)[]): string {
  return parts
    .map((part) => (part ?? "").replaceAll(/[^\p{L}\p{N}.-]+/gu, "-").replaceAll(/^[.-]+|-+$/g, ""))
    .filter((part) => part !== "")
    .join("_");
}
