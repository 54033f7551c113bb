import type { DataOf } from "@kontor/contract/endpoint";
import { formatDate, formatRange } from "@kontor/contract/format";
import { differingFacts } from "@kontor/contract/reports/facts";
import {
  differingEntriesList,
  differingEntriesReport,
  differingTotal,
  reconciledParts,
  reconciledTitles,
} from "@kontor/contract/reports/reconciliation";
import { useQuery } from "@tanstack/react-query";

import { entryLink } from "../../accounting/links.ts";
import { callFile } from "../../platform/api.ts";
import { today } from "../../platform/clock.ts";
import { ChoiceFilter } from "../../ui/filter/choice-filter.tsx";
import { ListTable } from "../../ui/table/list-table.tsx";
import { ChosenFilter } from "../frame/chosen-filter.tsx";
import { pagedReportQuery } from "../frame/data.ts";
import { AsOfFilter } from "../frame/report-filters.tsx";
import { ReportPage } from "../frame/report-page.tsx";
import { useReportView } from "../frame/use-report-view.ts";

import classes from "./funding.module.css";

type Row = DataOf<typeof differingEntriesReport.read>["rows"][number];

const parts = reconciledParts.map((value) => ({ value, label: reconciledTitles[value].ledger }));

/** The entries in which a ledger differs from the records. */
export function DifferingEntriesPage() {
  const view = useReportView(differingEntriesReport.read, { as_of: today(), part: "wallet" });
  const { tenantId, several } = view;
  const { as_of = today(), part = "wallet", start_date, sort, page, per_page } = view.input;
  const filters = { tenant_id: tenantId, as_of, part, start_date, sort };
  const report = useQuery({
    ...pagedReportQuery(differingEntriesReport.read, { ...filters, page, per_page }),
    enabled: !several,
  });
  const data = several ? undefined : report.data?.data;
  const { ledger, records } = reconciledTitles[part];

  return (
    <ReportPage
      title="Differing Entries"
      section="transaction"
      view={view}
      facts={differingFacts(filters)}
      preparedAt={report.dataUpdatedAt}
      filters={
        <>
          <AsOfFilter day={as_of} onChange={(day) => view.show({ as_of: day })} />
          <ChoiceFilter
            label="Ledger"
            width={230}
            value={part}
            choices={parts}
            onChange={(next) => view.show({ part: next })}
          />
          {start_date !== undefined && (
            <ChosenFilter
              label={`Since ${formatDate(start_date)}`}
              all="days"
              onClear={() => view.show({ start_date: undefined })}
            />
          )}
        </>
      }
      onExport={
        several
          ? undefined
          : (format, options) =>
              callFile(differingEntriesReport.file, { ...filters, format }, options)
      }
    >
      <p className={classes.agrees}>
        {ledger}, compared with: {records.toLowerCase()}.
      </p>
      <ListTable
        list={differingEntriesList}
        query={several ? { ...report, isError: false, isFetching: false } : report}
        rows={several ? [] : data?.rows}
        total={several ? 0 : report.data?.meta.total}
        place={view.place}
        rowKey={({ entry }) => entry?.id ?? 0}
        rowName={({ entry, narration }: Row) => entry?.number ?? narration}
        open={({ tenant_id, entry }) => entry && entryLink(tenant_id, entry.id)}
        after={data && data.rows.length > 0 ? [differingTotal(data.totals)] : []}
        empty={
          several
            ? "Choose an organization to see its entries"
            : `Every entry ${daysText(start_date, as_of)} agrees with the records`
        }
      />
    </ReportPage>
  );
}

/** "up to 20 Mar 2026", or with a first day "from 01 Mar 2026 to 20 Mar 2026". */
function daysText(start: string | undefined, end: string): string {
  if (start === undefined) return `up to ${formatDate(end)}`;
  return `${start === end ? "on" : "from"} ${formatRange(start, end)}`;
}
