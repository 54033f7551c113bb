import type { DataOf } from "@kontor/contract/endpoint";
import { varianceFacts } from "@kontor/contract/pay-reports/facts";
import {
  payComponents,
  payVarianceList,
  payVarianceReport,
  varianceTotal,
} from "@kontor/contract/pay-reports/pay-variance";
import { netOf } from "@kontor/contract/payroll/runs";
import { monthName, monthOf, monthsLater } from "@kontor/payroll/month";
import { Switch } from "@mantine/core";
import { useQuery } from "@tanstack/react-query";

import { callFile } from "../../platform/api.ts";
import { today } from "../../platform/clock.ts";
import { NetMoney } from "../../ui/money.tsx";
import { Panel } from "../../ui/page/panel.tsx";
import type { Column } from "../../ui/table/column.ts";
import { DataTable } from "../../ui/table/data-table.tsx";
import { ListTable } from "../../ui/table/list-table.tsx";
import { pagedReportQuery } from "../frame/data.ts";
import { payslipLink } from "../frame/drill-down.ts";
import { withModule } from "../frame/module-off.ts";
import { MonthFilter } from "../frame/report-filters.tsx";
import { ReportPage } from "../frame/report-page.tsx";
import { useReportView } from "../frame/use-report-view.ts";

import classes from "./payroll.module.css";

type Component = DataOf<typeof payVarianceReport.read>["components"][number];

const amountOf = (name: "before" | "after" | "change", header: string): Column<Component> => ({
  key: name,
  header,
  align: "end",
  phone: name === "change" ? "amount" : "none",
  cell: (row) => <NetMoney amount={netOf(row[name])} />,
});

const componentColumns: readonly Column<Component>[] = [
  {
    key: "component",
    header: "Component",
    phone: "what",
    cell: ({ component }) => payComponents[component],
  },
  amountOf("before", "Before"),
  amountOf("after", "After"),
  amountOf("change", "Change"),
];

/** How everybody's pay of a month differs from that of any other month, and by which components. */
export function PayVariancePage() {
  const present = monthOf(today());
  const usual = { period: present, compared: monthsLater(present, -1) };
  const view = useReportView(payVarianceReport.read, usual);
  const { tenantId, several } = view;
  const {
    period = usual.period,
    compared = usual.compared,
    with_same,
    sort,
    page,
    per_page,
  } = view.input;
  const filters = { tenant_id: tenantId, period, compared, with_same, sort };
  const wrong = view.errors["compared"];
  const report = useQuery({
    ...pagedReportQuery(payVarianceReport.read, { ...filters, page, per_page }),
    enabled: wrong === undefined,
  });
  const { off, nothing, query } = withModule(report);
  const variance = nothing || wrong !== undefined ? undefined : report.data;

  return (
    <ReportPage
      title="Pay Variance"
      section="payroll"
      view={view}
      facts={varianceFacts(filters)}
      preparedAt={report.dataUpdatedAt}
      filters={
        <>
          <MonthFilter month={period} onChange={(next) => view.show({ period: next })} />
          <MonthFilter
            label="Compared With"
            month={compared}
            error={wrong}
            onChange={(next) => view.show({ compared: next })}
          />
          <Switch
            className={classes.switch}
            label="Those without a change too"
            checked={with_same === true}
            onChange={(event) => view.show({ with_same: event.currentTarget.checked || undefined })}
          />
        </>
      }
      onExport={(format, options) =>
        callFile(payVarianceReport.file, { ...filters, format }, options)
      }
    >
      {variance && variance.data.components.length > 0 && (
        <Panel title="By Component">
          <DataTable
            label="Change by Component"
            columns={componentColumns}
            rows={variance.data.components}
            rowKey={({ component }) => component}
            loading={false}
            empty="Nothing changed"
          />
        </Panel>
      )}
      <ListTable
        list={payVarianceList}
        several={several}
        query={query}
        rows={nothing || wrong !== undefined ? [] : variance?.data.rows}
        total={variance?.meta.total}
        place={view.place}
        rowKey={({ employee_id }) => employee_id}
        rowName={({ name }) => name}
        open={({ payslip, ...row }) => payslipLink({ ...row, ...payslip })}
        after={
          variance && variance.data.rows.length > 0 ? [varianceTotal(variance.data.totals)] : []
        }
        empty={off ?? emptyText(period, compared, wrong)}
      />
    </ReportPage>
  );
}

function emptyText(period: string, compared: string, wrong: string | undefined): string {
  return wrong ?? `Nobody's pay of ${monthName(period)} differs from ${monthName(compared)}`;
}
