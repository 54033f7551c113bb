import {
  cellOf,
  columnsIn,
  indentedCell,
  isNumericKind,
  labelColumn,
  summaryCell,
  type Cell,
  type ColumnKind,
  type List,
  type ListColumn,
  type PhonePlace,
  type SummaryRow,
} from "@kontor/contract/list";
import { Table } from "@mantine/core";
import type { LinkProps } from "@tanstack/react-router";
import type { ReactNode } from "react";

import { permanentRefusalOf } from "../../platform/api-problem.ts";
import type { ListPlace } from "../../platform/list-search.ts";
import { EmptyState } from "../page/empty-state.tsx";
import { useOnPhone, useOnLaptop } from "../screen-width.ts";
import { DrillDownLink } from "../text-link.tsx";
import { longAmountsOf, type Column, type DataTableProps, type SortValue } from "./column.ts";
import { DataTable } from "./data-table.tsx";
import { ListCell } from "./list-cell.tsx";
import { SecondLine } from "./table-row.tsx";

/** The state of loading a list, from a TanStack query. */
export type ListQueryState = {
  isPending: boolean;
  isPlaceholderData: boolean;
  isError: boolean;
  error: Error | null;
  isFetching: boolean;
  refetch: () => unknown;
};

type ListTableProps<Row, Key extends string> = Omit<
  DataTableProps<Row>,
  | "label"
  | "columns"
  | "loading"
  | "failed"
  | "onRetry"
  | "sort"
  | "onSort"
  | "paging"
  | "longAmounts"
  | "before"
  | "heading"
  | "after"
> & {
  list: List<Row, Key>;
  /** The list covers several organizations, so each row names its organization. */
  several?: boolean;
  /** Cells that are not rendered by their column's kind: pictures, chips, indented names. */
  cells?: { readonly [Name in NoInfer<Key>]?: (row: Row) => ReactNode };
  /** The drill-down of a figure of a row, if it differs from the row's own; null for none. */
  figures?: { readonly [Name in NoInfer<Key>]?: (row: Row) => LinkProps | null };
  /** The drill-down of a figure in a row of totals, which cover all pages; null for none. */
  behind?: (key: NoInfer<Key>, row: SummaryRow<NoInfer<Key>>) => LinkProps | null;
  query: ListQueryState;
  /** The number of all rows of the list, on every page. */
  total: number | undefined;
  place?: ListPlace;
  before?: readonly SummaryRow<NoInfer<Key>>[];
  /** The heading above a group of rows with the same label, such as a day with its sums. */
  heading?: (row: Row) => SummaryRow<NoInfer<Key>> | undefined;
  /** Balances and totals below the rows. */
  after?: readonly SummaryRow<NoInfer<Key>>[];
};

