import type { DataOf } from "@kontor/contract/endpoint";
import { formatDate } from "@kontor/contract/format";
import { duesFacts } from "@kontor/contract/pay-reports/facts";
import {
  duesTotal,
  statutoryDuesList,
  statutoryDuesReport,
  type DueFigure,
} from "@kontor/contract/pay-reports/statutory-dues";
import { isYearlySchedule } from "@kontor/contract/pay-reports/statutory-schedules";
import { schemeNames } from "@kontor/contract/payroll/remittances";
import { monthName } from "@kontor/payroll/month";
import { yearlyReturnDueOn } from "@kontor/payroll/statutory/remittance";
import { Switch } from "@mantine/core";
import { useQuery } from "@tanstack/react-query";
import type { LinkProps } from "@tanstack/react-router";

import type { ListSearch } from "../../platform/address.ts";
import { callFile } from "../../platform/api.ts";
import { today } from "../../platform/clock.ts";
import { ListTable } from "../../ui/table/list-table.tsx";
import { TextLink } from "../../ui/text-link.tsx";
import { ChosenFilter } from "../frame/chosen-filter.tsx";
import { reportQuery } from "../frame/data.ts";
import { duesLink, scheduleLink } from "../frame/drill-down.ts";
import { moduleState } from "../frame/module-off.ts";
import { coveredMonth } from "../frame/periods.ts";
import { MonthFilter } from "../frame/report-filters.tsx";
import { EmptyReport, ReportPage } from "../frame/report-page.tsx";
import { useReportView } from "../frame/use-report-view.ts";
import { useBulkRemittance } from "./bulk-remittance.tsx";
import { DueChip } from "./due-status.tsx";

import classes from "./payroll.module.css";

type Due = DataOf<typeof statutoryDuesReport.read>["rows"][number];
type Filters = ListSearch<typeof statutoryDuesReport.read>;

/** The amounts due to each authority with due dates and remittances; each links to its schedule. */
export function StatutoryDuesPage() {
  const view = useReportView(statutoryDuesReport.read);
  const { tenantId, several } = view;
  const { period: requested, open, scheme, figure } = view.input;
  const report = useQuery(
    reportQuery(statutoryDuesReport.read, {
      tenant_id: tenantId,
      period: requested,
      open,
      scheme,
      figure,
    }),
  );
  const { off, nothing, query } = moduleState(report);
  const dues = nothing ? undefined : report.data;
  const period = coveredMonth(requested, dues);
  const filters = { tenant_id: tenantId, period, open, scheme, figure };
  const year = period.slice(0, 4);
  const { bulk, dialog } = useBulkRemittance(several);

  return (
    <ReportPage
      title="Statutory Schedules"
      section="payroll"
      view={view}
      facts={duesFacts(filters, today())}
      preparedAt={report.dataUpdatedAt}
      filters={
        <>
          <MonthFilter month={period} onChange={(next) => view.show({ period: next })} />
          <DuesFilters {...{ open, scheme, figure }} onChange={view.show} />
        </>
      }
      onExport={(format, options) =>
        callFile(statutoryDuesReport.file, { ...filters, format }, options)
      }
    >
      <ListTable
        list={statutoryDuesList}
        several={several}
        query={query}
        rows={nothing ? [] : dues?.rows}
        total={undefined}
        cells={{ status: statusCell }}
        rowKey={keyOf}
        rowName={(row) => `${row.scheme}, ${row.authority_name}`}
        bulk={bulk}
        open={dueLink}
        figures={{ due: dueLink, remitted: dueLink, left: dueLink }}
        behind={(key) =>
          totalLink(key as DueFigure, several, { ...filters, tenant_id: view.input.tenant_id })
        }
        after={dues && dues.rows.length > 0 ? [duesTotal(dues.totals)] : []}
        empty={
          off ?? (
            <EmptyReport
              text={emptyText({ open, figure }, period)}
              rows="schedules"
              filters={{ scheme, figure: open === true ? figure : undefined }}
              onClear={view.show}
            />
          )
        }
      />
      {dialog}
      <p className={classes.note}>
        The{" "}
        <TextLink underline="always" {...scheduleLink({ kind: "H1", period: year })}>
          yearly return of PAYE (H1)
        </TextLink>{" "}
        of {year} is due on {formatDate(yearlyReturnDueOn(year))}. Public holidays are not taken
        into account, so amounts due by working days may fall due later, but never earlier.
      </p>
    </ReportPage>
  );
}

type DuesFiltersProps = Pick<Filters, "open" | "scheme" | "figure"> & {
  onChange: (change: Filters) => void;
};

/** The amounts of earlier months, and filters that links have set. */
function DuesFilters({ open, scheme, figure, onChange }: DuesFiltersProps) {
  return (
    <>
      <Switch
        className={classes.switch}
        label="All outstanding amounts, including earlier months"
        checked={open === true}
        onChange={(event) => onChange({ open: event.currentTarget.checked || undefined })}
      />
      {scheme !== undefined && (
        <ChosenFilter
          label={schemeNames[scheme]}
          all="schedules"
          onClear={() => onChange({ scheme: undefined })}
        />
      )}
      {figure !== undefined && (
        <ChosenFilter
          label={statutoryDuesList.columns[figure].header}
          all="rows"
          onClear={() => onChange({ figure: undefined })}
        />
      )}
    </>
  );
}

function keyOf({ tenant_id, scheme, authority, period }: Due): string {
  return `${tenant_id} ${scheme} ${authority} ${period}`;
}

/** A link to the people and remittances behind an amount due. */
function dueLink({ scheme, ...due }: Due) {
  return scheduleLink({ ...due, kind: scheme });
}

/**
 * The link of a total: to the schedule, if the total is of one scheme, organization and period;
 * else to the rows that it adds up, or none if the page lists just these.
 */
function totalLink(
  key: DueFigure,
  several: boolean,
  filters: Filters & { period: string },
): LinkProps | null {
  const { scheme, period, open, tenant_id } = filters;
  if (scheme !== undefined && !several && open !== true) {
    const schedulePeriod = isYearlySchedule(scheme) ? period.slice(0, 4) : period;
    return scheduleLink({ kind: scheme, period: schedulePeriod, tenant_id });
  }
  return filters.figure === key ? null : duesLink({ ...filters, figure: key });
}

function statusCell({ status }: Due) {
  return <DueChip status={status} />;
}

function emptyText({ open, figure }: Filters, period: string): string {
  const month = monthName(period);
  if (open === true) return `Nothing is outstanding up to ${month}`;
  if (figure === "remitted") return `Nothing has been remitted for ${month}`;
  if (figure === "left") return `Nothing is left to remit for ${month}`;
  return `No payroll for ${month} owes anything to an authority`;
}
