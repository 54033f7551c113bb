import type { DataOf } from "@kontor/contract/endpoint";
import { formatDate, formatMoney } from "@kontor/contract/format";
import { scheduleFacts } from "@kontor/contract/pay-reports/facts";
import { periodName, statutoryDuesReport } from "@kontor/contract/pay-reports/statutory-dues";
import {
  hasAuthorities,
  isYearlySchedule,
  noAuthority,
  scheduleKinds,
  scheduleList,
  scheduleTitles,
  scheduleTotal,
  statutoryScheduleReport,
  type ScheduleColumn,
  type ScheduleKind,
} from "@kontor/contract/pay-reports/statutory-schedules";
import { recordGapSentences, recordGapTitles } from "@kontor/contract/payroll/record-gaps";
import { authorityName } from "@kontor/contract/payroll/remittances";
import { signedKobo, formatPeople } from "@kontor/contract/payroll/runs";
import { monthOf } from "@kontor/payroll/month";
import { remittanceRules } from "@kontor/payroll/statutory/remittance";
import { IconReceipt } from "@tabler/icons-react";
import { useQuery } from "@tanstack/react-query";
import type { LinkProps } from "@tanstack/react-router";
import { useState } from "react";

import { GapPeople } from "../../payroll/gap-people.tsx";
import { payslipLink } from "../../payroll/links.ts";
import type { ListSearch } from "../../platform/address.ts";
import { callFile } from "../../platform/api.ts";
import { today } from "../../platform/clock.ts";
import { allOrganizations } from "../../platform/organization/scope-filter.ts";
import { useHasPermission } from "../../session/data.ts";
import { ChoiceFilter, OptionalFilter } from "../../ui/filter/choice-filter.tsx";
import { OpenDialogButton } from "../../ui/open-dialog-button.tsx";
import { Notice } from "../../ui/page/notice.tsx";
import { ListTable } from "../../ui/table/list-table.tsx";
import { pagedReportQuery, reportQuery } from "../frame/data.ts";
import { duesLink, openingFiguresLink, schedulePayslipsLink } from "../frame/drill-down.ts";
import { moduleState } from "../frame/module-off.ts";
import { MonthFilter, YearFilter } from "../frame/report-filters.tsx";
import { EmptyReport, ReportPage } from "../frame/report-page.tsx";
import { useReportView } from "../frame/use-report-view.ts";
import { DueChip } from "./due-status.tsx";
import { RemittanceDialog } from "./remittance-dialog.tsx";
import { RemittancesPanel } from "./remittances-panel.tsx";

import classes from "./payroll.module.css";

type Schedule = DataOf<typeof statutoryScheduleReport.read>;
type Row = Schedule["rows"][number];

