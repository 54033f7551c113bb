import { withChangedColumn } from "@kontor/contract/accounting/as-recorded";
import type { DataOf } from "@kontor/contract/endpoint";
import { ledgerSummaryFacts } from "@kontor/contract/reports/facts";
import { ledgerSummaryList, ledgerSummaryReport } from "@kontor/contract/reports/ledger-summary";
import { Switch } from "@mantine/core";
import { useQuery } from "@tanstack/react-query";

import { callFile } from "../../platform/api.ts";
import { ListTable } from "../../ui/table/list-table.tsx";
import { reportQuery } from "../frame/data.ts";
import { dayBookLink, daysBefore, statementLink, type BooksFilter } from "../frame/drill-down.ts";
import { thisMonth, type Period } from "../frame/periods.ts";
import { PeriodFilter } from "../frame/report-filters.tsx";
import { ReportPage } from "../frame/report-page.tsx";
import { useReportView } from "../frame/use-report-view.ts";
import { changedSinceCell } from "./changed-since-cell.tsx";

import classes from "./transaction.module.css";

type Row = DataOf<typeof ledgerSummaryReport.read>["rows"][number];

/**
 * The movements of every ledger in a range of days, the number of items, and the date of the last
 * one.
 */
export function LedgerSummaryPage() {
  const view = useReportView(ledgerSummaryReport.read, thisMonth());
  const { tenantId, several, recorded: recorded_up_to } = view;
  const { start_date = "", end_date = "", with_unmoved } = view.input;
  const period: Period = { start_date, end_date };
  const input = { ...period, tenant_id: tenantId, with_unmoved, recorded_up_to };
  const backwards = view.errors["end_date"];
  const report = useQuery({
    ...reportQuery(ledgerSummaryReport.read, input),
    enabled: backwards === undefined,
  });
  const summary = backwards === undefined ? report.data : undefined;
  const books = { ...period, recorded_up_to };
  const before = daysBefore(books);

  return (
    <ReportPage
      title="Ledger Summary"
      section="transaction"
      view={view}
      facts={ledgerSummaryFacts(input)}
      preparedAt={report.dataUpdatedAt}
      asRecorded
      filters={
        <>
          <PeriodFilter period={period} error={backwards} onChange={view.show} />
          <Switch
            className={classes.switch}
            label={several ? "Organizations without entries" : "Ledgers without entries"}
            checked={with_unmoved === true}
            onChange={(event) =>
              view.show({ with_unmoved: event.currentTarget.checked || undefined })
            }
          />
        </>
      }
      onExport={(format, options) =>
        callFile(ledgerSummaryReport.file, { ...input, format }, options)
      }
    >
      <ListTable
        wide={recorded_up_to !== undefined}
        list={withChangedColumn(ledgerSummaryList, recorded_up_to)}
        cells={{ changed: (row) => changedSinceCell(row, recorded_up_to) }}
        query={report}
        rows={backwards === undefined ? summary?.rows : []}
        total={undefined}
        rowKey={({ kind, id }) => `${kind} ${id}`}
        open={(row) => lineLink(row, books, with_unmoved)}
        figures={{ opening: (row) => before && lineLink(row, before, with_unmoved) }}
        behind={() => dayBookLink({ tenantId, ...period, recorded_up_to })}
        after={
          summary && summary.rows.length > 0
            ? [
                {
                  label: "Total",
                  cells: { debit: summary.totals.debit, credit: summary.totals.credit },
                },
              ]
            : []
        }
        empty="Nothing was posted in this period"
      />
    </ReportPage>
  );
}

/** The drill-down of a line: to the summary of one organization, or to the postings of a ledger. */
function lineLink(
  { kind, tenant_id, id }: Row,
  books: BooksFilter,
  with_unmoved: boolean | undefined,
) {
  if (kind !== "organization") return statementLink(tenant_id, id, books);
  const { start_date, end_date } = books;
  const search = { tenant_id, start_date, end_date, with_unmoved };
  return { to: "/app/reports/transaction/ledger-summary", search } as const;
}
