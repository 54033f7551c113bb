import type { DataOf } from "@kontor/contract/endpoint";
import { formatCount, formatDate } from "@kontor/contract/format";
import { monthEndFacts } from "@kontor/contract/reports/facts";
import {
  monthEndList,
  monthEndReport,
  stateNames,
  stepsLeft,
} from "@kontor/contract/reports/month-end";
import { monthOf, monthsLater } from "@kontor/payroll/month";
import { Button } from "@mantine/core";
import { IconLock } from "@tabler/icons-react";
import { useQuery } from "@tanstack/react-query";
import { useState } from "react";

import { LockDialog } from "../../accounting/periods/lock-dialog.tsx";
import { ReconcileDialog } from "../../accounting/periods/reconcile-dialog.tsx";
import { runLink } from "../../payroll/links.ts";
import { callFile } from "../../platform/api.ts";
import { today } from "../../platform/clock.ts";
import { meQuery } from "../../session/data.ts";
import { ButtonLink } from "../../ui/button-link.tsx";
import { StatusChip } from "../../ui/status-chip.tsx";
import { ListTable } from "../../ui/table/list-table.tsx";
import { reportQuery } from "../frame/data.ts";
import { statementLink } from "../frame/drill-down.ts";
import { MonthFilter } from "../frame/report-filters.tsx";
import { ReportPage } from "../frame/report-page.tsx";
import { useReportView } from "../frame/use-report-view.ts";

import classes from "./transaction.module.css";

type MonthEnd = DataOf<typeof monthEndReport.read>;
type Row = MonthEnd["rows"][number];

/** The checklist for closing a month, with the state of each step and the lock as the last one. */
export function MonthEndChecklistPage() {
  const lastMonth = monthsLater(monthOf(today()), -1);
  const view = useReportView(monthEndReport.read, { period: lastMonth });
  const { tenantId, several } = view;
  const { period = lastMonth } = view.input;
  const input = { tenant_id: tenantId === 0 ? undefined : tenantId, period };
  const report = useQuery({ ...reportQuery(monthEndReport.read, input), enabled: !several });
  const month = several ? undefined : report.data;
  const permissions = useQuery(meQuery()).data?.permissions ?? [];
  const [reconciled, setReconciled] = useState<{ id: number; name: string } | null>(null);
  const [locking, setLocking] = useState(false);
  const mayReconcile = permissions.includes("accounting.write");

  return (
    <ReportPage
      title="Month-end Checklist"
      section="transaction"
      view={view}
      facts={monthEndFacts({ period })}
      preparedAt={report.dataUpdatedAt}
      filters={<MonthFilter month={period} onChange={(next) => view.show({ period: next })} />}
      onExport={
        several
          ? undefined
          : (format, options) => callFile(monthEndReport.file, { ...input, format }, options)
      }
    >
      <ListTable
        list={monthEndList}
        query={several ? { ...report, isError: false, isFetching: false } : report}
        rows={several ? [] : month?.rows}
        total={undefined}
        // The list of open steps is never truncated.
        cells={{ state: stateChip, words: ({ words }) => words }}
        rowKey={({ step, name }) => `${step} ${name}`}
        rowName={({ name }) => name}
        open={(row) => stepLink(row, month, permissions.includes("payroll.read"))}
        {...(mayReconcile
          ? {
              rowEnd: {
                header: "Action",
                cell: (row: Row) => bankActions(row, setReconciled),
              },
            }
          : {})}
        empty="Choose an organization to see its checklist"
      />
      {month && (
        <div className={classes.close}>
          <p className={classes.compared}>{statusSentence(month)}</p>
          <ButtonLink
            variant="default"
            to="/app/reports/transaction/bank-reconciliation"
            search={{ tenant_id: month.tenant_id, as_of: month.end_date }}
          >
            Bank Reconciliation
          </ButtonLink>
          {permissions.includes("books.close") && month.over && !isLocked(month) && (
            <Button
              leftSection={<IconLock size={16} aria-hidden />}
              onClick={() => setLocking(true)}
            >
              Lock until {formatDate(month.end_date)}
            </Button>
          )}
        </div>
      )}
      {month && reconciled && (
        <ReconcileDialog
          tenantId={month.tenant_id}
          ledger={reconciled}
          until={month.over ? month.end_date : today()}
          onExited={() => setReconciled(null)}
        />
      )}
      {month && locking && (
        <LockDialog
          tenantId={month.tenant_id}
          lock={{ locked_until: month.locked_until, reason: null, set_by: null, set_at: null }}
          closedUntil={month.closed_until}
          until={month.end_date}
          opening={false}
          onExited={() => setLocking(false)}
        />
      )}
    </ReportPage>
  );
}

/** A bank is compared with its statement or, without a file, reconciled from its row. */
function bankActions(
  { step, tenant_id, ledger_id, name }: Row,
  onReconcile: (ledger: { id: number; name: string }) => void,
) {
  if (step !== "bank" || ledger_id === null) return null;
  return (
    <span className={classes.actions}>
      <ButtonLink
        size="compact-sm"
        variant="default"
        aria-label={`Compare the bank statement of ${name}`}
        to="/app/ledger-statement/$ledger_id/bank"
        params={{ ledger_id: String(ledger_id) }}
        search={{ tenant_id }}
      >
        Compare
      </ButtonLink>
      <Button
        size="compact-sm"
        variant="default"
        aria-label={`Reconcile ${name}`}
        onClick={() => onReconcile({ id: ledger_id, name })}
      >
        Reconcile
      </Button>
    </span>
  );
}

function isLocked({ locked_until, end_date }: MonthEnd): boolean {
  return locked_until !== null && locked_until >= end_date;
}

function statusSentence(month: MonthEnd): string {
  const open = stepsLeft(month);
  if (isLocked(month)) {
    const closed = `The month is closed: nothing can be posted up to ${formatDate(month.end_date)}.`;
    return open === 0 ? closed : `${closed} ${formatCount(open)} still to do.`;
  }
  const left =
    open === 0
      ? "Everything before the lock is done."
      : `${formatCount(open)} to do before the lock.`;
  return month.over ? left : `${left} The month is not over yet, so that it cannot be locked.`;
}

const tones = { DONE: "good", OPEN: "waiting", NOTHING: "neutral" } as const;

function stateChip({ state }: Row) {
  return <StatusChip tone={tones[state]}>{stateNames[state]}</StatusChip>;
}

/** A link to the page where a step can be done or seen, if the user may see it. */
function stepLink(
  { step, tenant_id, ledger_id, run }: Row,
  month: MonthEnd | undefined,
  mayReadPayroll: boolean,
) {
  if (ledger_id !== null && month !== undefined) {
    const start_date = `${month.end_date.slice(0, 8)}01`;
    return statementLink(tenant_id, ledger_id, { start_date, end_date: month.end_date });
  }
  const isOfPayroll = run !== null || step === "remittances";
  if (isOfPayroll && !mayReadPayroll) return null;
  if (run !== null) return runLink({ tenant_id, ...run });
  if (step === "openings") {
    return { to: "/app/chart-accounts", search: { tenant_id, view: "all" } } as const;
  }
  if (step === "remittances") {
    const period = month?.end_date.slice(0, 7) ?? "";
    // Overdue amounts may be of earlier months.
    const search = { tenant_id, period, open: true };
    return { to: "/app/reports/payroll/statutory", search } as const;
  }
  if (step === "lock") return { to: "/app/month-end", search: { tenant_id } } as const;
  return null;
}