/** The table of a list that the contract describes. Its position and order are in the address. */
export function ListTable<Row, Key extends string>(props: ListTableProps<Row, Key>) {
  const {
    list,
    several = false,
    cells,
    figures,
    behind,
    query,
    total,
    place,
    before,
    heading,
    after,
    ...table
  } = props;
  const refused = permanentRefusalOf(query.error);
  const main = list.main ?? phoneMainKey(list);
  const first = place && list.numbered ? (place.page - 1) * place.perPage : 0;
  // A list that is loaded as a whole is sorted here.
  const whole = place === undefined && list.ordered === undefined && list.sorts === undefined;
  const sums = [...(before ?? []), ...(after ?? [])];
  const { described, under, below, long } = useColumns(list, several, table.rows, sums);
  // A wide table scrolls whatever its amounts are.
  const longAmounts = table.wide === true ? undefined : long;
  const show = (key: Key, column: ListColumn<Row>) => ({
    key,
    header:
      longAmounts === "screen" && isMoney(column.kind) ? `${column.header} (₦)` : column.header,
    ...(list.sorts?.includes(key) ? { sort: key } : {}),
    cell: withDrillDown(
      cells?.[key] ??
        ((row) => (
          <ListCell
            cell={indentedCell(column, row)}
            strong={list.strong?.(row) === true}
            clamped={column.wrap === true}
          />
        )),
      (row) => (isAbsentOrZero(column.value(row)) ? null : (figures?.[key]?.(row) ?? null)),
    ),
  });
  const columns: Column<Row>[] = described.map(({ key, column }) => ({
    ...show(key, column),
    kind: column.kind,
    sortedAs: column.sortedAs,
    align: isNumericKind(column.kind) ? "end" : "start",
    wrap: column.wrap === true,
    phone: (several ? column.phoneOfSeveral : undefined) ?? column.phone ?? defaultPlace(list, key),
    whose: column.organization === true || column.whose === true,
    opens: key === main,
    ...(below[key] ? { under: show(below[key], list.columns[below[key]]) } : {}),
    ...(under && key === list.organizationUnder ? { under: show(under.key, under.column) } : {}),
    ...(whole ? { by: column.by ?? ((row: Row) => sortValueOf(cellOf(column, row))) } : {}),
  }));
  if (list.numbered) {
    const cell = (_row: Row, index: number) => first + index + 1;
    columns.unshift({ key: "#", header: "#", width: 56, phone: "none", cell });
  }
  const trailing = (table.actions ? 1 : 0) + (table.rowEnd ? 1 : 0);
  const leadingColumns = (list.numbered ? 1 : 0) + (table.bulk?.length ? 1 : 0);
  const summary = { list, described, below, behind, beside: [leadingColumns, trailing] } as const;
  const summaryRow = (row: SummaryRow<Key>) => <Summary key={row.label} {...summary} row={row} />;
  const headingRow = (row: SummaryRow<Key>) => <Summary {...summary} row={row} heading />;
  return (
    <DataTable
      {...table}
      label={list.label}
      longAmounts={longAmounts}
      columns={columns}
      loading={query.isFetching && (query.isPending || query.isPlaceholderData)}
      failed={query.isError && refused === null}
      error={query.error}
      {...(refused === null ? {} : { rows: [], empty: <EmptyState text={refused} /> })}
      onRetry={() => void query.refetch()}
      {...(place ? { sort: place.sort, onSort: place.onSort } : {})}
      paging={place && { ...place, total: refused === null ? (total ?? 0) : 0 }}
      before={before?.map(summaryRow)}
      {...(heading ? { heading: groupHeading(heading, headingRow) } : {})}
      after={after?.map(summaryRow)}
    />
  );
}

/** The columns in the second line of others, by the names of those. */
type Below<Key extends string> = NonNullable<List<unknown, Key>["underIfLong"]>;

/**
 * The columns of a list on this screen, the organization's column if it is shown below another one, and
 * on which devices the amounts of rows and sums are too long.
 */
function useColumns<Row, Key extends string>(
  list: List<Row, Key>,
  several: boolean,
  rows: readonly Row[] | undefined = [],
  sums: readonly SummaryRow<Key>[],
) {
  const onPhone = useOnPhone();
  const onLaptop = useOnLaptop();
  const all = columnsIn(list, "screen", several);
  if (onPhone) return { described: all, below: {} as Below<Key> };
  const under = list.organizationUnder && all.find(({ column }) => column.organization === true);
  const shown = all.filter((each) => each !== under);
  const long = longAmountsOf(
    shown.map(({ key, column }) => [
      ...rows.map((row) => cellOf(column, row)),
      ...sums.map((row) => summaryCell(list, key, row)),
    ]),
  );
  const below: Below<Key> = (onLaptop && long && list.underIfLong) || {};
  const lower = new Set<unknown>(Object.values(below));
  return { described: shown.filter(({ key }) => !lower.has(key)), under, below, long };
}

function isMoney(kind: ColumnKind): boolean {
  return kind === "money" || kind === "balance" || kind === "net";
}

/**
 * The sort key of a cell: its text, or the signed amount, with debits positive and credits
 * negative.
 */
function sortValueOf(cell: Cell): SortValue {
  if (cell.value === null) return null;
  if (cell.kind === "named") return cell.value.name;
  if (cell.kind === "balance") {
    return cell.value.side === "DR" ? cell.value.amount : -cell.value.amount;
  }
  return cell.value;
}

