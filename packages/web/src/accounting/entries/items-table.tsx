import { totals } from "@kontor/books/entry";
import type { Kobo } from "@kontor/books/money";
import { ZERO } from "@kontor/books/money";
import { ActionIcon, Table, Text } from "@mantine/core";
import { IconCheck, IconTrash } from "@tabler/icons-react";
import type { ReactNode } from "react";

import { Money } from "../../ui/money.tsx";
import type { Column } from "../../ui/table/column.ts";
import { DataTable } from "../../ui/table/data-table.tsx";
import type { BuiltItem } from "./entry-draft.ts";

import classes from "./entry-form.module.css";

type ItemsTableProps = {
  items: readonly BuiltItem[];
  /** What the server refused, by path: `items.0.amount`. */
  errors?: Readonly<Record<string, string>>;
  /** Absent when the items are for reading only. */
  onRemove?: (index: number) => void;
};

/** The items of an entry, what each side adds up to, and what they differ by. */
export function ItemsTable({ items, errors = {}, onRemove }: ItemsTableProps) {
  const rows = items.map((item, index) => ({ item, index }));
  return (
    <DataTable
      label="Items"
      columns={columnsFor(errors, onRemove)}
      rows={rows}
      rowKey={({ item }) => item.ledgerId}
      rowTone={({ index }) => (hasErrors(errors, index) ? "refused" : undefined)}
      loading={false}
      empty="No items yet. The first one takes DR, the second the opposite side."
      after={items.length > 0 && <Sums items={items} removable={onRemove !== undefined} />}
    />
  );
}

type Row = { item: BuiltItem; index: number };

function hasErrors(errors: Readonly<Record<string, string>>, index: number): boolean {
  return Object.keys(errors).some((path) => path.startsWith(`items.${index}.`));
}

function columnsFor(
  errors: Readonly<Record<string, string>>,
  onRemove: ((index: number) => void) | undefined,
): Column<Row>[] {
  const at = ({ index }: Row, field: string) => errors[`items.${index}.${field}`];
  const columns: Column<Row>[] = [
    {
      key: "side",
      header: "DR/CR",
      phone: "detail",
      cell: (row) => <Cell error={at(row, "dc")}>{row.item.side}</Cell>,
    },
    {
      key: "ledger",
      header: "Ledger",
      phone: "what",
      wrap: true,
      cell: (row) => (
        <Cell error={at(row, "ledger_id")}>
          <span>
            {row.item.ledger.name} <span className={classes.code}>{row.item.ledger.code}</span>
          </span>
        </Cell>
      ),
    },
    amountColumn("DR", errors),
    amountColumn("CR", errors),
    {
      key: "narration",
      header: "Narration",
      phone: "detail",
      wrap: true,
      cell: (row) => <Cell error={at(row, "narration")}>{row.item.narration}</Cell>,
    },
    {
      key: "balance",
      header: "Account Balance",
      phone: "none",
      align: "end",
      cell: ({ item: { ledger } }) => (
        <Money amount={ledger.cl_balance} side={ledger.cl_balance_dc} />
      ),
    },
  ];
  if (onRemove)
    columns.push({ key: "action", header: "Action", align: "center", phone: "menu", cell: remove });
  return columns;

  function remove({ item, index }: Row) {
    return (
      <ActionIcon
        variant="subtle"
        color="red"
        title="Delete"
        aria-label={`Delete ${item.side} ${item.ledger.name}`}
        onClick={() => onRemove?.(index)}
      >
        <IconTrash size={17} aria-hidden />
      </ActionIcon>
    );
  }
}

function amountColumn(
  side: BuiltItem["side"],
  errors: Readonly<Record<string, string>>,
): Column<Row> {
  return {
    key: side,
    header: `${side} Amount`,
    phone: "amount",
    align: "end",
    cell: ({ item, index }) => {
      const own = item.side === side;
      return (
        <Cell error={own ? errors[`items.${index}.amount`] : undefined}>
          <Money amount={own ? item.amount : ZERO} dashForZero />
        </Cell>
      );
    },
  };
}

function Cell({ children, error }: { children: ReactNode; error: string | undefined }) {
  if (error === undefined) return children;
  return (
    <span>
      {children}
      <span role="alert" className={classes.error}>
        {error}
      </span>
    </span>
  );
}

function Sums({ items, removable }: { items: readonly BuiltItem[]; removable: boolean }) {
  const { debit, credit, difference, shortSide } = totals(items);
  const shown = (side: BuiltItem["side"]): Kobo => (shortSide === side ? difference : ZERO);
  return (
    <>
      <Table.Tr className={classes.sum}>
        <Table.Th scope="row" colSpan={2}>
          Total
        </Table.Th>
        <Table.Td data-align="end" data-label="DR Amount">
          <Money amount={debit} strong />
        </Table.Td>
        <Table.Td data-align="end" data-label="CR Amount">
          <Money amount={credit} strong />
        </Table.Td>
        <Table.Td colSpan={removable ? 3 : 2} />
      </Table.Tr>
      <Table.Tr className={classes.sum} data-differs={shortSide !== null || undefined}>
        <Table.Th scope="row" colSpan={2}>
          Difference
        </Table.Th>
        <Table.Td data-align="end" data-label="DR Amount">
          <Money amount={shown("DR")} strong dashForZero={shortSide !== null} />
        </Table.Td>
        <Table.Td data-align="end" data-label="CR Amount">
          <Money amount={shown("CR")} strong dashForZero={shortSide !== null} />
        </Table.Td>
        <Table.Td colSpan={removable ? 3 : 2}>
          {shortSide === null ? (
            <span className={classes.agree}>
              <IconCheck size={16} aria-hidden /> Both sides agree
            </span>
          ) : (
            <Text span size="sm" c="inherit">
              The {shortSide} side is short
            </Text>
          )}
        </Table.Td>
      </Table.Tr>
    </>
  );
}
