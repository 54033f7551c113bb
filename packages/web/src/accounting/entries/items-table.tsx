import { entryTotals } from "@kontor/books/entry";
import type { Kobo } from "@kontor/books/money";
import { ZERO } from "@kontor/books/money";
import { ActionIcon, Group, Table, Text } from "@mantine/core";
import { IconCheck, IconPencil, IconTrash } from "@tabler/icons-react";
import type { ReactNode } from "react";

import { focusOnMount } from "../../platform/form/first-field.ts";
import { Money } from "../../ui/money.tsx";
import type { Column } from "../../ui/table/column.ts";
import { DataTable } from "../../ui/table/data-table.tsx";
import type { BuiltItem } from "./entry-draft.ts";
import {
  AmountField,
  Editable,
  EditActions,
  LedgerField,
  NarrationField,
  type ItemEdit,
} from "./item-edit.tsx";

import classes from "./entry-form.module.css";

type ItemsTableProps = {
  items: readonly BuiltItem[];
  /** The server's refusals, by path: `items.0.amount`. */
  errors?: Readonly<Record<string, string>>;
  /** Left out when the items can only be read. */
  onRemove?: (index: number) => void;
  /** The edited row; left out when the items can only be read. */
  edit?: ItemEdit;
};

/** The items of an entry, the sum of each side, and their difference. */
export function ItemsTable({ items, errors = {}, onRemove, edit }: ItemsTableProps) {
  const rows = items.map((item, index) => ({ item, index }));
  return (
    <DataTable
      label="Items"
      columns={columnsFor({ items, errors, onRemove, edit })}
      rows={rows}
      rowKey={({ item }) => item.ledgerId}
      rowTone={({ index }) => (hasErrors(errors, index) ? "refused" : undefined)}
      loading={false}
      empty="No items yet. The first item is DR; the second takes the opposite side."
      after={items.length > 0 && <Sums items={items} removable={onRemove !== undefined} />}
    />
  );
}

type Row = { item: BuiltItem; index: number };

function hasErrors(errors: Readonly<Record<string, string>>, index: number): boolean {
  return Object.keys(errors).some((path) => path.startsWith(`items.${index}.`));
}

type Columns = {
  items: readonly BuiltItem[];
  errors: Readonly<Record<string, string>>;
  onRemove: ((index: number) => void) | undefined;
  edit: ItemEdit | undefined;
};

function columnsFor({ items, errors, onRemove, edit }: Columns): Column<Row>[] {
  const used = items.map(({ ledger }) => ledger.id);
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
          <Editable
            edit={edit}
            index={row.index}
            field={(editing) => <LedgerField editing={editing} used={used} />}
            shown={
              <span>
                {row.item.ledger.name} <span className={classes.code}>{row.item.ledger.code}</span>
              </span>
            }
          />
        </Cell>
      ),
    },
    amountColumn("DR", errors, edit),
    amountColumn("CR", errors, edit),
    {
      key: "narration",
      header: "Narration",
      phone: "detail",
      wrap: true,
      cell: (row) => (
        <Cell error={at(row, "narration")}>
          <Editable
            edit={edit}
            index={row.index}
            field={(editing) => <NarrationField editing={editing} />}
            shown={row.item.narration}
          />
        </Cell>
      ),
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
    columns.push({
      key: "action",
      header: "Action",
      align: "center",
      phone: "menu",
      cell: ({ item, index }) => (
        <Editable
          edit={edit}
          index={index}
          field={(editing) => <EditActions editing={editing} />}
          shown={
            <ItemActions
              name={`${item.side} ${item.ledger.name}`}
              wasEdited={edit?.lastEdited === index}
              onEdit={() => edit?.begin(index)}
              onDelete={() => onRemove(index)}
            />
          }
        />
      ),
    });
  return columns;
}

type ItemActionsProps = {
  /** The item's side and ledger, so that the buttons of each row have names of their own. */
  name: string;
  /** Whether this row was edited last, so that its button takes the focus. */
  wasEdited: boolean;
  onEdit: () => void;
  onDelete: () => void;
};

function ItemActions({ name, wasEdited, onEdit, onDelete }: ItemActionsProps) {
  return (
    <Group className={classes.tools} gap={2} wrap="nowrap" justify="center">
      <ActionIcon
        ref={wasEdited ? focusOnMount : undefined}
        variant="subtle"
        color="gray"
        title="Edit"
        aria-label={`Edit ${name}`}
        onClick={onEdit}
      >
        <IconPencil size={17} aria-hidden />
      </ActionIcon>
      <ActionIcon
        variant="subtle"
        color="red"
        title="Delete"
        aria-label={`Delete ${name}`}
        onClick={onDelete}
      >
        <IconTrash size={17} aria-hidden />
      </ActionIcon>
    </Group>
  );
}

function amountColumn(
  side: BuiltItem["side"],
  errors: Readonly<Record<string, string>>,
  edit: ItemEdit | undefined,
): Column<Row> {
  return {
    key: side,
    header: `${side} Amount`,
    phone: "amount",
    align: "end",
    cell: ({ item, index }) => {
      if (item.side !== side) return <Money amount={ZERO} dashForZero />;
      return (
        <Cell error={errors[`items.${index}.amount`]}>
          <Editable
            edit={edit}
            index={index}
            field={(editing) => <AmountField editing={editing} />}
            shown={<Money amount={item.amount} dashForZero />}
          />
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
  const { debit, credit, difference, shortSide } = entryTotals(items);
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
