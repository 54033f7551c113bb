import { changeInBasisPoints } from "@kontor/books/financial-statement";
import { displayKobo } from "@kontor/books/money";
import { z } from "zod";

import { changedColumn, changedSinceMoment } from "../accounting/as-recorded.ts";
import type { List } from "../list.ts";
import { date } from "../wire/dates.ts";
import { idOut } from "../wire/ids.ts";
import { money, side } from "../wire/money.ts";

/** The earlier ranges that a statement of a period can be compared with. */
export const comparisons = ["none", "period_before", "year_before"] as const;

export type Comparison = (typeof comparisons)[number];

export const comparison = z
  .enum(comparisons, { error: "Choose one of none, period_before and year_before." })
  .default("period_before");

/** The range that a statement is compared with; for a balance sheet a single day. Null for none. */
export const comparedWith = z
  .strictObject({ start_date: date.nullable(), end_date: date })
  .nullable();

export type ComparedWith = z.output<typeof comparedWith>;

/** The fields of a line of a statement besides its kind and its section. */
export const statementLineFields = {
  tenant_id: idOut.nullable(),
  /** The id of the group, ledger or organization; null for any other line. */
  id: idOut.nullable(),
  group_id: idOut.nullable(),
  code: z.string().nullable(),
  name: z.string(),
  amount: money,
  amount_dc: side,
  /** The comparison figure; null without a comparison. */
  compared: money.nullable(),
  compared_dc: side,
  changed: changedSinceMoment,
};

type Line = { code: string | null; name: string; changed: boolean };

type Figures<Row> = {
  /** A line's signed amount, in kobo. */
  amountOf: (row: Row) => bigint;
  /** Its signed comparison figure; null without one. */
  comparedOf: (row: Row) => bigint | null;
  /** How many steps it is indented below the heading of its section. */
  indentOf: (row: Row) => number;
};

/** The columns of a statement: its lines with their amounts and what they are compared with. */
export function statementColumns<Row extends Line>({
  amountOf,
  comparedOf,
  indentOf,
}: Figures<Row>) {
  return {
    code: {
      header: "Account Code",
      kind: "text" as const,
      width: 14,
      value: (row: Row) => row.code,
      phone: "none" as const,
    },
    name: {
      header: "Account",
      kind: "text" as const,
      width: 40,
      wrap: true as const,
      value: (row: Row) => row.name,
      indent: indentOf,
      phone: "what" as const,
    },
    amount: {
      header: "Amount",
      kind: "net" as const,
      width: 20,
      value: (row: Row) => displayKobo(amountOf(row)),
      phone: "amount" as const,
    },
    compared: {
      header: "Compared With",
      kind: "net" as const,
      width: 20,
      value: (row: Row) => {
        const compared = comparedOf(row);
        return compared === null ? null : displayKobo(compared);
      },
      phone: "none" as const,
    },
    change: {
      header: "Change",
      kind: "net" as const,
      width: 20,
      value: (row: Row) => {
        const compared = comparedOf(row);
        return compared === null ? null : displayKobo(amountOf(row) - compared);
      },
      phone: "none" as const,
    },
    percent: {
      header: "Change %",
      kind: "percent" as const,
      // In hundredths of a percent.
      value: (row: Row) => {
        const compared = comparedOf(row);
        return compared === null ? null : changeInBasisPoints(amountOf(row), compared);
      },
      phone: "end" as const,
    },
    changed: changedColumn,
  };
}

/** The name of a column of a statement. */
export type StatementColumn = keyof ReturnType<typeof statementColumns>;

const comparisonColumns: ReadonlySet<string> = new Set(["compared", "change", "percent"]);

/** The list of a statement; without a comparison, the columns that would be empty are left out. */
export function withComparison<Row>(
  list: List<Row, StatementColumn>,
  compared: ComparedWith,
): List<Row, StatementColumn> {
  if (compared !== null) return list;
  const all = Object.keys(list.columns) as StatementColumn[];
  const shown = (keys: readonly StatementColumn[] = all) =>
    keys.filter((key) => !comparisonColumns.has(key));
  return {
    ...list,
    screen: shown(list.screen),
    sheet: shown(list.sheet),
    paper: shown(list.paper),
  };
}
