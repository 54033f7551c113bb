import type { Kobo } from "@kontor/books/money";
import type { Side } from "@kontor/books/side";
import type { DataOf } from "@kontor/contract/endpoint";
import { formatCount, formatDate } from "@kontor/contract/format";
import { dayBookList, dayBookReport } from "@kontor/contract/reports/day-book";
import { useQuery } from "@tanstack/react-query";

import { OrganizationScope } from "../../accounting/organization-scope.tsx";
import { callFile } from "../../platform/api.ts";
import { useListSearch } from "../../platform/list-search.ts";
import { Page } from "../../ui/page/page.tsx";
import { Toolbar } from "../../ui/page/toolbar.tsx";
import { ExportMenu } from "../../ui/table/export-menu.tsx";
import { ListTable } from "../../ui/table/list-table.tsx";
import { pagedReportQuery } from "../frame/data.ts";
import { entryLink } from "../frame/drill-down.ts";
import { thisMonth } from "../frame/periods.ts";
import { PeriodFilter } from "../frame/report-filters.tsx";
import { useReportOrganization } from "../frame/use-report-organization.ts";
import { OnSide } from "./on-side.tsx";

type Row = DataOf<typeof dayBookReport.read>["rows"][number];

/** All entries of some days with their items, the oldest first. */
export function DayBookPage() {
  const view = useListSearch(dayBookReport.read, thisMonth());
  const showOrganization = (tenant_id: number | undefined) =>
    view.show({ tenant_id }, { replace: true });
  const { tenantId, several } = useReportOrganization(view.input.tenant_id, showOrganization);
  const { start_date = "", end_date = "", page, per_page } = view.input;
  const period = { start_date, end_date };
  const filters = { ...period, tenant_id: tenantId };
  const backwards = view.errors["end_date"];
  const report = useQuery({
    ...pagedReportQuery(dayBookReport.read, { ...filters, page, per_page }),
    enabled: backwards === undefined,
  });
  const book = backwards === undefined ? report.data : undefined;
  const total = book && book.data.totals;

  return (
    <Page title="Day Book" backTo="/app/reports/transaction">
      <Toolbar
        filterCount={view.filters}
        filters={
          <>
            <PeriodFilter period={period} error={backwards} onChange={view.show} />
            <OrganizationScope onChoose={showOrganization} />
          </>
        }
        actions={
          <ExportMenu
            onExport={(format, options) =>
              callFile(dayBookReport.file, { ...filters, format }, options)
            }
          />
        }
      />
      <ListTable
        list={dayBookList}
        several={several}
        query={report}
        rows={backwards === undefined ? book?.data.rows : []}
        total={book?.meta.total}
        place={view.place}
        cells={{
          shown_date: ({ line, date }) => (line === 1 ? formatDate(date) : null),
          shown_number: ({ line, ent_number }) => (line === 1 ? ent_number : null),
          debit: ({ debit }) => side(debit, "DR"),
          credit: ({ credit }) => side(credit, "CR"),
        }}
        rowKey={({ entry_id, line }) => `${entry_id} ${line}`}
        rowName={({ ent_number, name }: Row) => `${ent_number} ${name}`}
        open={({ tenant_id, entry_id, line }) =>
          line === 1 ? entryLink(tenant_id, entry_id) : null
        }
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
        empty="No entry was posted in these days"
      />
    </Page>
  );
}

function side(amount: Kobo, of: Side) {
  return <OnSide amount={amount} side={of} />;
}
