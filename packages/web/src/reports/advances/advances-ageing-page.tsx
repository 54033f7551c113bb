import type { DataOf } from "@kontor/contract/endpoint";
import { formatDate } from "@kontor/contract/format";
import {
  advancesAgeingReport,
  ageingList,
  ageingTotal,
  bucketNames,
} from "@kontor/contract/pay-reports/advances-owed";
import { useQuery } from "@tanstack/react-query";

import { callFile } from "../../platform/api.ts";
import { today } from "../../platform/clock.ts";
import { BarChart } from "../../ui/chart/bar-chart.tsx";
import { DayFilter } from "../../ui/form/date-input.tsx";
import { Panel } from "../../ui/page/panel.tsx";
import { ListTable } from "../../ui/table/list-table.tsx";
import { ChoiceFilter } from "../frame/choice-filter.tsx";
import { pagedReportQuery } from "../frame/data.ts";
import { advancesLink } from "../frame/drill-down.ts";
import { ReportPage } from "../frame/report-page.tsx";
import { useReportView } from "../frame/use-report-view.ts";

type Row = DataOf<typeof advancesAgeingReport.read>["rows"][number];

/** How long advances are past due, or how long ago they were paid. */
export function AdvancesAgeingPage() {
  const view = useReportView(advancesAgeingReport.read, { as_of: today() });
  const { tenantId, several } = view;
  const { as_of = today(), basis = "due", by = "employee" } = view.input;
  const { search, page, per_page } = view.input;
  const filters = { tenant_id: tenantId, as_of, basis, by, search };
  const report = useQuery(
    pagedReportQuery(advancesAgeingReport.read, { ...filters, page, per_page }),
  );
  const data = report.data?.data;
  const nothing = `Nothing was owed of salary advances on ${formatDate(as_of)}`;

  return (
    <ReportPage
      title="Advances by Age"
      section="payroll"
      view={view}
      search="Search employees"
      filters={
        <>
          <DayFilter
            label="As of"
            w={{ base: "100%", sm: 140 }}
            value={as_of}
            onChange={(day) => day !== null && view.show({ as_of: day })}
          />
          <ChoiceFilter
            label="Days"
            value={basis}
            choices={[
              { value: "due", label: "Past due" },
              { value: "payment", label: "Since payment" },
            ]}
            onChange={(next) => view.show({ basis: next })}
          />
          <ChoiceFilter
            label="By"
            value={by}
            choices={[
              { value: "employee", label: "Employee" },
              { value: "organization", label: "Organization" },
            ]}
            onChange={(next) => view.show({ by: next })}
          />
        </>
      }
      onExport={(format, options) =>
        callFile(advancesAgeingReport.file, { ...filters, format }, options)
      }
    >
      {data && data.rows.length > 0 && (
        <Panel title={basis === "due" ? "By Days Past Due" : "By Days since Payment"}>
          <BarChart
            label="Outstanding by age"
            axis="Age"
            series={["Outstanding"]}
            groups={bucketNames(basis).map((label, index) => ({
              label,
              amounts: data.totals.buckets.slice(index, index + 1),
            }))}
            empty={nothing}
          />
        </Panel>
      )}
      <ListTable
        list={ageingList(basis)}
        several={several}
        query={report}
        rows={data?.rows}
        total={report.data?.meta.total}
        place={view.place}
        rowKey={({ tenant_id, employee_id }) => `${tenant_id} ${employee_id ?? ""}`}
        rowName={({ name, organization }) => name || organization}
        open={(row) => opened(row, as_of)}
        after={data && data.rows.length > 0 ? [ageingTotal(data.totals)] : []}
        empty={nothing}
      />
    </ReportPage>
  );
}

/** The advances of a person, or the people of an organization. */
function opened({ tenant_id, employee_id }: Row, as_of: string) {
  return employee_id === null
    ? advancesLink({ tenant_id, as_of })
    : advancesLink({ tenant_id, as_of, by: "advance", employee_id });
}
