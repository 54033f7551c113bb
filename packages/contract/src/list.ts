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
 * The value of a cell by kind of column. The kind decides how a cell looks on screen and paper, and
 * what it is in a sheet, where every fact has a column of its own.
 */
export type CellValues = {
  text: string;
  /** One word of a fixed few; a chip on a screen. */
  status: string;
  /** Something that has a name and a code; two columns in a sheet. */
  named: { name: string; code: string };
  /** A business date, `YYYY-MM-DD`. */
  date: string;
  moment: Date;
  /** A moment; screens and paper show its day. */
  day: Date;
  /** In kobo, never negative. */
  money: Kobo;
  /** An amount and its side; two columns in a sheet, so that amounts can be sorted and added up. */
  balance: SidedAmount;
  /** In kobo, with a sign: a loss is negative. */
  net: Kobo;
  /** A change in hundredths of a percent, with a sign. */
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
  /** What a table that has all rows orders them by, where that is not what is read, such as the names of months. */
  readonly by?: (row: Row) => string | null;
  /** In characters; the kind's usual one when left out. */
  readonly width?: number;
  /** Text that may be long: it breaks its lines and takes what is left of the width. */
  readonly wrap?: true;
  /** Head of the second column in a sheet, for the code of `named` and the side of `balance`. */
  readonly second?: string;
  /** The organization of a row: shown only where the list is of several. */
  readonly organization?: true;
  /** Names an organization too, and is shown always. */
  readonly whose?: true;
  /** The amounts of the list are added up in a row below it. */
  readonly total?: true;
  readonly phone?: PhonePlace;
  /** Its place where the list is of several organizations, whose names need room too. */
  readonly phoneOfSeveral?: PhonePlace;
};

/** One column of a list, for every medium. */
export type ListColumn<Row> = { readonly [Kind in ColumnKind]: ColumnOf<Row, Kind> }[ColumnKind];

/**
 * A list, described once for the table on the screen, CSV, Excel and PDF. Without a choice of columns a
 * medium has all of them, in the order in which they are described.
 */
export type List<Row, Key extends string = string> = {
  /** What it lists: "Entries". */
  readonly label: string;
  readonly columns: { readonly [Name in Key]: ListColumn<Row> };
  readonly screen?: readonly NoInfer<Key>[];
  /** CSV and Excel. */
  readonly sheet?: readonly NoInfer<Key>[];
  readonly paper?: readonly NoInfer<Key>[];
  /** The column that names a row and links to it on the screen; by default the first on a phone. */
  readonly main?: NoInfer<Key>;
  /** The columns that the server can sort by; the names are those of the endpoint's `sort`. */
  readonly sorts?: readonly NoInfer<Key>[];
  /**
   * Why the order of the rows cannot be changed: a sentence for the reader of the description. A list
   * without it is sorted, by the server where `sorts` names columns, and by the table where it has all rows.
   */
  readonly ordered?: string;
  /** The rows are counted on the screen, under #. */
  readonly numbered?: true;
  /** The column with the label of a row of totals; by default the first column of text. */
  readonly labelIn?: NoInfer<Key>;
  /** Emphasized rows, such as groups above their ledgers. */
  readonly strong?: (row: Row) => boolean;
  /** Whether a row belongs to the one before it, such as the further items of an entry: paper keeps them on one page. */
  readonly continues?: (row: Row) => boolean;
  /** A wide list is printed in landscape. */
  readonly landscape?: true;
};

export type Medium = "screen" | "sheet" | "paper";

/** Describes a list of rows; called twice so that the compiler infers the names of the columns. */
export function describeList<Row>() {
  return <const Key extends string>(list: List<Row, Key>): List<Row, Key> => list;
}

/** The column that says whose a row is. @param width in characters; the usual one of a text when left out */
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

/** The columns of one medium. @param several whether the list is of several organizations */
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

/** `Object.keys` of an object whose keys are known to be all that it has. */
function keysOf<Key extends string>(columns: { readonly [Name in Key]: unknown }): Key[] {
  return Object.keys(columns) as Key[];
}

/** The column with the label of a row of totals. */
export function labelKey<Row, Key extends string>(list: List<Row, Key>): Key | undefined {
  const isText = (key: Key) => list.columns[key].kind === "text";
  return list.labelIn ?? keysOf(list.columns).find(isText);
}

/** Whether cells of a kind are right-aligned, in figures of equal width. */
export function isFigure(kind: ColumnKind): boolean {
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
export function widthOf({ kind, width }: Pick<ListColumn<never>, "kind" | "width">): number {
  return width ?? widths[kind];
}

/** A value of a kind, so that the compiler knows which belongs to which. */
export type Cell = {
  [Kind in ColumnKind]: { readonly kind: Kind; readonly value: CellValues[Kind] | null };
}[ColumnKind];

/** The cell of a column of a row. */
export function cellOf<Row>(column: ListColumn<Row>, row: Row): Cell {
  return { kind: column.kind, value: column.value(row) } as Cell;
}

/** A cell as text for people; an empty cell is "". A name and its code stand on two lines. */
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

/**
 * A row around the list, such as a balance before it or a total: a label, and amounts by column.
 */
export type SummaryRow<Key extends string> = {
  readonly label: string;
  /** What it sums, where the links behind its figures depend on that. */
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
  return { kind: "text", value: key === labelKey(list) ? label : null };
}

/** The value of a cell of money that stays empty at zero. */
export function unlessZero(amount: Kobo): Kobo | null {
  return amount === ZERO ? null : amount;
}
