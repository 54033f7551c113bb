import type { Kobo } from "@kontor/books/money";
import { formatDay, formatMoment } from "@kontor/contract/format";
import {
  correctionOf,
  exportTransactions,
  getFinancials,
  isCorrectable,
  transactionsList,
  type FundingAction,
} from "@kontor/contract/funding/funding";
import { Button } from "@mantine/core";
import { useQuery } from "@tanstack/react-query";
import { useState } from "react";

import { entryLink } from "../accounting/links.ts";
import { callFile } from "../platform/api.ts";
import { useListSearch } from "../platform/list-search.ts";
import { useHasPermission } from "../session/data.ts";
import { useMatchesFilters } from "../ui/filter/use-matches-filters.ts";
import { EmptyState } from "../ui/page/empty-state.tsx";
import { Toolbar } from "../ui/page/toolbar.tsx";
import { ExportMenu } from "../ui/table/export-menu.tsx";
import { UnbrokenCodes } from "../ui/table/list-cell.tsx";
import { ListTable } from "../ui/table/list-table.tsx";
import { SearchBox } from "../ui/table/search-box.tsx";
import { TextLink } from "../ui/text-link.tsx";
import { financialsQuery, type CompanyPath, type Transaction } from "./data.ts";
import { TransactionFilterFields } from "./filters.tsx";
import { FundDialog } from "./fund-dialog.tsx";
import { TransactionStatusChip } from "./transaction-status.tsx";

import classes from "./funding.module.css";

/** For each action, the action that corrects it. */
const opposite: Readonly<Record<FundingAction, FundingAction>> = {
  DEPOSIT: "WITHDRAWAL",
  WITHDRAWAL: "DEPOSIT",
};

type TransactionsProps = { organization: CompanyPath; companyName: string; mayWrite: boolean };

/** The movements of an organization's funds, newest first. */
export function Transactions({ organization, companyName, mayWrite }: TransactionsProps) {
  const view = useListSearch(getFinancials, {}, { keepScroll: true });
  const { page: _page, per_page: _perPage, ...filters } = view.input;
  const backwards = view.errors["end_date"] !== undefined;
  const financials = useQuery({
    ...financialsQuery({ ...organization, ...view.input }),
    enabled: !backwards,
  });
  const shown = backwards ? undefined : financials.data;
  const { sort: _sort, ...narrowing } = filters;
  const totalled = useMatchesFilters(financials, narrowing);
  const [corrected, setCorrected] = useState<Transaction>();
  const mayReadBooks = useHasPermission("accounting.read");
  return (
    <>
      <div className={classes.head}>
        <h2 className={classes.heading}>Transactions</h2>
        <div className={classes.ways}>
          {(view.filters > 0 || view.searching.value !== "") && (
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
      <Toolbar filterCount={view.filters} filters={<TransactionFilterFields view={view} />}>
        <SearchBox label="Search transactions" {...view.searching} />
      </Toolbar>
      <ListTable
        list={transactionsList}
        cells={{
          date: dateCell,
          status: statusCell,
          description: descriptionCell(organization, mayReadBooks),
        }}
        query={financials}
        rows={backwards ? [] : shown?.data.transactions}
        total={shown?.meta.total}
        place={view.place}
        rowKey={({ id }) => id}
        rowName={({ ent_number }) => ent_number}
        {...(mayReadBooks && {
          open: ({ entry_id }: Transaction) => entryLink(organization.tenant_id, entry_id),
        })}
        after={shown && totalled && shown.meta.total > 0 ? totalsOf(shown.data) : []}
        empty={
          <EmptyState
            text="No transactions found"
            {...(view.filters === 0 &&
              view.searching.value === "" && {
                about: mayWrite
                  ? "“Fund Account” above deposits into the wallet, from which salaries and advances are paid."
                  : "Deposits, withdrawals and payments to people are listed here.",
              })}
          />
        }
        {...(mayWrite && {
          actions: (row: Transaction) =>
            isCorrectable(row) ? [{ label: "Correct", onClick: () => setCorrected(row) }] : [],
        })}
      />
      {corrected !== undefined && shown !== undefined && (
        <FundDialog
          action={opposite[corrected.action]}
          organization={organization}
          companyName={companyName}
          balance={shown.data.balance}
          balanceSide={shown.data.balance_dc}
          corrects={corrected}
          onExited={() => setCorrected(undefined)}
        />
      )}
    </>
  );
}

/**
 * The description of a movement, with a link to the movement that it corrects or that corrected it.
 */
const descriptionCell =
  (organization: CompanyPath, mayReadBooks: boolean) => (row: Transaction) => {
    const other = row.corrects ?? row.corrected_by;
    if (other === null) return <UnbrokenCodes in={row.description} />;
    return (
      <>
        <UnbrokenCodes in={row.description} />
        <span className={classes.below}>
          {mayReadBooks ? (
            <TextLink {...entryLink(organization.tenant_id, other.entry_id)}>
              {correctionOf(row)}
            </TextLink>
          ) : (
            correctionOf(row)
          )}
        </span>
      </>
    );
  };

/** On a phone only the day; the entry has the time. */
function dateCell({ created_at }: Transaction) {
  const day = formatDay(created_at);
  return (
    <>
      {day}
      <span className={classes.time}>{formatMoment(created_at).slice(day.length)}</span>
    </>
  );
}

/** On a phone only unusual statuses are shown. */
function statusCell({ status: word }: Transaction) {
  const chip = <TransactionStatusChip status={word} />;
  return word === "COMPLETED" ? <span className={classes.usual}>{chip}</span> : chip;
}

function totalsOf(totals: { completed_deposits: Kobo; completed_withdrawals: Kobo }) {
  return [
    { label: "Completed deposits", cells: { amount: totals.completed_deposits } },
    { label: "Completed withdrawals", cells: { amount: totals.completed_withdrawals } },
  ];
}
