import { ZERO } from "@kontor/books/money";
import type { DataOf } from "@kontor/contract/endpoint";
import { varianceFacts } from "@kontor/contract/pay-reports/facts";
import {
  payComponents,
  payVarianceReport,
  varianceList,
  varianceTotals,
} from "@kontor/contract/pay-reports/pay-variance";
import { signedKobo } from "@kontor/contract/payroll/runs";
import { monthBefore, monthName } from "@kontor/payroll/month";
import { Switch } from "@mantine/core";
import { useQuery } from "@tanstack/react-query";
import type { LinkProps } from "@tanstack/react-router";

import { payslipLink } from "../../payroll/links.ts";
import type { ListSearch } from "../../platform/address.ts";
import { callFile } from "../../platform/api.ts";
import { NetMoney } from "../../ui/money.tsx";
import { Panel } from "../../ui/page/panel.tsx";
import type { Column } from "../../ui/table/column.ts";
import { DataTable } from "../../ui/table/data-table.tsx";
import { ListTable } from "../../ui/table/list-table.tsx";
import { DrillDownLink } from "../../ui/text-link.tsx";
import { ChosenFilter } from "../frame/chosen-filter.tsx";
import { pagedReportQuery } from "../frame/data.ts";
import { registerLink } from "../frame/drill-down.ts";
import { moduleState } from "../frame/module-off.ts";
import { coveredMonth } from "../frame/periods.ts";
import { MonthFilter } from "../frame/report-filters.tsx";
import { ReportPage } from "../frame/report-page.tsx";
import { useReportView } from "../frame/use-report-view.ts";

import classes from "./payroll.module.css";

type Component = DataOf<typeof payVarianceReport.read>["components"][number];

type Measure = "before" | "after" | "change";

