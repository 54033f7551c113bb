import type { ColumnKind } from "@kontor/contract/list";
import { NativeSelect, Table, UnstyledButton } from "@mantine/core";
import { IconArrowDown, IconArrowsSort, IconArrowUp } from "@tabler/icons-react";

import { useOnPhone } from "../use-on-phone.ts";
import type { Column } from "./column.ts";

import classes from "./data-table.module.css";

type SortHeaderProps = {
  column: Pick<Column<never>, "header" | "align" | "sort" | "width" | "kind">;
  sort: string | undefined;
  onSort: ((sort: string) => void) | undefined;
};

/** The current direction of a column, as a value of `aria-sort`. */
function directionOf(column: string, sort: string | undefined) {
  if (sort === column) return "ascending";
  return sort === `-${column}` ? "descending" : "none";
}

const icons = {
  ascending: IconArrowUp,
  descending: IconArrowDown,
  none: IconArrowsSort,
} as const;

/** A column's header; a button if the list can be sorted by the column. */
export function SortHeader({ column, sort, onSort }: SortHeaderProps) {
  const { header, align = "start", width, kind, sort: name } = column;
  if (name === undefined || onSort === undefined) {
    return (
      <Table.Th w={width} data-align={align} data-kind={kind}>
        {header}
      </Table.Th>
    );
  }
  const direction = directionOf(name, sort);
  const Icon = icons[direction];
  return (
    <Table.Th w={width} data-align={align} data-kind={kind} aria-sort={direction}>
      <UnstyledButton
        className={classes.sort}
        data-sorted={direction !== "none" || undefined}
        onClick={() => onSort(direction === "ascending" ? `-${name}` : name)}
      >
        {header}
        <Icon size={14} aria-hidden />
      </UnstyledButton>
    </Table.Th>
  );
}

/** The names of the two directions of a column: ascending, descending. */
const words: Readonly<Record<ColumnKind, readonly [string, string]>> = {
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
  columns: readonly Pick<Column<never>, "header" | "sort" | "kind">[];
  sort: string | undefined;
  onSort: ((sort: string) => void) | undefined;
};

/** Sorting on a phone, which has no room for headers: one select of column and direction. */
export function SortOnPhone({ label, columns, sort, onSort }: SortOnPhoneProps) {
  const onPhone = useOnPhone();
  const orders = columns.flatMap(({ header, sort: name, kind = "text" }) => {
    if (name === undefined) return [];
    const [up, down] = words[kind];
    return [
      { value: name, label: `${header}, ${up}` },
      { value: `-${name}`, label: `${header}, ${down}` },
    ];
  });
  if (!onPhone || onSort === undefined || orders.length === 0) return null;
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
