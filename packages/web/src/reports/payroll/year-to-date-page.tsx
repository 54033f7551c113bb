import { yearToDateFacts } from "@kontor/contract/pay-reports/facts";
import {
  yearToDateList,
  yearToDateReport,
  yearTotal,
} from "@kontor/contract/pay-reports/pay-costs";
import { monthName } from "@kontor/payroll/month";
import { useQuery } from "@tanstack/react-query";

import { callFile } from "../../platform/api.ts";
import { ListTable } from "../../ui/table/list-table.tsx";
import { pagedReportQuery } from "../frame/data.ts";
import { openingFiguresLink, registerLink } from "../frame/drill-down.ts";
import { moduleState } from "../frame/module-off.ts";
import { coveredMonth } from "../frame/periods.ts";
import { MonthFilter } from "../frame/report-filters.tsx";
import { EmptyReport, ReportPage } from "../frame/report-page.tsx";
import { useReportView } from "../frame/use-report-view.ts";

import classes from "./payroll.module.css";

/** Each employee's pay and deductions from January to a month. */
export function YearToDatePage() {
  const view = useReportView(yearToDateReport.read);
  const { tenantId, several } = view;
  const { period: requested, search, sort, page, per_page } = view.input;
  const filters = { tenant_id: tenantId, period: requested, search, sort };
  const report = useQuery(pagedReportQuery(yearToDateReport.read, { ...filters, page, per_page }));
  const { off, nothing, query } = moduleState(report);
  const year = nothing ? undefined : report.data;
  const period = coveredMonth(requested, year?.data);
  const months = { from: `${period.slice(0, 4)}-01`, period };

  return (
    <ReportPage
      title="Year to Date"
      section="payroll"
      view={view}
      facts={yearToDateFacts({ ...filters, period })}
      preparedAt={report.dataUpdatedAt}
      search="Search employees"
      filters={
        <>
          <MonthFilter month={period} onChange={(next) => view.show({ period: next })} />
        </>
      }
      onExport={(format, options) =>
        callFile(yearToDateReport.file, { ...filters, period, format }, options)
      }
    >
      <ListTable
        wide
        list={yearToDateList}
        several={several}
        query={query}
        rows={nothing ? [] : year?.data.rows}
        total={year?.meta.total}
        place={view.place}
        rowKey={({ employee_id }) => employee_id}
        rowName={({ name }) => name}
        open={(row) =>
          row.months === 0
            ? openingFiguresLink(row)
            : registerLink({ ...months, tenant_id: row.tenant_id, employee_id: row.employee_id })
        }
        behind={() =>
          // Opening figures are on no payslip, so the payslips would not add up to the total.
          several || search || year?.data.openings !== 0
            ? null
            : registerLink({ ...months, tenant_id: view.input.tenant_id })
        }
        after={year && year.data.rows.length > 0 ? [yearTotal(year.data.totals)] : []}
        empty={
          off ?? (
            <EmptyReport
              text={`Nobody was paid ${yearToDateText(period)}`}
              rows="employees"
              filters={{ search }}
              onClear={view.show}
            />
          )
        }
      />
      {year?.data.rows.some(({ opening }) => opening) === true && (
        <p className={classes.note}>
          These totals include opening figures from before Kontor, which are not on any payslip:{" "}
          {year.data.rows.flatMap(({ opening, name }) => (opening ? [name] : [])).join("; ")}.
        </p>
      )}
    </ReportPage>
  );
}

/** "from January to March 2026", and "in January 2026" for the first month. */
function yearToDateText(period: string): string {
  return `${period.endsWith("-01") ? "in" : "from January to"} ${monthName(period)}`;
}
