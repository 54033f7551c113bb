import type { DataOf } from "@kontor/contract/endpoint";
import {
  advanceForecastReport,
  forecastList,
  forecastMonthName,
  forecastTotal,
  overduePeriod,
} from "@kontor/contract/pay-reports/advance-forecast";
import { forecastFacts } from "@kontor/contract/pay-reports/facts";
import { useQuery } from "@tanstack/react-query";

import type { ListSearch } from "../../platform/address.ts";
import { callFile } from "../../platform/api.ts";
import { today } from "../../platform/clock.ts";
import { cardLink } from "../../salary-advances/links.ts";
import { BarChart } from "../../ui/chart/bar-chart.tsx";
import { ChoiceFilter } from "../../ui/filter/choice-filter.tsx";
import { Panel } from "../../ui/page/panel.tsx";
import { ListTable } from "../../ui/table/list-table.tsx";
import { ChosenFilter } from "../frame/chosen-filter.tsx";
import { pagedReportQuery } from "../frame/data.ts";
import { ReportPage } from "../frame/report-page.tsx";
import { useReportView } from "../frame/use-report-view.ts";

import classes from "./advances.module.css";

type Row = DataOf<typeof advanceForecastReport.read>["rows"][number];

const groupings = [
  { value: "month", label: "Month" },
  { value: "organization", label: "Organization" },
  { value: "instalment", label: "Instalment" },
] as const;

/** The planned repayments of advances in the coming months. */
export function AdvanceForecastPage() {
  const view = useReportView(advanceForecastReport.read);
  const { tenantId, several } = view;
  const { by = "month", period, sort, page, per_page } = view.input;
  const filters = { tenant_id: tenantId, by, period, sort };
  const report = useQuery(
    pagedReportQuery(advanceForecastReport.read, { ...filters, page, per_page }),
  );
  const data = report.data?.data;
  const nothing = "No salary advances are outstanding";

  return (
    <ReportPage
      title="Recovery Forecast"
      section="payroll"
      view={view}
      facts={forecastFacts(filters, today())}
      preparedAt={report.dataUpdatedAt}
      filters={
        <>
          <ChoiceFilter
            label="By"
            value={by}
            choices={groupings}
            onChange={(next) => view.show({ by: next })}
          />
          {period !== undefined && (
            <ChosenFilter
              label={forecastMonthName(period)}
              all="months"
              onClear={() => view.show({ period: undefined })}
            />
          )}
        </>
      }
      onExport={(format, options) =>
        callFile(advanceForecastReport.file, { ...filters, format }, options)
      }
    >
      {data && data.months.length > 0 && (
        <Panel title="To Recover by Month">
          <BarChart
            label="To recover by month"
            axis="Month"
            series={["Principal", "Interest"]}
            groups={data.months.map(({ period: month, principal, interest }) => ({
              label: forecastMonthName(month),
              amounts: [principal, interest],
              behind: [instalmentsLink(view.input, month), instalmentsLink(view.input, month)],
              behindSum: instalmentsLink(view.input, month),
            }))}
            stacked
            empty={nothing}
          />
        </Panel>
      )}
      <ListTable
        list={forecastList(by)}
        several={several}
        query={report}
        rows={data?.rows}
        total={report.data?.meta.total}
        place={view.place}
        rowKey={keyOf}
        open={(row) => rowLink(row, view.input)}
        behind={() => (by === "instalment" ? null : instalmentsLink(view.input, period))}
        after={data && data.rows.length > 0 ? [forecastTotal(data.totals)] : []}
        empty={period === undefined ? nothing : nothingDueText(period)}
      />
      <p className={classes.note}>
        Based on the repayment plans, and assuming that pay covers every instalment. Overdue amounts
        were due before today and have not been recovered.
      </p>
    </ReportPage>
  );
}

function nothingDueText(period: string): string {
  return period === overduePeriod
    ? "Nothing is overdue"
    : `Nothing is due in ${forecastMonthName(period)}`;
}

/** A link to the instalments of a month, or of all. */
function instalmentsLink(
  { tenant_id }: ListSearch<typeof advanceForecastReport.read>,
  period: string | undefined,
) {
  const search = { tenant_id, by: "instalment" as const, period };
  return { to: "/app/reports/payroll/advance-forecast", search } as const;
}

function keyOf({ tenant_id, period, instalment }: Row): string {
  return `${tenant_id ?? ""} ${period ?? ""} ${instalment?.advance_id ?? ""} ${instalment?.position ?? ""}`;
}

/**
 * The drill-down of a row: to a month's instalments, to an organization's months or its instalments
 * of the shown month, or to an advance.
 */
function rowLink(
  { tenant_id, company_id, period, instalment }: Row,
  chosen: ListSearch<typeof advanceForecastReport.read>,
) {
  if (tenant_id !== null && company_id !== null && instalment !== null) {
    return cardLink({ tenant_id, company_id, id: instalment.advance_id });
  }
  if (tenant_id === null) return instalmentsLink(chosen, period ?? undefined);
  if (chosen.period !== undefined) return instalmentsLink({ tenant_id }, chosen.period);
  return { to: "/app/reports/payroll/advance-forecast", search: { tenant_id } } as const;
}
