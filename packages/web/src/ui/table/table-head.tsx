import type { ColumnKind } from "@kontor/contract/list";
import { NativeSelect, Table, UnstyledButton } from "@mantine/core";
import { IconArrowDown, IconArrowsSort, IconArrowUp } from "@tabler/icons-react";

import type { Column } from "./column.ts";

import classes from "./data-table.module.css";

type Sorting = {
  sort: string | undefined;
  onSort: ((sort: string) => void) | undefined;
};

type SortHeaderProps<Row> = Sorting & {
  column: Pick<Column<Row>, "header" | "align" | "sort" | "width" | "kind" | "under">;
};

/** Which way a column is sorted now, in the words of `aria-sort`. */
function directionOf(column: string, sort: string | undefined) {
  if (sort === column) return "ascending";
  return sort === `-${column}` ? "descending" : "none";
}

const icons = {
  ascending: IconArrowUp,
  descending: IconArrowDown,
  none: IconArrowsSort,
} as const;

/** A column's header, with the header of its second fact below. Each is a button if the list can be sorted by it. */
export function SortHeader<Row>({ column, sort, onSort }: SortHeaderProps<Row>) {
  const { align = "start", width, kind, under } = column;
  const sorting = { sort, onSort };
  const named = [column, under].flatMap((each) => each?.sort ?? []);
  const sorted = named.find((name) => directionOf(name, sort) !== "none") ?? named[0];
  return (
    <Table.Th
      w={width}
      data-align={align}
      data-kind={kind}
      {...(sorted !== undefined && onSort ? { "aria-sort": directionOf(sorted, sort) } : {})}
    >
      <HeaderLabel of={column} {...sorting} />
      {under && (
        <div>
          <HeaderLabel of={under} {...sorting} />
        </div>
      )}
    </Table.Th>
  );
}

/** The label of a header, as a button when the list can be sorted by it. */
function HeaderLabel({ of, sort, onSort }: Sorting & { of: { header: string; sort?: string } }) {
  const { header, sort: name } = of;
  if (name === undefined || onSort === undefined) return header;
  const direction = directionOf(name, sort);
  const Icon = icons[direction];
  return (
    <UnstyledButton
      className={classes.sort}
      data-sorted={direction !== "none" || undefined}
      onClick={() => onSort(direction === "ascending" ? `-${name}` : name)}
    >
      {header}
      <Icon size={14} aria-hidden />
    </UnstyledButton>
  );
}

/** The names of the two directions of a column: ascending, descending. */
const directionLabels: Readonly<Record<ColumnKind, readonly [string, string]>> = {
  text: ["A to Z", "Z to A"],
  status: ["A to Z", "Z to A"],
  named: ["A to Z", "Z to A"],
  date: ["oldest first", "newest first"],
  day: ["oldest first", "newest first"],
  moment: ["oldest first", "newest first"],
  money: ["smallest first", "largest first"],
  balance: ["smallest first", "largest first"],
  net: ["smallest first", "largest first"],
  percent: ["smallest first", "largest first"],
  count: ["smallest first", "largest first"],
};

type SortOnPhoneProps = {
  /** The table's name for screen readers. */
  label: string;
  columns: readonly Pick<Column<never>, "header" | "sort" | "kind" | "sortedAs">[];
  sort: string | undefined;
  onSort: ((sort: string) => void) | undefined;
};

/** Sorting on a phone, which has no room for headers: one select of column and direction. */
export function SortOnPhone({ label, columns, sort, onSort }: SortOnPhoneProps) {
  const orders = columns.flatMap(({ header, sort: name, kind = "text", sortedAs = kind }) => {
    if (name === undefined) return [];
    const [up, down] = directionLabels[sortedAs];
    return [
      { value: name, label: `${header}, ${up}` },
      { value: `-${name}`, label: `${header}, ${down}` },
    ];
  });
  if (onSort === undefined || orders.length === 0) return null;
  const known = orders.some(({ value }) => value === sort);
  return (
    <NativeSelect
      className={classes.order}
      variant="unstyled"
      aria-label={`Order of ${label}`}
      leftSection={<IconArrowsSort size={16} aria-hidden />}
      value={known ? sort : ""}
      data={known ? orders : [{ value: "", label: "Usual order" }, ...orders]}
      onChange={({ currentTarget: { value } }) => value !== "" && onSort(value)}
    />
  );
}