/** Whether a figure is absent or zero, and so has no drill-down. */
function isAbsentOrZero(figure: unknown): boolean {
  if (typeof figure === "object" && figure !== null && "amount" in figure) {
    return figure.amount === 0n;
  }
  return figure === null || figure === 0n;
}

/** A cell, with a link to its drill-down if there is one. */
function withDrillDown<Row>(
  cell: (row: Row, index: number) => ReactNode,
  behind: (row: Row) => LinkProps | null,
) {
  return (row: Row, index: number) => (
    <DrillDownLink target={behind(row)}>{cell(row, index)}</DrillDownLink>
  );
}

/** The heading above a row, if it differs from the heading of the row before it. */
function groupHeading<Row, Key extends string>(
  heading: (row: Row) => SummaryRow<Key> | undefined,
  show: (row: SummaryRow<Key>) => ReactNode,
) {
  return (row: Row, previous: Row | undefined) => {
    const own = heading(row);
    if (own === undefined) return null;
    const same = previous !== undefined && heading(previous)?.label === own.label;
    return same ? null : show(own);
  };
}

/** The column that comes first in a row on a phone. */
function phoneMainKey<Row, Key extends string>(list: List<Row, Key>): Key | undefined {
  const keys = columnsIn(list, "screen", false);
  const what = keys.find(({ column }) => column.phone === "what");
  return (what ?? keys.find(({ column }) => column.wrap) ?? keys[0])?.key;
}

/** The default position of a cell on a phone. */
function defaultPlace<Row, Key extends string>(list: List<Row, Key>, key: Key): PhonePlace {
  if (key === phoneMainKey(list)) return "what";
  const { kind } = list.columns[key];
  if (kind === "money" || kind === "balance") return "amount";
  return kind === "status" ? "end" : "detail";
}

type SummaryProps<Row, Key extends string> = {
  list: List<Row, Key>;
  /** The columns of the table that are those of the list. */
  described: ReturnType<typeof columnsIn<Row, Key>>;
  below: Below<Key>;
  row: SummaryRow<Key>;
  behind: ListTableProps<Row, Key>["behind"];
  /** The number of table columns before and after those of the list. */
  beside: readonly [number, number];
  /** It is a heading above rows, and not among the totals. */
  heading?: boolean;
};

/** A row of a balance or a total: its label spans the columns before the first amount. */
function Summary<Row, Key extends string>(props: SummaryProps<Row, Key>) {
  const { list, described: columns, below, row, behind, beside, heading } = props;
  const label = labelColumn(list);
  const isAmount = (key: Key) => row.cells[key] !== undefined;
  const firstAmount = columns.findIndex(({ key }) => isAmount(key));
  const spanned = firstAmount === -1 ? columns.length : firstAmount;
  // On a phone a single amount needs no name, but several do.
  const named = Object.keys(row.cells).length > 1;
  const [before, trailing] = beside;
  const figure = (key: Key) =>
    key !== label &&
    isAmount(key) &&
    withDrillDown(
      () => <ListCell cell={summaryCell(list, key, row)} strong />,
      () => (isAbsentOrZero(row.cells[key]) ? null : (behind?.(key, row) ?? null)),
    )(row, 0);
  return (
    <Table.Tr data-summary data-heading={heading || undefined}>
      {spanned + before > 0 && (
        <Table.Th scope="row" colSpan={spanned + before}>
          {row.label}
        </Table.Th>
      )}
      {columns.slice(spanned).map(({ key, column }) => (
        <Table.Td
          key={key}
          data-label={column.header}
          data-named={named || undefined}
          data-align={isAmount(key) ? "end" : "start"}
          data-empty={!isAmount(key) || undefined}
        >
          {figure(key)}
          {below[key] && <SecondLine>{figure(below[key])}</SecondLine>}
        </Table.Td>
      ))}
      {trailing > 0 && <Table.Td colSpan={trailing} data-empty />}
    </Table.Tr>
  );
}
