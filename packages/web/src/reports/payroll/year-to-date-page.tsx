import {
  yearToDateList,
  yearToDateReport,
  yearTotal,
} from "@kontor/contract/pay-reports/pay-costs";
import { monthName, monthOf } from "@kontor/payroll/month";
import { useQuery } from "@tanstack/react-query";

import { OrganizationScope } from "../../accounting/organization-scope.tsx";
import { callFile } from "../../platform/api.ts";
import { today } from "../../platform/clock.ts";
import { useListSearch } from "../../platform/list-search.ts";
import { Page } from "../../ui/page/page.tsx";
import { Toolbar } from "../../ui/page/toolbar.tsx";
import { ExportMenu } from "../../ui/table/export-menu.tsx";
import { ListTable } from "../../ui/table/list-table.tsx";
import { SearchBox } from "../../ui/table/search-box.tsx";
import { pagedReportQuery } from "../frame/data.ts";
import { payslipLink } from "../frame/drill-down.ts";
import { withModule } from "../frame/module-off.ts";
import { MonthFilter } from "../frame/report-filters.tsx";
import { useReportOrganization } from "../frame/use-report-organization.ts";

/** What each employee earned from January to a month, and what was withheld of it. */
export function YearToDatePage() {
  const present = monthOf(today());
  const view = useListSearch(yearToDateReport.read, { period: present });
  const showOrganization = (tenant_id: number | undefined) =>
    view.show({ tenant_id }, { replace: true });
  const { tenantId, several } = useReportOrganization(view.input.tenant_id, showOrganization);
  const { period = present, search, page, per_page } = view.input;
  const filters = { tenant_id: tenantId, period, search };
  const report = useQuery(pagedReportQuery(yearToDateReport.read, { ...filters, page, per_page }));
  const { off, nothing, query } = withModule(report);
  const year = nothing ? undefined : report.data;

  return (
    <Page title="Year to Date" backTo="/app/reports/payroll">
      <Toolbar
        filterCount={view.filters}
        filters={
          <>
            <OrganizationScope onChoose={showOrganization} />
            <MonthFilter month={period} onChange={(next) => view.show({ period: next })} />
          </>
        }
        actions={
          <ExportMenu
            onExport={(format, options) =>
              callFile(yearToDateReport.file, { ...filters, format }, options)
            }
          />
        }
      >
        <SearchBox label="Search employees" {...view.searching} />
      </Toolbar>
      <ListTable
        list={yearToDateList}
        several={several}
        query={query}
        rows={nothing ? [] : year?.data.rows}
        total={year?.meta.total}
        place={view.place}
        rowKey={({ employee_id }) => employee_id}
        rowName={({ name }) => name}
        open={({ payslip, ...row }) => payslip && payslipLink({ ...row, ...payslip })}
        after={year && year.data.rows.length > 0 ? [yearTotal(year.data.totals)] : []}
        empty={off ?? `Nobody was paid from January to ${monthName(period)}`}
      />
    </Page>
  );
}
