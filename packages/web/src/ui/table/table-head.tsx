import { Table, UnstyledButton } from "@mantine/core";
import { IconArrowDown, IconArrowsSort, IconArrowUp } from "@tabler/icons-react";

import type { Column } from "./column.ts";

import classes from "./data-table.module.css";

type SortHeaderProps = {
  column: Pick<Column<never>, "header" | "align" | "sort" | "width" | "kind">;
  sort: string | undefined;
  onSort: ((sort: string) => void) | undefined;
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

/** A column's header; a button when the list can be sorted by the column. */
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