/** The components of pay in both months, each amount with a link to its details. */
function componentColumns(
  behind: (component: Component, name: Measure) => LinkProps | null,
): readonly Column<Component>[] {
  const amountOf = (name: Measure, header: string): Column<Component> => ({
    key: name,
    header,
    align: "end",
    phone: name === "change" ? "amount" : "none",
    cell: (row) => (
      <DrillDownLink target={row[name].amount === ZERO ? null : behind(row, name)}>
        <NetMoney amount={signedKobo(row[name])} />
      </DrillDownLink>
    ),
  });
  return [
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
}

/** How each employee's pay differs between two months, by component. */
export function PayVariancePage() {
  const view = useReportView(payVarianceReport.read);
  const { tenantId, several } = view;
  const { page, per_page, ...input } = view.input;
  const scopedInput = { ...input, tenant_id: tenantId };
  const { with_same, component } = scopedInput;
  const wrong = view.errors["compared"];
  const report = useQuery({
    ...pagedReportQuery(payVarianceReport.read, { ...scopedInput, page, per_page }),
    enabled: wrong === undefined,
  });
  const { off, nothing, query } = moduleState(report);
  const variance = nothing || wrong !== undefined ? undefined : report.data;
  const period = coveredMonth(scopedInput.period, variance?.data);
  const compared = scopedInput.compared ?? monthBefore(period) ?? period;
  const filters = { ...scopedInput, period, compared };
  const { paidIn, grossIn } = monthLinks(view.input.tenant_id, several);
  const withoutChange: LinkProps = {
    to: "/app/reports/payroll/variance",
    search: { tenant_id: view.input.tenant_id, period, compared, with_same: true },
  };

  return (
    <ReportPage
      title="Pay Variance"
      section="payroll"
      view={view}
      facts={varianceFacts(filters)}
      preparedAt={report.dataUpdatedAt}
      filters={
        <VarianceFilters
          {...{ period, compared, component, wrong }}
          withSame={with_same === true}
          onChange={view.show}
        />
      }
      onExport={(format, options) =>
        callFile(payVarianceReport.file, { ...filters, format }, options)
      }
    >
      {variance && component === undefined && hasNoPay(variance.data) && (
        <p className={classes.note}>No payroll for {monthName(period)} has been approved yet.</p>
      )}
      {variance && component === undefined && variance.data.components.length > 0 && (
        <ByComponent
          components={variance.data.components}
          behind={(of, name) =>
            name === "change"
              ? {
                  to: "/app/reports/payroll/variance",
                  search: {
                    tenant_id: view.input.tenant_id,
                    period,
                    compared,
                    component: of.component,
                  },
                }
              : paidIn(name === "before" ? compared : period)
          }
        />
      )}
      <ListTable
        list={varianceList(component)}
        several={several}
        query={query}
        rows={nothing || wrong !== undefined ? [] : variance?.data.rows}
        total={variance?.meta.total}
        place={view.place}
        rowKey={({ employee_id }) => employee_id}
        rowName={({ name }) => name}
        open={({ payslip, ...row }) => payslipLink({ ...row, id: payslip.run_id }, payslip)}
        behind={(key, row) => {
          if (row.of === "unchanged") return withoutChange;
          if (key === "gross_before") return grossIn(compared);
          if (key === "gross") return grossIn(period);
          if (key === "net_before") return paidIn(compared);
          return key === "net" ? paidIn(period) : null;
        }}
        after={
          variance && variance.data.rows.length > 0 ? varianceTotals(variance.data, component) : []
        }
        empty={off ?? emptyText({ period, compared, component }, wrong)}
      />
    </ReportPage>
  );
}

type VarianceFiltersProps = Months & {
  /** Why the months cannot be compared. */
  wrong: string | undefined;
  withSame: boolean;
  onChange: (change: ListSearch<typeof payVarianceReport.read>) => void;
};

/** Both months, and either one component or whether to list unchanged employees. */
function VarianceFilters(props: VarianceFiltersProps) {
  const { period, compared, component, wrong, withSame, onChange } = props;
  return (
    <>
      <MonthFilter month={period} onChange={(next) => onChange({ period: next })} />
      <MonthFilter
        label="Compared With"
        month={compared}
        error={wrong}
        onChange={(next) => onChange({ period, compared: next })}
      />
      {component === undefined ? (
        <Switch
          className={classes.switch}
          label="Include unchanged employees"
          checked={withSame}
          onChange={(event) => onChange({ with_same: event.currentTarget.checked || undefined })}
        />
      ) : (
        <ChosenFilter
          label={payComponents[component]}
          all="components"
          onClear={() => onChange({ component: undefined })}
        />
      )}
    </>
  );
}

type ByComponentProps = {
  components: readonly Component[];
  behind: (component: Component, name: Measure) => LinkProps | null;
};

/** How much each component adds to the difference between the months. */
function ByComponent({ components, behind }: ByComponentProps) {
  return (
    <Panel title="By Component">
      <DataTable
        label="Change by Component"
        columns={componentColumns(behind)}
        rows={components}
        rowKey={(of) => of.component}
        loading={false}
        empty="Nothing changed"
      />
    </Panel>
  );
}

/** The links of a month's figures. @param several whether they are of several organizations */
function monthLinks(tenant_id: number | undefined, several: boolean) {
  /** The register of the month's payslips, whose components the totals add up. */
  const paidIn = (period: string) => (several ? null : registerLink({ tenant_id, period }));

  /** The rows behind a month's gross; for several organizations the cost of each. */
  const grossIn = (month: string): LinkProps | null =>
    several
      ? { to: "/app/reports/payroll/employer-cost", search: { from: month, to: month } }
      : paidIn(month);
  return { paidIn, grossIn };
}

/** Whether no employee was paid in the later month, such as before its payroll is approved. */
function hasNoPay({ rows, totals }: DataOf<typeof payVarianceReport.read>): boolean {
  return rows.length > 0 && totals.gross.amount === ZERO;
}

type Months = { period: string; compared: string; component: Component["component"] | undefined };

function emptyText({ period, compared, component }: Months, wrong: string | undefined): string {
  const what = component === undefined ? "pay" : payComponents[component];
  return wrong ?? `Nobody’s ${what} for ${monthName(period)} differs from ${monthName(compared)}`;
}
