import { Table } from "@mantine/core";
import type { ReactNode } from "react";

import { Spinner } from "../spinner.tsx";
import type { DataTableProps } from "./column.ts";
import { RowActions } from "./row-actions.tsx";
import { openRowOnClick, RowLink } from "./row-link.tsx";
import { SelectRowCell, type RowSelection } from "./row-selection.tsx";

import classes from "./data-table.module.css";

type BodyRowProps<Row> = Pick<
  DataTableProps<Row>,
  "columns" | "open" | "actions" | "underway" | "rowEnd" | "rowTone"
> & {
  row: Row;
  index: number;
  /** The row's name, for the accessible names of its menu and its tick box. */
  name: string;
  selection: RowSelection<Row> | undefined;
};

/** One row of a table. */
export function BodyRow<Row>(props: BodyRowProps<Row>) {
  const { row, index, name, columns, open, actions, rowEnd, rowTone, selection } = props;
  const underway = props.underway?.(row);
  const target = open?.(row) ?? null;
  return (
    <Table.Tr
      data-tone={rowTone?.(row)}
      data-row
      data-opening={target !== null || undefined}
      data-ticked={selection?.has(row) || undefined}
      {...(target === null ? {} : { onClick: openRowOnClick })}
    >
      {selection && <SelectRowCell selection={selection} row={row} name={name} />}
      {columns.map((column) => (
        <Table.Td
          key={column.key}
          data-label={column.header}
          data-align={column.align ?? "start"}
          data-kind={column.kind}
          data-wrap={column.wrap || undefined}
          data-place={column.phone}
          data-whose={column.whose || undefined}
        >
          {column.opens && target !== null ? (
            <RowLink target={target}>{column.cell(row, index)}</RowLink>
          ) : (
            column.cell(row, index)
          )}
          {column.under && <SecondLine>{column.under.cell(row, index)}</SecondLine>}
        </Table.Td>
      ))}
      {rowEnd && (
        <Table.Td className={classes.end} data-place={rowEnd.repeats ? "none" : "end"}>
          {rowEnd.cell(row)}
        </Table.Td>
      )}
      {actions && (
        <Table.Td className={classes.end} data-place="menu">
          {underway === undefined ? (
            <RowActions name={name} actions={actions(row)} />
          ) : (
            <Spinner label={underway} />
          )}
        </Table.Td>
      )}
    </Table.Tr>
  );
}

/** The second fact of a cell, below the first. */
export function SecondLine({ children }: { children: ReactNode }) {
  return <span className={classes.under}>{children}</span>;
}
