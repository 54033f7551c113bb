import { ZERO, type Kobo } from "@kontor/books/money";
import type { SidedAmount } from "@kontor/books/side";

import {
  formatBalance,
  formatCount,
  formatDate,
  formatDay,
  formatMoment,
  formatMoney,
  formatNet,
  formatPercent,
} from "./format.ts";

/**
 * The type of a cell's value by kind of column. The kind determines how a cell looks on screen and
 * paper, and the columns that it becomes in a spreadsheet, where every fact has its own column.
 */
export type CellValues = {
  text: string;
  /** One of a few fixed words; a chip on a screen. */
  status: string;
  /** Something with a name and a code; two columns in a spreadsheet. */
  named: { name: string; code: string };
  /** A business date, `YYYY-MM-DD`. */
  date: string;
  moment: Date;
  /** A moment of which screens and paper show the day. */
  day: Date;
  /** In kobo, never negative. */
  money: Kobo;
  /**
   * An amount and its side; two columns in a spreadsheet, so that amounts can be sorted and added
   * up.
   */
  balance: SidedAmount;
  /** In kobo, signed: a loss is negative. */
  net: Kobo;
  /** A change in hundredths of a percent, signed. */
  percent: bigint;
  count: number;
};

export type ColumnKind = keyof CellValues;

/**
 * The place of a cell in the two lines of a row on a phone; `none` is shown on wider screens only.
 */
export type PhonePlace = "picture" | "what" | "amount" | "detail" | "end" | "none";

type ColumnOf<Row, Kind extends ColumnKind> = {
  readonly header: string;
  readonly kind: Kind;
  /** Null leaves the cell empty. */
  readonly value: (row: Row) => CellValues[Kind] | null;
  /**
   * The sort key for a table that has all rows, where it differs from the displayed value, such as
   * for the names of months.
   */
  readonly by?: (row: Row) => string | null;
  /**
   * How its sort directions are named, if not as for other columns of its kind: months by age,
   * record numbers by size.
   */
  readonly sortedAs?: "day" | "count";
  /** In characters; defaults to the kind's usual width. */
  readonly width?: number;
  /**
   * How deep a name lies below the rows that contain it. Screens and paper indent it, and Excel does
   * by its format: the cell has the name alone, which can be looked up and sorted.
   */
  readonly indent?: (row: Row) => number;
  /** For text that may be long: it wraps and takes the remaining width. */
  readonly wrap?: true;
  /**
   * Header of the second column in a spreadsheet, for the code of `named` and the side of
   * `balance`.
   */
  readonly second?: string;
  /** The organization of a row, shown only when the list covers several. */
  readonly organization?: true;
  /** Also names an organization, but is always shown. */
  readonly whose?: true;
  /** The amounts are added up in a total row below the list. */
  readonly total?: true;
  readonly phone?: PhonePlace;
  /** Its place when the list covers several organizations, whose names need room too. */
  readonly phoneOfSeveral?: PhonePlace;
};

/** One column of a list, for every medium. */
export type ListColumn<Row> = { readonly [Kind in ColumnKind]: ColumnOf<Row, Kind> }[ColumnKind];

/**
 * A list, described once for the table on the screen, CSV, Excel and PDF. A medium without its own
 * choice of columns shows all of them, in the described order.
 */
export type List<Row, Key extends string = string> = {
  /** The name of the listed records: "Entries". */
  readonly label: string;
  readonly columns: { readonly [Name in Key]: ListColumn<Row> };
  readonly screen?: readonly NoInfer<Key>[];
  /** CSV and Excel. */
  readonly sheet?: readonly NoInfer<Key>[];
  readonly paper?: readonly NoInfer<Key>[];
  /** The column under which a wide screen names the organization of a row, for want of width. */
  readonly organizationUnder?: NoInfer<Key>;
  /**
   * The columns that tablets and laptops show in a second line of others, by the names of those, when
   * amounts of billions leave no room: amounts below amounts, so that none is left out.
   */
  readonly underIfLong?: { readonly [Name in NoInfer<Key>]?: NoInfer<Key> };
  /** The column that names a row and links to it on the screen; by default the first on a phone. */
  readonly main?: NoInfer<Key>;
  /** The columns that the server can sort by, with the names of the endpoint's `sort`. */
  readonly sorts?: readonly NoInfer<Key>[];
  /**
   * Why the list cannot be sorted, as a note for developers. A list without this note can be
   * sorted: by the server when `sorts` names columns, otherwise by the table, which has all rows.
   */
  readonly ordered?: string;
  /** Rows are numbered on the screen, in a column #. */
  readonly numbered?: true;
  /** The column with the label of a total row; by default the first text column. */
  readonly labelIn?: NoInfer<Key>;
  /** Emphasized rows, such as groups above their ledgers. */
  readonly strong?: (row: Row) => boolean;
  /**
   * Whether a row belongs to the previous one, such as the further items of an entry; paper keeps
   * them on one page.
   */
  readonly continues?: (row: Row) => boolean;
  /** Printed in landscape, for a wide list. */
  readonly landscape?: true;
};