/** A schedule of people in the authority's format, and its payment. */
export function StatutorySchedulePage() {
  const present = monthOf(today());
  const view = useReportView(statutoryScheduleReport.read, { kind: "PAYE", period: present });
  const { tenantId, several } = view;
  const { kind = "PAYE", period: requested = present, sort, page, per_page } = view.input;
  const period = periodFor(kind, requested, present);
  const authority = hasAuthorities(kind) ? view.input.authority : undefined;
  const filters = { tenant_id: tenantId, kind, period, authority, sort };
  const report = useQuery({
    ...pagedReportQuery(statutoryScheduleReport.read, { ...filters, page, per_page }),
    enabled: !several,
  });
  const { off, nothing, query } = moduleState(report, several);
  const schedule = nothing ? undefined : report.data;

  return (
    <ReportPage
      title={scheduleTitles[kind]}
      section="payroll"
      backTo="/app/reports/payroll/statutory"
      view={view}
      facts={scheduleFacts(filters)}
      preparedAt={report.dataUpdatedAt}
      filters={
        <ScheduleFilters {...{ tenantId, kind, period, authority, present }} onChange={view.show} />
      }
      onExport={
        several
          ? undefined
          : (format, options) =>
              callFile(statutoryScheduleReport.file, { ...filters, format }, options)
      }
    >
      {schedule && <ScheduleHead kind={kind} schedule={schedule.data} />}
      {schedule?.data.gaps.map((gap) => (
        <Notice key={gap.gap} title={`${recordGapTitles[gap.gap]}: ${formatPeople(gap.people)}`}>
          {recordGapSentences[gap.gap]}
          <GapPeople tenantId={tenantId} recordGap={gap} />
        </Notice>
      ))}
      <ListTable
        list={scheduleList(kind, authority === undefined)}
        query={query}
        rows={nothing ? [] : schedule?.data.rows}
        total={schedule?.meta.total}
        place={view.place}
        rowKey={({ place }) => place}
        rowName={({ surname, other_names }) => `${surname}, ${other_names}`}
        open={(row) => rowLink(row, { kind, period })}
        behind={(key) =>
          schedule
            ? totalLink(key, schedule.data, {
                tenant_id: view.input.tenant_id,
                kind,
                period,
                ...(authority !== undefined && { authority }),
              })
            : null
        }
        after={
          schedule && schedule.data.rows.length > 0 ? [scheduleTotal(schedule.data.totals)] : []
        }
        empty={
          several
            ? "Choose an organization to see its schedule"
            : (off ?? (
                <EmptyReport
                  text={`No employees in this schedule for ${periodName(period)}`}
                  rows="employees"
                  filters={{ authority }}
                  onClear={view.show}
                />
              ))
        }
      />
      {schedule && schedule.data.remittances.length > 0 && (
        <RemittancesPanel remittances={schedule.data.remittances} />
      )}
    </ReportPage>
  );
}

const kindNames: Readonly<Record<ScheduleKind, string>> = {
  PAYE: "PAYE",
  PENSION: "Pension",
  NHF: "NHF",
  NSITF: "NSITF",
  ITF: "ITF, by the year",
  H1: "H1, by the year",
};

/**
 * The period when another schedule is chosen: the year for a yearly one, and for a monthly one
 * again a month.
 */
function periodFor(kind: ScheduleKind, period: string, present: string): string {
  const year = period.slice(0, 4);
  if (isYearlySchedule(kind)) return year;
  if (period.length > 4) return period;
  return present.startsWith(year) ? present : `${year}-12`;
}

/**
 * A link to a person's payslip, to the register if there are several, or to their record if there
 * are none.
 */
function rowLink(
  { payslip, payslips, tenant_id, company_id, employee_id }: Row,
  schedule: { kind: ScheduleKind; period: string },
) {
  if (payslip === null) return openingFiguresLink({ tenant_id, employee_id });
  if (payslips === 1) return payslipLink({ tenant_id, company_id, id: payslip.run_id }, payslip);
  return schedulePayslipsLink({ ...schedule, tenant_id, employee_id });
}

/**
 * The payslips that a total adds up, and for remitted amounts the authorities. The yearly return
 * has no links: its totals include the time before Kontor, which is on no payslip.
 */
function totalLink(
  key: ScheduleColumn,
  { dues, totals }: Schedule,
  shown: Parameters<typeof schedulePayslipsLink>[0],
): LinkProps | null {
  const { kind, authority, period, tenant_id } = shown;
  if (kind === "H1") return null;
  if (key !== "remitted") return schedulePayslipsLink(shown);
  // Remittances in excess of the due amount are not divided among people. For one authority they
  // are listed below.
  const isWhole = dues.reduce((sum, { remitted }) => sum + remitted, 0n) === totals.remitted;
  return authority === undefined && isWhole ? duesLink({ tenant_id, period, scheme: kind }) : null;
}

type ScheduleFiltersProps = {
  /** The organization shown, 0 for all. */
  tenantId: number;
  kind: ScheduleKind;
  period: string;
  authority: string | undefined;
  /** This month, such as `2026-11`. */
  present: string;
  onChange: (change: ListSearch<typeof statutoryScheduleReport.read>) => void;
};

