import type { Kobo } from "@kontor/books/money";
import type { Side } from "@kontor/books/side";
import { entryChangeTitles } from "@kontor/contract/accounting/as-recorded";
import type { DataOf } from "@kontor/contract/endpoint";
import { formatCount, formatDate } from "@kontor/contract/format";
import { dayBookReport, dayBookListAsOf } from "@kontor/contract/reports/day-book";
import { dayBookFacts } from "@kontor/contract/reports/facts";
import { useQuery } from "@tanstack/react-query";

import { changesLink, entryLink } from "../../accounting/links.ts";
import { WithoutClosings } from "../../accounting/recorded-filter.tsx";
import { callFile } from "../../platform/api.ts";
import { ListTable } from "../../ui/table/list-table.tsx";
import { TextLink } from "../../ui/text-link.tsx";
import { pagedReportQuery } from "../frame/data.ts";
import { ledgerSummaryLink, unclosedTrialBalanceLink } from "../frame/drill-down.ts";
import { thisMonth } from "../frame/periods.ts";
import { PeriodFilter } from "../frame/report-filters.tsx";
import { EmptyReport, ReportPage } from "../frame/report-page.tsx";
import { useReportView } from "../frame/use-report-view.ts";
import { SideAmount } from "./side-amount.tsx";

import classes from "./transaction.module.css";

type Row = DataOf<typeof dayBookReport.read>["rows"][number];

/** All entries in a range of days with their items, oldest first. */
export function DayBookPage() {
  const view = useReportView(dayBookReport.read, thisMonth(), ["closing"]);
  const { tenantId, several, recorded } = view;
  const { start_date = "", end_date = "", closing, page, per_page } = view.input;
  const period = { start_date, end_date };
  const asItIs = recorded !== undefined && view.input.as_it_is === true;
  const filters = {
    ...period,
    tenant_id: tenantId,
    recorded_up_to: recorded,
    as_it_is: asItIs || undefined,
    closing,
  };
  const backwards = view.errors["end_date"];
  const report = useQuery({
    ...pagedReportQuery(dayBookReport.read, { ...filters, page, per_page }),
    enabled: backwards === undefined,
  });
  const book = backwards === undefined ? report.data : undefined;
  const total = book && book.data.totals;

  return (
    <ReportPage
      title="Day Book"
      section="transaction"
      view={view}
      facts={dayBookFacts(filters)}
      preparedAt={report.dataUpdatedAt}
      filters={
        <>
          <PeriodFilter period={period} error={backwards} onChange={view.show} />
          <WithoutClosings className={classes.switch} closing={closing} onChange={view.show} />
        </>
      }
      marking={{ asItIs, onChange: view.show }}
      period={period}
      onExport={(format, options) => callFile(dayBookReport.file, { ...filters, format }, options)}
    >
      <ListTable
        list={dayBookListAsOf(recorded)}
        several={several}
        query={report}
        rows={backwards === undefined ? book?.data.rows : []}
        total={book?.meta.total}
        place={view.place}
        cells={{
          shown_date: ({ line, date }) => (line === 1 ? formatDate(date) : null),
          shown_number: ({ line, ent_number }) => (line === 1 ? ent_number : null),
          debit: ({ debit }) => sideCell(debit, "DR"),
          credit: ({ credit }) => sideCell(credit, "CR"),
          changed: (row) => (row.line === 1 ? changedSinceLink(row, recorded) : null),
        }}
        rowKey={({ entry_id, line }) => `${entry_id} ${line}`}
        rowName={({ ent_number, name }: Row) => `${ent_number} ${name}`}
        open={({ tenant_id, entry_id, line }) =>
          line === 1 ? entryLink(tenant_id, entry_id) : null
        }
        figures={{
          debit: ({ tenant_id, entry_id }) => entryLink(tenant_id, entry_id),
          credit: ({ tenant_id, entry_id }) => entryLink(tenant_id, entry_id),
        }}
        behind={() => {
          if (asItIs) return null;
          const books = { tenantId, ...period, recorded_up_to: recorded };
          // The figures of the ledger summary include closings.
          return closing === undefined ? ledgerSummaryLink(books) : unclosedTrialBalanceLink(books);
        }}
        after={
          total && total.items > 0
            ? [
                {
                  label: `Total of ${formatCount(total.items)} items`,
                  cells: { debit: total.debit, credit: total.credit },
                },
              ]
            : []
        }
        empty={
          <EmptyReport
            text="No entries were posted in this period"
            rows="entries"
            filters={{ closing }}
            onClear={view.show}
          />
        }
      />
    </ReportPage>
  );
}

/** How an entry changed since the moment, with a link to the changes of its day. */
function changedSinceLink({ tenant_id, date, since }: Row, recorded: string | undefined) {
  if (since === null || recorded === undefined) return null;
  return (
    <TextLink {...changesLink(tenant_id, recorded, { start_date: date, end_date: date })}>
      {entryChangeTitles[since]}
    </TextLink>
  );
}

function sideCell(amount: Kobo, of: Side) {
  return <SideAmount amount={amount} side={of} />;
}
