import { Button, Table, Text } from "@mantine/core";
import { type ReactNode } from "react";

import { Scroller } from "../scroller.tsx";
import { Spinner } from "../spinner.tsx";
import { useSteadyLoading } from "../use-steady-loading.ts";
import { SortHeader } from "./data-table-sort.tsx";
import { Paging, type PagingProps } from "./paging.tsx";
import { RowActions, type RowAction } from "./row-actions.tsx";

import classes from "./data-table.module.css";

export type Column<Row> = {
  /** Unique in the table. */
  key: string;
  header: string;
  /** `index` counts from 0 on the page that is shown. */
  cell: (row: Row, index: number) => ReactNode;
  /** Amounts and counts stand at the end, in figures of equal width. */
  align?: "start" | "end" | "center";
  /** The name by which the list sorts this column; the header becomes a button. */
  sort?: string;
  width?: string | number;
  /** Text that may be long: it wraps, while other columns keep one line. */
  wrap?: boolean;
};

type DataTableProps<Row> = {
  /** What the table holds, for those who cannot see it: "Organizations". */
  label: string;
  columns: readonly Column<Row>[];
  /** Undefined until the first response. */
  rows: readonly Row[] | undefined;
  rowKey: (row: Row) => string | number;
  loading: boolean;
  loadingText?: string;
  /** The load failed; `onRetry` offers another try. */
  failed?: boolean;
  onRetry?: () => void;
  /** What is shown when there are no rows: a sentence or an EmptyState. */
  empty: ReactNode;
  /** Sorting now: `name` upwards, `-name` downwards. */
  sort?: string;
  onSort?: (sort: string) => void;
  /** The menu at the end of a row; an empty list shows a dash. */
  actions?: (row: Row) => readonly RowAction[];
  /** Names the row's menu: "Actions for Acme". */
  rowName?: (row: Row) => string;
  /** A data attribute for styling by the page's own style sheet. */
  rowTone?: (row: Row) => string | undefined;
  /** `Table.Tr` elements before the rows, such as an opening balance. */
  before?: ReactNode;
  /** `Table.Tr` elements after the rows, such as totals. */
  after?: ReactNode;
  paging?: PagingProps;
  /** On a phone rows become cards; a ledger's columns only make sense side by side and scroll. */
  phone?: "cards" | "scroll";
};

/** The table of every list: sortable, paged, with a menu in each row; rows are cards on a phone. */
export function DataTable<Row>(props: DataTableProps<Row>) {
  const { label, columns, rows, loading, sort, onSort, actions, phone = "cards" } = props;
  const spinning = useSteadyLoading(loading);
  const width = columns.length + (actions ? 1 : 0);
  return (
    <div className={classes.frame}>
      {spinning && (
        <div className={classes.spinner}>
          <Spinner label={props.loadingText ?? `Loading ${label}`} />
          {props.loadingText !== undefined && <Text size="sm">{props.loadingText}</Text>}
        </div>
      )}
      <Scroller label={label} className={classes.scroller}>
        <Table
          className={classes.table}
          aria-label={label}
          aria-busy={loading}
          data-phone={phone}
          stickyHeader
          stickyHeaderOffset="var(--kontor-header-height)"
          highlightOnHover
        >
          <Table.Thead>
            <Table.Tr>
              {columns.map((column) => (
                <SortHeader key={column.key} column={column} sort={sort} onSort={onSort} />
              ))}
              {actions && <Table.Th className={classes.actionsHead}>Actions</Table.Th>}
            </Table.Tr>
          </Table.Thead>
          <Table.Tbody>
            {props.before}
            {rows?.map((row, index) => (
              <BodyRow key={props.rowKey(row)} row={row} index={index} {...props} />
            ))}
            <InsteadOfRows {...props} width={width} />
            {props.after}
          </Table.Tbody>
        </Table>
      </Scroller>
      {props.paging && props.paging.total > 0 && <Paging {...props.paging} label={label} />}
    </div>
  );
}

type BodyRowProps<Row> = Pick<
  DataTableProps<Row>,
  "columns" | "actions" | "rowName" | "rowTone"
> & { row: Row; index: number };

function BodyRow<Row>({ row, index, columns, actions, rowName, rowTone }: BodyRowProps<Row>) {
  return (
    <Table.Tr data-tone={rowTone?.(row)}>
      {columns.map((column) => (
        <Table.Td
          key={column.key}
          data-label={column.header}
          data-align={column.align ?? "start"}
          data-wrap={column.wrap || undefined}
        >
          {column.cell(row, index)}
        </Table.Td>
      ))}
      {actions && (
        <Table.Td className={classes.actionsCell} data-label="Actions">
          <RowActions name={rowName?.(row) ?? `row ${index + 1}`} actions={actions(row)} />
        </Table.Td>
      )}
    </Table.Tr>
  );
}

type InsteadProps<Row> = DataTableProps<Row> & { width: number };

/** One wide row in place of rows: a wait, a failure with another try, or the empty text. */
function InsteadOfRows<Row>({ rows, loading, failed, onRetry, empty, width }: InsteadProps<Row>) {
  if (rows !== undefined && rows.length > 0) return null;
  return (
    <Table.Tr className={classes.instead}>
      <Table.Td colSpan={width}>
        {failed && !loading ? (
          <div className={classes.message} role="alert">
            <Text size="sm">This list could not be loaded.</Text>
            {onRetry && (
              <Button variant="default" size="xs" onClick={onRetry}>
                Try again
              </Button>
            )}
          </div>
        ) : (
          <div className={classes.message}>
            {!loading && (typeof empty === "string" ? <Text c="dimmed">{empty}</Text> : empty)}
          </div>
        )}
      </Table.Td>
    </Table.Tr>
  );
}