export type Medium = "screen" | "sheet" | "paper";

/** Describes a list of rows. It is curried so that the compiler infers the column names. */
export function describeList<Row>() {
  return <const Key extends string>(list: List<Row, Key>): List<Row, Key> => list;
}

/**
 * The column with the organization of a row. @param width in characters; the usual width of text
 * when left out
 */
export function organizationColumn(width?: number) {
  return {
    header: "Organization",
    kind: "text",
    ...(width === undefined ? {} : { width }),
    wrap: true,
    value: (row: { readonly organization: string }) => row.organization,
    organization: true,
    phone: "detail",
  } as const;
}

/** The columns of one medium. @param several whether the list covers several organizations */
export function columnsIn<Row, Key extends string>(
  list: List<Row, Key>,
  medium: Medium,
  several: boolean,
): { readonly key: Key; readonly column: ListColumn<Row> }[] {
  const keys = list[medium] ?? keysOf(list.columns);
  return keys
    .map((key) => ({ key, column: list.columns[key] }))
    .filter(({ column }) => several || column.organization !== true);
}

/** `Object.keys` for an object that has no keys beyond its type. */
function keysOf<Key extends string>(columns: { readonly [Name in Key]: unknown }): Key[] {
  return Object.keys(columns) as Key[];
}

/** The column with the label of a total row. */
export function labelColumn<Row, Key extends string>(list: List<Row, Key>): Key | undefined {
  const isText = (key: Key) => list.columns[key].kind === "text";
  return list.labelIn ?? keysOf(list.columns).find(isText);
}

/** Whether cells of a kind are right-aligned, with tabular figures. */
export function isNumericKind(kind: ColumnKind): boolean {
  return (
    kind === "money" ||
    kind === "balance" ||
    kind === "net" ||
    kind === "percent" ||
    kind === "count"
  );
}

const widths: Readonly<Record<ColumnKind, number>> = {
  text: 28,
  status: 14,
  named: 28,
  date: 13,
  moment: 19,
  day: 13,
  money: 20,
  balance: 20,
  net: 20,
  percent: 12,
  count: 12,
};

/** Width of a column in characters. */
export function columnWidth({ kind, width }: Pick<ListColumn<never>, "kind" | "width">): number {
  return width ?? widths[kind];
}

/** A value with its kind, as a discriminated union. */
export type Cell = {
  [Kind in ColumnKind]: { readonly kind: Kind; readonly value: CellValues[Kind] | null };
}[ColumnKind];

/** The cell of a column of a row. */
export function cellOf<Row>(column: ListColumn<Row>, row: Row): Cell {
  return { kind: column.kind, value: column.value(row) } as Cell;
}

/** The cell of a column of a row for people, its name indented. */
export function indentedCell<Row>(column: ListColumn<Row>, row: Row): Cell {
  const cell = cellOf(column, row);
  const space = "\u2003".repeat(column.indent?.(row) ?? 0);
  if (cell.kind === "text" && cell.value) return { kind: "text", value: space + cell.value };
  if (cell.kind === "named" && cell.value) {
    return { kind: "named", value: { ...cell.value, name: space + cell.value.name } };
  }
  return cell;
}

/** A cell as text for people; an empty cell is "". A name and its code are on two lines. */
export function cellText({ kind, value }: Cell): string {
  if (value === null) return "";
  switch (kind) {
    case "text":
    case "status":
      return value;
    case "named":
      return `${value.name}\n${value.code}`;
    case "date":
      return formatDate(value);
    case "moment":
      return formatMoment(value);
    case "day":
      return formatDay(value);
    case "money":
      return formatMoney(value);
    case "balance":
      return formatBalance(value.amount, value.side);
    case "net":
      return formatNet(value);
    case "percent":
      return formatPercent(value);
    case "count":
      break;
  }
  return formatCount(value);
}

/** A row around the list, such as an opening balance or a total: a label, and amounts by column. */
export type SummaryRow<Key extends string> = {
  readonly label: string;
  /** What the row adds up, when the links of its figures depend on it. */
  readonly of?: string;
  readonly cells: { readonly [Name in Key]?: Kobo | SidedAmount };
};

/** The cell of a column of a summary row. */
export function summaryCell<Row, Key extends string>(
  list: List<Row, Key>,
  key: Key,
  { label, cells }: SummaryRow<Key>,
): Cell {
  const value = cells[key];
  if (typeof value === "bigint") {
    return { kind: list.columns[key].kind === "net" ? "net" : "money", value };
  }
  if (value !== undefined) return { kind: "balance", value };
  return { kind: "text", value: key === labelColumn(list) ? label : null };
}

/** The value of a money cell, which stays empty at zero. */
export function unlessZero(amount: Kobo): Kobo | null {
  return amount === ZERO ? null : amount;
}
