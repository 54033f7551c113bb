import type { DataOf } from "@kontor/contract/endpoint";
import { formatCount, formatRange } from "@kontor/contract/format";
import { changesList, changesReport } from "@kontor/contract/reports/changes";
import { changesFacts } from "@kontor/contract/reports/facts";
import { useQuery } from "@tanstack/react-query";

import { ledgerQuery } from "../../accounting/data.ts";
import { entryLink } from "../../accounting/links.ts";
import { RecordedFilter, startOfDay } from "../../accounting/recorded-filter.tsx";
import { callFile } from "../../platform/api.ts";
import { today } from "../../platform/clock.ts";
import { ListTable } from "../../ui/table/list-table.tsx";
import { ChosenFilter } from "../frame/chosen-filter.tsx";
import { pagedReportQuery } from "../frame/data.ts";
import { EmptyReport, ReportPage } from "../frame/report-page.tsx";
import { useReportView } from "../frame/use-report-view.ts";

import classes from "./transaction.module.css";

type Totals = DataOf<typeof changesReport.read>["totals"];

/** Entries added, back-dated or edited since a moment, such as that of the last report. */
export function ChangesPage() {
  const usual = startOfDay(`${today().slice(0, 8)}01`);
  const view = useReportView(changesReport.read, { recorded_up_to: usual }, ["ledger_id"]);
  const { tenantId, several } = view;
  const { recorded_up_to = usual, ledger_id, start_date, end_date, page, per_page } = view.input;
  const filters = {
    tenant_id: tenantId === 0 ? undefined : tenantId,
    recorded_up_to,
    ledger_id,
    start_date,
    end_date,
  };
  const report = useQuery({
    ...pagedReportQuery(changesReport.read, { ...filters, page, per_page }),
    enabled: !several,
  });
  const changes = several ? undefined : report.data;
  const isOfLedger = ledger_id !== undefined && !several;
  const ledger = useQuery({
    ...ledgerQuery({ id: ledger_id ?? 0, tenant_id: filters.tenant_id }),
    enabled: isOfLedger,
  }).data;

  return (
    <ReportPage
      title="What Changed Since"
      section="transaction"
      view={view}
      facts={changesFacts(filters, ledger)}
      preparedAt={report.dataUpdatedAt}
      filters={
        <>
          <RecordedFilter
            label="Recorded After"
            recorded={recorded_up_to}
            onChange={(next) => view.show({ recorded_up_to: next })}
          />
          {isOfLedger && (
            <ChosenFilter
              label={ledger?.name ?? "One ledger"}
              all="ledgers"
              onClear={() => view.show({ ledger_id: undefined })}
            />
          )}
          {start_date !== undefined && (
            <ChosenFilter
              label={formatRange(start_date, end_date)}
              all="days"
              onClear={() => view.show({ start_date: undefined, end_date: undefined })}
            />
          )}
        </>
      }
      onExport={
        several
          ? undefined
          : (format, options) => callFile(changesReport.file, { ...filters, format }, options)
      }
    >
      {changes && changes.meta.total > 0 && (
        <p className={classes.compared}>{countsSentence(changes.data.totals)}</p>
      )}
      {changes && changes.data.totals.openings > 0 && (
        <p className={classes.compared}>{openingsSentence(changes.data.totals)}</p>
      )}
      <ListTable
        wide
        list={changesList}
        query={several ? { ...report, isError: false, isFetching: false } : report}
        rows={several ? [] : changes?.data.rows}
        total={changes?.meta.total}
        place={view.place}
        rowKey={({ entry_id }) => entry_id}
        open={({ tenant_id, entry_id }) => entryLink(tenant_id, entry_id)}
        empty={
          several ? (
            "Choose an organization to see what changed in its books"
          ) : (
            <EmptyReport
              text="No entries were recorded since"
              rows="entries"
              filters={{ ledger_id, start_date, end_date }}
              onClear={view.show}
            />
          )
        }
      />
    </ReportPage>
  );
}

/** Opening balances are no entries, and so in no row. */
function openingsSentence({ openings }: Totals): string {
  return openings === 1
    ? "The opening balance of 1 ledger was set or changed since."
    : `The opening balances of ${formatCount(openings)} ledgers were set or changed since.`;
}

function countsSentence({ added, back_dated, edited }: Totals): string {
  return `${formatCount(added)} added · ${formatCount(back_dated)} back-dated · ${formatCount(edited)} edited`;
}
