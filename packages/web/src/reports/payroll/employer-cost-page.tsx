import { shownSum } from "@kontor/books/money";
import type { DataOf } from "@kontor/contract/endpoint";
import { costFacts } from "@kontor/contract/pay-reports/facts";
import {
  costDivisions,
  costSeries,
  costTotal,
  employerCostList,
  employerCostReport,
} from "@kontor/contract/pay-reports/pay-costs";
import { netOf } from "@kontor/contract/payroll/runs";
import { monthName, monthOf, monthsLater } from "@kontor/payroll/month";
import { NativeSelect } from "@mantine/core";
import { useQuery } from "@tanstack/react-query";

import { callFile } from "../../platform/api.ts";
import { today } from "../../platform/clock.ts";
import { BarChart } from "../../ui/chart/bar-chart.tsx";
import { PieChart } from "../../ui/chart/pie-chart.tsx";
import { Panel } from "../../ui/page/panel.tsx";
import { ListTable } from "../../ui/table/list-table.tsx";
import { reportQuery } from "../frame/data.ts";
import { withModule } from "../frame/module-off.ts";
import { MonthFilter } from "../frame/report-filters.tsx";
import { ReportPage } from "../frame/report-page.tsx";
import { useReportView } from "../frame/use-report-view.ts";

import classes from "./payroll.module.css";

type Cost = DataOf<typeof employerCostReport.read>;

/** Months that are shown unless others are chosen. */
const usualMonths = 6;

/** Staff costs by month or department, with bars by month and the split of the last month. */
export function EmployerCostPage() {
  const present = monthOf(today());
  const usual = { from: monthsLater(present, 1 - usualMonths), to: present };
  const view = useReportView(employerCostReport.read, usual);
  const { tenantId, several } = view;
  const { from = usual.from, to = usual.to, by = "month" } = view.input;
  const filters = { tenant_id: tenantId, from, to, by };
  const wrong = view.errors["to"] ?? view.errors["from"];
  const report = useQuery({
    ...reportQuery(employerCostReport.read, filters),
    enabled: wrong === undefined,
  });
  const { off, nothing, query } = withModule(report);
  const cost = nothing || wrong !== undefined ? undefined : report.data;

  return (
    <ReportPage
      title="Employer's Cost"
      section="payroll"
      view={view}
      facts={costFacts(filters)}
      preparedAt={report.dataUpdatedAt}
      filters={
        <>
          <MonthFilter
            label="First Month"
            month={from}
            onChange={(next) => view.show({ from: next })}
          />
          <MonthFilter
            label="Last Month"
            month={to}
            error={wrong}
            onChange={(next) => view.show({ to: next })}
          />
          <NativeSelect
            label="By"
            w={{ base: "100%", sm: 150 }}
            value={by}
            data={[
              { value: "month", label: "Month" },
              { value: "department", label: "Department" },
            ]}
            onChange={({ currentTarget }) =>
              view.show({ by: costDivisions.find((each) => each === currentTarget.value) })
            }
          />
        </>
      }
      onExport={(format, options) =>
        callFile(employerCostReport.file, { ...filters, format }, options)
      }
    >
      {cost && <CostCharts cost={cost} several={several} tenantId={view.input.tenant_id} />}
      <ListTable
        list={employerCostList(by)}
        several={several}
        query={query}
        rows={nothing || wrong !== undefined ? [] : cost?.rows}
        total={undefined}
        rowKey={({ tenant_id, period, department }) =>
          `${tenant_id} ${period ?? ""} ${department ?? ""}`
        }
        open={({ tenant_id, period }) => (period === null ? null : registerLink(period, tenant_id))}
        after={cost && cost.rows.length > 0 ? [costTotal(cost.totals)] : []}
        empty={off ?? "No payroll of these months has been approved"}
      />
    </ReportPage>
  );
}

/** The people of a month, of one organization. */
function registerLink(period: string, tenant_id: number | undefined) {
  return { to: "/app/reports/payroll/register", search: { tenant_id, period } } as const;
}

type CostChartsProps = { cost: Cost; several: boolean; tenantId: number | undefined };

function CostCharts({ cost: { months, last }, several, tenantId }: CostChartsProps) {
  return (
    <div className={classes.charts}>
      <Panel title="Cost by Month">
        <BarChart
          label="Employer's cost by month"
          axis="Month"
          series={["Gross", "Employer's pension", "NSITF and ITF"]}
          groups={months.map((each) => ({
            label: monthName(each.period),
            amounts: costSeries(each),
            ...(several
              ? {}
              : { behind: costSeries(each).map(() => registerLink(each.period, tenantId)) }),
          }))}
          stacked
          empty="No payroll of these months has been approved"
        />
      </Panel>
      {last && (
        <Panel title={`Where the Cost of ${monthName(last.period)} Went`}>
          <PieChart
            label={`Where the cost of ${monthName(last.period)} went`}
            parts="Part"
            slices={[
              { label: "Net pay", amount: netOf(last.net) },
              { label: "PAYE", amount: last.paye },
              { label: "Pension", amount: last.pension },
              { label: "NHF, NSITF and ITF", amount: shownSum(last.nhf + last.nsitf + last.itf) },
              { label: "Advances", amount: last.advances },
              { label: "Other deductions", amount: last.other },
            ]}
            empty="Nothing was paid"
          />
        </Panel>
      )}
    </div>
  );
}
