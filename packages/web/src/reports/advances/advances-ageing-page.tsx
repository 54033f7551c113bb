import { ZERO, type Kobo } from "@kontor/books/money";
import type { DataOf } from "@kontor/contract/endpoint";
import { formatDate } from "@kontor/contract/format";
import {
  advancesAgeingReport,
  ageingBuckets,
  ageingList,
  ageingTotal,
  bucketName,
  bucketNames,
  type AgeingBasis,
  type AgeingBucket,
} from "@kontor/contract/pay-reports/advances-outstanding";
import { filteredEmployeeName, ageingFacts } from "@kontor/contract/pay-reports/facts";
import { useQuery } from "@tanstack/react-query";
import type { LinkProps } from "@tanstack/react-router";
import type { ComponentProps } from "react";

import type { ListSearch } from "../../platform/address.ts";
import { callFile } from "../../platform/api.ts";
import { today } from "../../platform/clock.ts";
import { BarChart } from "../../ui/chart/bar-chart.tsx";
import { ChoiceFilter } from "../../ui/filter/choice-filter.tsx";
import { Money } from "../../ui/money.tsx";
import { Panel } from "../../ui/page/panel.tsx";
import { ListTable } from "../../ui/table/list-table.tsx";
import { TextLink } from "../../ui/text-link.tsx";
import { ChosenFilter } from "../frame/chosen-filter.tsx";
import { pagedReportQuery } from "../frame/data.ts";
import { ageingLink } from "../frame/drill-down.ts";
import { AsOfFilter } from "../frame/report-filters.tsx";
import { EmptyReport, ReportPage } from "../frame/report-page.tsx";
import { useReportView } from "../frame/use-report-view.ts";
import { GroupingFilters } from "./grouping-filters.tsx";
import { owedRowKey, owedRowName, owedRowLink } from "./owed-rows.ts";

type Row = DataOf<typeof advancesAgeingReport.read>["rows"][number];

/** Advances by the time past due or since payment. */
export function AdvancesAgeingPage() {
  const view = useReportView(advancesAgeingReport.read, { as_of: today() }, ["employee_id"]);
  const { tenantId, several } = view;
  const { as_of = today(), basis = "due", by = "employee" } = view.input;
  const { bucket, employee_id, search, sort, page, per_page } = view.input;
  const filters = { tenant_id: tenantId, as_of, basis, by, bucket, employee_id, search, sort };
  const report = useQuery(
    pagedReportQuery(advancesAgeingReport.read, { ...filters, page, per_page }),
  );
  const data = report.data?.data;
  const onlyOf = filteredEmployeeName({ employee_id }, data);
  const nothing = `No salary advances were outstanding on ${formatDate(as_of)}`;

  return (
    <ReportPage
      title="Advances by Age"
      section="payroll"
      view={view}
      facts={ageingFacts(filters, data)}
      preparedAt={report.dataUpdatedAt}
      search="Search employees"
      filters={<AgeingFilters {...{ as_of, basis, by, bucket, onlyOf }} onChange={view.show} />}
      onExport={(format, options) =>
        callFile(advancesAgeingReport.file, { ...filters, format }, options)
      }
    >
      {data && data.rows.length > 0 && (
        <AgeChart
          basis={basis}
          amounts={data.totals.buckets}
          behind={(each) => bucketLink(view.input, each)}
          empty={nothing}
        />
      )}
      <ListTable
        list={ageingList(basis, by)}
        cells={Object.fromEntries(
          ageingBuckets.map((each) => [each, (row: Row) => bucketCell(row, each, view.input)]),
        )}
        several={several}
        query={report}
        rows={data?.rows}
        total={report.data?.meta.total}
        place={view.place}
        rowKey={owedRowKey}
        rowName={owedRowName}
        open={(row) =>
          owedRowLink(row, (narrowed) =>
            ageingLink({ ...narrowed, as_of, basis: view.input.basis, bucket, search }),
          )
        }
        behind={(key) =>
          bucketLink(
            view.input,
            ageingBuckets.find((each) => each === key),
          )
        }
        after={data && data.rows.length > 0 ? [ageingTotal(data.totals)] : []}
        empty={
          <EmptyReport
            text={nothing}
            rows="salary advances"
            filters={{ search, bucket, employee_id }}
            onClear={view.show}
          />
        }
      />
    </ReportPage>
  );
}

type AgeingFiltersProps = Pick<ComponentProps<typeof GroupingFilters>, "by" | "onlyOf"> & {
  as_of: string;
  basis: AgeingBasis;
  bucket: AgeingBucket | undefined;
  onChange: (change: ListSearch<typeof advancesAgeingReport.read>) => void;
};

/** The day, the basis of the ages, the grouping, and filters that links have set. */
function AgeingFilters({ as_of, basis, by, bucket, onlyOf, onChange }: AgeingFiltersProps) {
  return (
    <>
      <AsOfFilter day={as_of} onChange={(day) => onChange({ as_of: day })} />
      <ChoiceFilter
        label="Days"
        value={basis}
        choices={[
          { value: "due", label: "Past due" },
          { value: "payment", label: "Since payment" },
        ]}
        onChange={(next) => onChange({ basis: next })}
      />
      <GroupingFilters by={by} onlyOf={onlyOf} onChange={onChange} />
      {bucket !== undefined && (
        <ChosenFilter
          label={bucketName(basis, bucket)}
          all="ages"
          onClear={() => onChange({ bucket: undefined })}
        />
      )}
    </>
  );
}

type AgeChartProps = {
  basis: "due" | "payment";
  /** The outstanding amount of each bucket, in kobo. */
  amounts: readonly Kobo[];
  behind: (bucket: AgeingBucket | undefined) => LinkProps;
  empty: string;
};

/** Outstanding amounts by age, with a bar for each bucket. */
function AgeChart({ basis, amounts, behind, empty }: AgeChartProps) {
  return (
    <Panel title={basis === "due" ? "By Days Past Due" : "By Days since Payment"}>
      <BarChart
        label="Outstanding by age"
        axis="Age"
        series={["Outstanding"]}
        groups={bucketNames(basis).map((label, index) => ({
          label,
          amounts: amounts.slice(index, index + 1),
          behind: [behind(ageingBuckets[index])],
        }))}
        empty={empty}
      />
    </Panel>
  );
}

/** A link to the advances of a bucket, or of all, within the filters. */
function bucketLink(
  input: ListSearch<typeof advancesAgeingReport.read>,
  bucket: AgeingBucket | undefined,
) {
  const { tenant_id, as_of, basis, search, employee_id } = input;
  const filters = { tenant_id, as_of, basis, search, employee_id, by: "advance" as const };
  return ageingLink({ ...filters, bucket: bucket ?? input.bucket });
}

/** The amount in a bucket, with a link to its advances. */
function bucketCell(
  { tenant_id, employee_id, advance, buckets }: Row,
  bucket: AgeingBucket,
  { as_of, basis, search }: ListSearch<typeof advancesAgeingReport.read>,
) {
  const amount = buckets[ageingBuckets.indexOf(bucket)] ?? ZERO;
  const shown = <Money amount={amount} dashForZero />;
  if (amount === ZERO || advance !== null) return shown;
  const filters = { tenant_id, as_of, basis, bucket, search, by: "advance" as const };
  return (
    <TextLink {...ageingLink({ ...filters, employee_id: employee_id ?? undefined })}>
      {shown}
    </TextLink>
  );
}
