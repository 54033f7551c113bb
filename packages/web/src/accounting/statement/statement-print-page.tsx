import { getStatement } from "@kontor/contract/accounting-entries";
import { formatAmount, formatBalance, formatDate } from "@kontor/contract/format";
import { Button } from "@mantine/core";
import { IconPrinter } from "@tabler/icons-react";
import { QueryClientProvider, queryOptions, useQuery } from "@tanstack/react-query";
import { getRouteApi } from "@tanstack/react-router";

import { callPaged } from "../../platform/api.ts";
import { today } from "../../platform/clock.ts";
import { queryClient } from "../../platform/query-client.ts";
import { ButtonLink } from "../../ui/button-link.tsx";
import { NotLoaded } from "../../ui/page/not-loaded.tsx";
import { useNamePage } from "../../ui/page/page-title.ts";
import { accountingKeys } from "../data.ts";

import classes from "./statement-print.module.css";

const route = getRouteApi("/app/ledger-statement/$ledger_id/print");

/** The most rows of a page that the API gives. */
const rowsAtOnce = 100;
/** The most rows that are laid out to print, some fifty sheets; longer statements are exported. */
const most = 2000;

type Asked = { id: number; start_date?: string | undefined; end_date?: string | undefined };

/** A statement from its first page on, whole or up to {@link most} rows. */
const wholeStatementQuery = (input: Asked) =>
  queryOptions({
    queryKey: [...accountingKeys.statements, "whole", input],
    queryFn: async ({ signal }) => {
      const pageOf = (page: number) =>
        callPaged(getStatement, { ...input, page, per_page: rowsAtOnce }, { signal });
      const first = await pageOf(1);
      const rows = [...first.data.rows];
      let last = first.data;
      while (rows.length < Math.min(first.meta.total, most)) {
        const next = await pageOf(rows.length / rowsAtOnce + 1);
        if (next.data.rows.length === 0) break;
        rows.push(...next.data.rows);
        last = next.data;
      }
      return { first: first.data, last, rows, total: first.meta.total };
    },
  });

/** A ledger's statement on paper: all of its rows on A4, without the frame of the application. */
export function StatementPrintPage() {
  // The frame, which this page does without, gives the other screens their queries.
  return (
    <QueryClientProvider client={queryClient}>
      <Sheet />
    </QueryClientProvider>
  );
}

function Sheet() {
  useNamePage("Ledger Statement");
  const id = Number(route.useParams().ledger_id);
  const { start_date, end_date } = route.useSearch();
  const { data, isError, refetch } = useQuery(wholeStatementQuery({ id, start_date, end_date }));
  if (!data) {
    return (
      <main className={classes.sheet}>
        <NotLoaded what="The statement" failed={isError} onRetry={() => void refetch()} />
      </main>
    );
  }
  const { ledger } = data.first;
  return (
    <main className={classes.sheet}>
      <div className={classes.bar}>
        <ButtonLink
          variant="default"
          to="/app/ledger-statement/$ledger_id"
          params={{ ledger_id: String(id) }}
          search={start_date && end_date ? { start_date, end_date } : {}}
        >
          Back to the statement
        </ButtonLink>
        <Button leftSection={<IconPrinter size={16} aria-hidden />} onClick={() => window.print()}>
          Print
        </Button>
      </div>
      <h1 className={classes.title}>{ledger.name}</h1>
      <p className={classes.facts}>
        {ledger.org_name} · {ledger.code} · {ledger.group_name}
        <br />
        {start_date && end_date
          ? `Statement from ${formatDate(start_date)} to ${formatDate(end_date)}`
          : `Statement as of ${formatDate(today())}`}
      </p>
      {data.rows.length < data.total && (
        <p role="alert">
          These are the first {data.rows.length} of {data.total} rows. Export the statement to Excel
          or CSV for all of them.
        </p>
      )}
      <table className={classes.table}>
        <thead>
          <tr>
            <th scope="col">Date</th>
            <th scope="col">Entry No.</th>
            <th scope="col">Narration</th>
            <th scope="col">Debit Amount</th>
            <th scope="col">Credit Amount</th>
            <th scope="col">Balance</th>
          </tr>
        </thead>
        <tbody>
          <BalanceLine
            label="Opening Balance"
            text={formatBalance(
              data.first.current_opening_balance,
              data.first.current_opening_balance_dc,
            )}
          />
          {data.rows.map((row) => (
            <tr key={row.entry_id}>
              <td>{formatDate(row.date)}</td>
              <td>{row.ent_number}</td>
              <td>{row.narration || `${row.item_first.name}, ${row.item_second.name}`}</td>
              <td>{row.item_debit_amount > 0n ? formatAmount(row.item_debit_amount) : "–"}</td>
              <td>{row.item_credit_amount > 0n ? formatAmount(row.item_credit_amount) : "–"}</td>
              <td>{formatBalance(row.balance, row.dc)}</td>
            </tr>
          ))}
          <BalanceLine
            label="Closing Balance"
            text={formatBalance(
              data.last.current_closing_balance,
              data.last.current_closing_balance_dc,
            )}
          />
        </tbody>
      </table>
    </main>
  );
}

function BalanceLine({ label, text }: { label: string; text: string }) {
  return (
    <tr className={classes.balance}>
      <th scope="row" colSpan={5}>
        {label}
      </th>
      <td>{text}</td>
    </tr>
  );
}
