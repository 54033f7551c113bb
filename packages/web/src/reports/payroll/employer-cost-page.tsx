import { displayKobo } from "@kontor/books/money";
import type { DataOf } from "@kontor/contract/endpoint";
import { costFacts } from "@kontor/contract/pay-reports/facts";
import {
  costSeries,
  costTotal,
  employerCostList,
  employerCostReport,
} from "@kontor/contract/pay-reports/pay-costs";
import { noDivision } from "@kontor/contract/pay-reports/payroll-register";
import { signedKobo } from "@kontor/contract/payroll/runs";
import { monthName, monthOf, monthsLater } from "@kontor/payroll/month";
import type { RemittanceScheme } from "@kontor/payroll/statutory/remittance";
import { useQuery } from "@tanstack/react-query";

import { callFile } from "../../platform/api.ts";
import { today } from "../../platform/clock.ts";
import { BarChart } from "../../ui/chart/bar-chart.tsx";
import { PieChart } from "../../ui/chart/pie-chart.tsx";
import { ChoiceFilter } from "../../ui/filter/choice-filter.tsx";
import { Panel } from "../../ui/page/panel.tsx";
import { ListTable } from "../../ui/table/list-table.tsx";
import { reportQuery } from "../frame/data.ts";
import { duesLink, registerLink, scheduleLink } from "../frame/drill-down.ts";
import { moduleState } from "../frame/module-off.ts";
import { MonthsFilter } from "../frame/report-filters.tsx";
import { ReportPage } from "../frame/report-page.tsx";
import { useReportView } from "../frame/use-report-view.ts";

import classes from "./payroll.module.css";

type Cost = DataOf<typeof employerCostReport.read>;

/** The number of months shown by default. */
const defaultMonths = 6;

/** Staff costs by month or department, with bars by month and how the last month divides. */
export function EmployerCostPage() {
  const present = monthOf(today());
  const usual = { from: monthsLater(present, 1 - defaultMonths), to: present };
  const view = useReportView(employerCostReport.read, usual);
  const { tenantId, several } = view;
  const { from = usual.from, to = usual.to, by = "month" } = view.input;
  const filters = { tenant_id: tenantId, from, to, by };
  const wrong = view.errors["to"] ?? view.errors["from"];
  const report = useQuery({
    ...reportQuery(employerCostReport.read, filters),
    enabled: wrong === undefined,
  });
  const { off, nothing, query } = moduleState(report);
  const cost = nothing || wrong !== undefined ? undefined : report.data;

  return (
    <ReportPage
      title="Employer’s Cost"
      section="payroll"
      view={view}
      facts={costFacts(filters)}
      preparedAt={report.dataUpdatedAt}
      filters={
        <>
          <MonthsFilter
            from={from}
            to={to}
            error={wrong}
            onFrom={(next) => view.show({ from: next })}
            onTo={(next) => view.show({ to: next })}
          />
          <ChoiceFilter
            label="By"
            value={by}
            choices={[
              { value: "month", label: "Month" },
              { value: "department", label: "Department" },
            ]}
            onChange={(next) => view.show({ by: next })}
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
        open={({ tenant_id, period, department }) =>
          registerLink({
            tenant_id,
            ...(period === null
              ? { from, period: to, group: "department", division: department || noDivision }
              : { period }),
          })
        }
        behind={() =>
          several ? null : registerLink({ tenant_id: view.input.tenant_id, from, period: to })
        }
        after={cost && cost.rows.length > 0 ? [costTotal(cost.totals)] : []}
        empty={off ?? "No payroll has been approved for these months"}
      />
    </ReportPage>
  );
}

/** A link to the cost of a range of months by organization. */
function costLink(months: { from: string; to: string }) {
  return { to: "/app/reports/payroll/employer-cost", search: months } as const;
}

type CostChartsProps = { cost: Cost; several: boolean; tenantId: number | undefined };

function CostCharts({ cost: { months, last }, several, tenantId }: CostChartsProps) {
  /** The rows behind a month: its payslips, or the organizations. */
  const behindMonth = (period: string) => {
    if (!several) return registerLink({ tenant_id: tenantId, period });
    return months.length > 1 ? costLink({ from: period, to: period }) : null;
  };
  const ofLast = last && { tenant_id: tenantId, period: last.period };
  /** Each part of the last month is a column of the register. */
  const paid = ofLast && !several ? { behind: registerLink(ofLast) } : {};
  const scheduled = (kind: RemittanceScheme) => {
    if (!ofLast) return {};
    const behind = several
      ? duesLink({ period: ofLast.period, scheme: kind })
      : scheduleLink({ kind, ...ofLast });
    return { behind };
  };
  const whole = last && behindMonth(last.period);
  return (
    <div className={classes.charts}>
      <Panel title="Cost by Month">
        <BarChart
          label="Employer’s cost by month"
          axis="Month"
          series={["Gross", "Employer’s pension", "NSITF and ITF"]}
          groups={months.map((each) => ({
            label: monthName(each.period),
            amounts: costSeries(each),
            behind: costSeries(each).map(() => behindMonth(each.period)),
            behindSum: behindMonth(each.period),
          }))}
          stacked
          empty="No payroll has been approved for these months"
        />
      </Panel>
      {last && (
        <Panel title={`Where the Cost of ${monthName(last.period)} Went`}>
          <PieChart
            label={`Where the cost of ${monthName(last.period)} went`}
            parts="Part"
            slices={[
              { label: "Net pay", amount: signedKobo(last.net), ...paid },
              { label: "PAYE", amount: last.paye, ...scheduled("PAYE") },
              { label: "Pension", amount: last.pension, ...scheduled("PENSION") },
              {
                label: "NHF, NSITF and ITF",
                amount: displayKobo(last.nhf + last.nsitf + last.itf),
                ...paid,
              },
              { label: "Advances", amount: last.advances, ...paid },
              { label: "Other deductions", amount: signedKobo(last.other), ...paid },
            ]}
            {...(whole && { behind: whole })}
            empty="Nothing was paid"
          />
        </Panel>
      )}
    </div>
  );
}
