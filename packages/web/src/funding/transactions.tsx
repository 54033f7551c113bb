import type { Kobo } from "@kontor/books/money";
import {
  exportTransactions,
  getFinancials,
  transactionsList,
  type TransactionStatus,
} from "@kontor/contract/funding/funding";
import { Button } from "@mantine/core";
import { useQuery } from "@tanstack/react-query";

import { callFile } from "../platform/api.ts";
import { useListSearch } from "../platform/list-search.ts";
import { Toolbar } from "../ui/page/toolbar.tsx";
import { StatusChip, type StatusTone } from "../ui/status-chip.tsx";
import { ExportMenu } from "../ui/table/export-menu.tsx";
import { ListTable } from "../ui/table/list-table.tsx";
import { financialsQuery, type Organization, type Transaction } from "./data.ts";
import { TransactionFilterFields } from "./filters.tsx";

import classes from "./funding.module.css";

const tones: Record<TransactionStatus, StatusTone> = {
  COMPLETED: "good",
  PENDING: "waiting",
  PROCESSING: "busy",
  FAILED: "bad",
  REVERSED: "neutral",
};

/** The movements of an organization's funds, newest first. */
export function Transactions({ organization }: { organization: Organization }) {
  const view = useListSearch(getFinancials, {}, { keepScroll: true });
  const { page: _page, per_page: _perPage, ...filters } = view.input;
  const backwards = view.errors["end_date"] !== undefined;
  const financials = useQuery({
    ...financialsQuery({ ...organization, ...view.input }),
    enabled: !backwards,
  });
  const shown = backwards ? undefined : financials.data;
  return (
    <>
      <div className={classes.head}>
        <h2 className={classes.heading}>Transactions</h2>
        <div className={classes.ways}>
          {view.filters > 0 && (
            <Button variant="subtle" onClick={view.clear}>
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
      <Toolbar filterCount={view.filters} filters={<TransactionFilterFields view={view} />} />
      <ListTable
        list={transactionsList}
        cells={{ status }}
        query={financials}
        rows={backwards ? [] : shown?.data.transactions}
        total={shown?.meta.total}
        place={view.place}
        rowKey={({ id }) => id}
        open={({ entry_id }) => ({
          to: "/app/entries/receipt/edit/$entry_id",
          params: { entry_id: String(entry_id) },
        })}
        after={shown && shown.meta.total > 0 ? totalsOf(shown.data) : []}
        empty="No transactions found"
      />
    </>
  );
}

function status({ status: word }: Transaction) {
  return <StatusChip tone={tones[word]}>{word}</StatusChip>;
}

function totalsOf(totals: { completed_deposits: Kobo; completed_withdrawals: Kobo }) {
  return [
    { label: "Completed deposits", cells: { amount: totals.completed_deposits } },
    { label: "Completed withdrawals", cells: { amount: totals.completed_withdrawals } },
  ];
}
