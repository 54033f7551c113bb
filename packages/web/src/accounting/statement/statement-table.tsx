import type { Kobo } from "@kontor/books/money";
import type { Side } from "@kontor/books/side";
import type { statement, statementRow } from "@kontor/contract/accounting-entries";
import { formatDate } from "@kontor/contract/format";
import { Table } from "@mantine/core";
import type { z } from "zod";

import { Money } from "../../ui/money.tsx";
import { DataTable, type Column } from "../../ui/table/data-table.tsx";
import type { PagingProps } from "../../ui/table/paging.tsx";
import { EntryLink } from "../entry-link.tsx";

import classes from "./statement.module.css";

type Statement = z.output<typeof statement>;
type StatementRow = z.output<typeof statementRow>;

const columns: readonly Column<StatementRow>[] = [
  { key: "date", header: "Date", cell: ({ date }) => formatDate(date) },
  { key: "number", header: "Entry No.", cell: ({ ent_number }) => ent_number },
  { key: "ledger", header: "Ledger", wrap: true, cell: (row) => <Lines row={row} /> },
  {
    key: "debit",
    header: "Debit Amount",
    align: "end",
    cell: ({ item_debit_amount }) => <Money amount={item_debit_amount} dashForZero />,
  },
  {
    key: "credit",
    header: "Credit Amount",
    align: "end",
    cell: ({ item_credit_amount }) => <Money amount={item_credit_amount} dashForZero />,
  },
  {
    key: "balance",
    header: "Balance",
    align: "end",
    cell: ({ balance, dc }) => <Money amount={balance} side={dc} />,
  },
  {
    key: "action",
    header: "Action",
    align: "center",
    cell: (row) => (
      <EntryLink id={row.entry_id} typeId={row.entry_type_id} number={row.ent_number} />
    ),
  },
];

type StatementTableProps = {
  statement: Statement | undefined;
  empty: string;
  loading: boolean;
  failed: boolean;
  onRetry: () => void;
  paging: PagingProps;
};

/** The postings of a ledger with the balance after each, between those of the page. */
export function StatementTable({ statement: shown, ...table }: StatementTableProps) {
  return (
    <DataTable
      label="Ledger Statement"
      phone="scroll"
      columns={columns}
      rows={shown?.rows}
      rowKey={({ entry_id }) => entry_id}
      before={
        shown && (
          <BalanceRow
            label="Current Opening Balance"
            amount={shown.current_opening_balance}
            side={shown.current_opening_balance_dc}
          />
        )
      }
      after={
        shown && (
          <BalanceRow
            label="Current Closing Balance"
            amount={shown.current_closing_balance}
            side={shown.current_closing_balance_dc}
          />
        )
      }
      {...table}
    />
  );
}

function BalanceRow({ label, amount, side }: { label: string; amount: Kobo; side: Side }) {
  return (
    <Table.Tr className={classes.balance}>
      <Table.Th scope="row" colSpan={5}>
        {label}
      </Table.Th>
      <Table.Td data-align="end">
        <Money amount={amount} side={side} strong />
      </Table.Td>
      <Table.Td />
    </Table.Tr>
  );
}

/** The ledger's own line of the entry and the first of the other side. */
function Lines({ row }: { row: StatementRow }) {
  return (
    <span className={classes.lines}>
      {[row.item_first, row.item_second].map(({ dc, code, name }) => (
        <span key={dc} className={classes.line}>
          <span className={classes.side}>{dc}</span>
          <span>
            {name} <span className={classes.code}>{code}</span>
          </span>
        </span>
      ))}
      {row.more_items > 0 && (
        <span className={classes.quiet}>
          and {row.more_items} more {row.more_items === 1 ? "item" : "items"}
        </span>
      )}
    </span>
  );
}
