import { formatMoment } from "@kontor/contract/format";
import { exportTransactions, type TransactionStatus } from "@kontor/contract/funding";
import { Button } from "@mantine/core";
import { useQuery } from "@tanstack/react-query";

import { callFile } from "../platform/api.ts";
import { Money } from "../ui/money.tsx";
import { Toolbar } from "../ui/page/page.tsx";
import { StatusChip, type StatusTone } from "../ui/status-chip.tsx";
import { DataTable, type Column } from "../ui/table/data-table.tsx";
import { ExportMenu } from "../ui/table/export-menu.tsx";
import { financialsQuery, perPage, type Organization, type Transaction } from "./data.ts";
import { TransactionFilterFields } from "./filters.tsx";
import type { TransactionFilters } from "./search.ts";

import classes from "./funding.module.css";

const tones: Record<TransactionStatus, StatusTone> = {
  COMPLETED: "good",
  PENDING: "waiting",
  PROCESSING: "busy",
  FAILED: "bad",
  REVERSED: "neutral",
};

const columns: readonly Column<Transaction>[] = [
  {
    key: "action",
    header: "Action",
    wrap: true,
    cell: ({ action, description }) => (
      <span>
        <span className={classes.action}>{action}</span>
        <span className={classes.below}>{description}</span>
      </span>
    ),
  },
  {
    key: "date",
    header: "Date",
    cell: ({ created_at, ent_number }) => (
      <span>
        <time dateTime={created_at.toISOString()}>{formatMoment(created_at)}</time>
        <span className={classes.below}>{ent_number}</span>
      </span>
    ),
  },
  {
    key: "amount",
    header: "Amount",
    align: "end",
    cell: ({ amount }) => <Money amount={amount} />,
  },
  {
    key: "status",
    header: "Status",
    cell: ({ status }) => <StatusChip tone={tones[status]}>{status}</StatusChip>,
  },
];

/** What is shown of the list, as the address holds it. */
export type TransactionsView = TransactionFilters & { page?: number | undefined };

type TransactionsProps = {
  organization: Organization;
  view: TransactionsView;
  onView: (view: TransactionsView) => void;
};

/** The movements of an organization's funds, newest first. */
export function Transactions({ organization, view, onView }: TransactionsProps) {
  const { page = 1, ...filters } = view;
  const financials = useQuery(financialsQuery({ ...organization, ...filters, page }));
  return (
    <>
      <div className={classes.head}>
        <h2 className={classes.heading}>Transactions</h2>
        <div className={classes.ways}>
          {Object.values(filters).some((value) => value !== undefined) && (
            <Button variant="subtle" onClick={() => onView({})}>
              Clear filters
            </Button>
          )}
          <ExportMenu
            onExport={(format, options) =>
              callFile(exportTransactions, { ...organization, ...filters, format }, options)
            }
          />
        </div>
      </div>
      <Toolbar>
        <TransactionFilterFields filters={filters} onFilter={onView} />
      </Toolbar>
      <DataTable
        label="Transactions"
        columns={columns}
        rows={financials.data?.data.transactions}
        rowKey={({ id }) => id}
        loading={financials.isPending || financials.isPlaceholderData}
        failed={financials.isError}
        onRetry={() => void financials.refetch()}
        empty="No transactions found"
        paging={{
          page,
          perPage,
          total: financials.data?.meta.total ?? 0,
          onPage: (next) => onView({ ...filters, page: next }),
        }}
      />
    </>
  );
}
