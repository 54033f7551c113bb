import { Button, Table, Text } from "@mantine/core";
import { Fragment } from "react";

import { serverMessageOf } from "../../platform/api-problem.ts";
import { focusMainOnUnmount } from "../../platform/message/return-focus.ts";
import { WithoutCurrencySymbol } from "../money.tsx";
import { useOnPhone } from "../screen-width.ts";
import { Scroller } from "../scroller.tsx";
import { Spinner } from "../spinner.tsx";
import { useDelayedSpinner } from "../use-delayed-spinner.ts";
import { useClientSort } from "./client-sort.ts";
import type { DataTableProps } from "./column.ts";
import { useDensity } from "./density.ts";
import { Paging, useRedirectToLastPage } from "./paging.tsx";
import { moveBetweenRows, useKeepFocusInRows } from "./row-link.tsx";
import {
  SelectAllCheckbox,
  SelectAllOnPhone,
  SelectionBar,
  useRowSelection,
} from "./row-selection.tsx";
import { SortHeader, SortOnPhone } from "./table-head.tsx";
import { BodyRow } from "./table-row.tsx";

import classes from "./data-table.module.css";

/**
 * The table of every list: sorted, paged, with rows that open on a click, on Enter and with the
 * arrow keys. Lists that the contract describes use `ListTable`, which creates the columns.
 */
export function DataTable<Row>(props: DataTableProps<Row>) {
  const { label, loading, actions, rowEnd } = props;
  const { columns, rows, sort, onSort } = useClientSort(props);
  const bulk = props.bulk?.length ? props.bulk : undefined;
  const { paging, rowKey, rowName, wide = false, phone = "lines", longAmounts } = props;
  // Screen readers still get the header, but nothing in it takes the focus, which nobody would see.
  const headless = useOnPhone() && phone === "lines";
  const density = useDensity();
  const spinning = useDelayedSpinner(loading);
  const selection = useRowSelection(rows, rowKey);
  const focusInRows = useKeepFocusInRows();
  useRedirectToLastPage(paging, loading ? undefined : rows?.length);
  const width = columns.length + (actions ? 1 : 0) + (rowEnd ? 1 : 0) + (bulk ? 1 : 0);
  return (
    <div data-surface="card" className={classes.frame}>
      {spinning && (
        <div className={classes.spinner}>
          <Spinner label={props.loadingText ?? `Loading ${label}`} />
          {props.loadingText !== undefined && <Text size="sm">{props.loadingText}</Text>}
        </div>
      )}
      {headless && <SortOnPhone label={label} columns={columns} sort={sort} onSort={onSort} />}
      {headless && bulk && <SelectAllOnPhone selection={selection} />}
      <Scroller
        label={label}
        className={wide ? `${classes.scroller} ${classes.wide}` : classes.scroller}
      >
        <Table
          className={classes.table}
          aria-label={label}
          aria-busy={loading}
          data-density={density}
          data-phone={phone}
          data-long={longAmounts}
          stickyHeader
          stickyHeaderOffset="var(--kontor-header-height)"
          highlightOnHover
        >
          <Table.Thead>
            <Table.Tr>
              {bulk && (
                <Table.Th className={classes.tick}>
                  {!headless && <SelectAllCheckbox selection={selection} />}
                </Table.Th>
              )}
              {columns.map((column) => (
                <SortHeader
                  key={column.key}
                  column={column}
                  sort={sort}
                  onSort={headless ? undefined : onSort}
                />
              ))}
              {rowEnd && <Table.Th className={classes.endHead}>{rowEnd.header}</Table.Th>}
              {actions && <Table.Th className={classes.endHead}>Actions</Table.Th>}
            </Table.Tr>
          </Table.Thead>
          <Table.Tbody onKeyDown={moveBetweenRows} {...focusInRows}>
            <WithoutCurrencySymbol value={longAmounts === "screen"}>
              {props.before}
              {rows?.map((row, index) => (
                <Fragment key={rowKey(row)}>
                  {props.heading?.(row, rows[index - 1])}
                  <BodyRow
                    {...props}
                    columns={columns}
                    row={row}
                    index={index}
                    name={rowName?.(row) ?? `row ${index + 1}`}
                    selection={bulk && selection}
                  />
                </Fragment>
              ))}
              <MessageRow {...props} width={width} spinning={spinning} />
              {props.after}
            </WithoutCurrencySymbol>
          </Table.Tbody>
        </Table>
      </Scroller>
      {bulk && <SelectionBar selection={selection} actions={bulk} />}
      {paging && paging.total > 0 && <Paging {...paging} label={label} />}
    </div>
  );
}

type MessageRowProps<Row> = DataTableProps<Row> & {
  width: number;
  /** A spinner is shown, perhaps only for its minimum time. The text of an empty list would be below it. */
  spinning: boolean;
};

/** One full-width row in place of rows: a spinner, an error with a retry, or the empty text. */
function MessageRow<Row>(props: MessageRowProps<Row>) {
  const { rows, loading, failed, error, onRetry, empty, width, spinning } = props;
  const message = serverMessageOf(error);
  if (rows !== undefined && rows.length > 0) return null;
  return (
    <Table.Tr className={classes.instead}>
      <Table.Td colSpan={width}>
        {failed && !loading ? (
          <div className={classes.message} role="alert">
            <Text size="sm">This list could not be loaded.</Text>
            {message !== null && (
              <Text size="sm" c="dimmed">
                {message}
              </Text>
            )}
            {onRetry && (
              <Button ref={focusMainOnUnmount} variant="default" size="xs" onClick={onRetry}>
                Try again
              </Button>
            )}
          </div>
        ) : (
          <div className={classes.message}>
            {!loading &&
              !spinning &&
              (typeof empty === "string" ? <Text c="dimmed">{empty}</Text> : empty)}
          </div>
        )}
      </Table.Td>
    </Table.Tr>
  );
}