/** Which schedule, for which month or year, and for which authority if there are several. */
function ScheduleFilters(props: ScheduleFiltersProps) {
  const { tenantId, kind, period, authority, present, onChange } = props;
  return (
    <>
      <ChoiceFilter
        label="Schedule"
        width={170}
        value={kind}
        choices={scheduleKinds.map((value) => ({ value, label: kindNames[value] }))}
        onChange={(next) =>
          onChange({ kind: next, period: periodFor(next, period, present), authority: undefined })
        }
      />
      {isYearlySchedule(kind) ? (
        <YearFilter year={period} onChange={(next) => onChange({ period: next })} />
      ) : (
        <MonthFilter month={period} onChange={(next) => onChange({ period: next })} />
      )}
      {hasAuthorities(kind) && tenantId !== allOrganizations && (
        <AuthorityFilter
          {...{ tenantId, kind, period, authority }}
          onChange={(next) => onChange({ authority: next })}
        />
      )}
    </>
  );
}

type AuthorityFilterProps = {
  tenantId: number;
  kind: ScheduleKind;
  period: string;
  authority: string | undefined;
  onChange: (authority: string | undefined) => void;
};

/** The states or administrators to which something is due for the month. */
function AuthorityFilter(props: AuthorityFilterProps) {
  const { tenantId, kind, period, authority, onChange } = props;
  const dues = useQuery(reportQuery(statutoryDuesReport.read, { tenant_id: tenantId, period }));
  const owed = (dues.data?.rows ?? []).flatMap((due) =>
    due.scheme === kind
      ? [{ value: due.authority === "" ? noAuthority : due.authority, label: due.authority_name }]
      : [],
  );
  return (
    <OptionalFilter
      label={kind === "PAYE" ? "State" : "Administrator"}
      width={210}
      all={kind === "PAYE" ? "All states" : "All administrators"}
      value={authority}
      choices={owed}
      unlisted={authority && authorityName(kind as "PAYE", authority)}
      onChange={onChange}
    />
  );
}

/** The amount due by the schedule, its due date, and the button to record its payment. */
function ScheduleHead({ kind, schedule }: { kind: ScheduleKind; schedule: Schedule }) {
  const mayRecord = useHasPermission("remittances.record");
  const [recording, setRecording] = useState(false);
  const { dues, due_on, turnover } = schedule;
  const [due, another] = dues;
  if (kind === "H1") {
    return due_on && <p className={classes.note}>To be filed by {formatDate(due_on)}.</p>;
  }
  if (due === undefined) return null;
  if (another !== undefined) {
    return (
      <p className={classes.note}>
        {kind === "PAYE"
          ? "Choose a state to see what is left to remit and to record a remittance."
          : "Choose an administrator to see what is left to remit and to record a remittance."}
      </p>
    );
  }
  const unknown = hasAuthorities(kind) && due.authority === "";
  const isLeft = due.left.amount > 0n && !due.left.negative;
  return (
    <>
      <div className={classes.due}>
        <div className={classes.dueFacts}>
          <DueChip status={due.status} />
          <span>
            {formatMoney(due.due)} to {due.authority_name}
          </span>
          {due.due_on && (
            <span>
              due on {formatDate(due.due_on)} ({remittanceRules[due.scheme].due})
            </span>
          )}
          {due.remitted > 0n && <span>{formatMoney(due.remitted)} remitted</span>}
          {due.remitted > 0n && due.left.amount > 0n && (
            <strong>
              {formatMoney(due.left.amount)} {due.left.negative ? "too much" : "left to remit"}
            </strong>
          )}
          {turnover && <span>annual turnover {formatMoney(signedKobo(turnover))}</span>}
        </div>
        {mayRecord && isLeft && !unknown && (
          <OpenDialogButton
            icon={<IconReceipt size={16} aria-hidden />}
            onOpen={() => setRecording(true)}
          >
            Record Remittance
          </OpenDialogButton>
        )}
      </div>
      {recording && <RemittanceDialog due={due} onExited={() => setRecording(false)} />}
    </>
  );
}
