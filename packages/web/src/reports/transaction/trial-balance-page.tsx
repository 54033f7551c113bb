import { withChanges } from "@kontor/contract/accounting/as-recorded";
import type { DataOf } from "@kontor/contract/endpoint";
import { trialBalanceFacts } from "@kontor/contract/reports/facts";
import { trialBalanceList, trialBalanceReport } from "@kontor/contract/reports/trial-balance";
import { Switch } from "@mantine/core";
import { useQuery } from "@tanstack/react-query";

import { callFile } from "../../platform/api.ts";
import { ListTable } from "../../ui/table/list-table.tsx";
import { ChosenFilter } from "../frame/chosen-filter.tsx";
import { reportQuery } from "../frame/data.ts";
import { groupLink, statementLink, type OfBooks } from "../frame/drill-down.ts";
import { OpeningDifference } from "../frame/opening-difference.tsx";
import { thisMonth, type Period } from "../frame/periods.ts";
import { DetailFilter, PeriodFilter } from "../frame/report-filters.tsx";
import { ReportPage } from "../frame/report-page.tsx";
import { useReportView } from "../frame/use-report-view.ts";
import { OnSide } from "./on-side.tsx";
import { sinceCell } from "./since-cell.tsx";

import classes from "./transaction.module.css";

type Row = DataOf<typeof trialBalanceReport.read>["rows"][number];

/** Every account with what it stood at before some days, what moved, and what it stands at after. */
export function TrialBalancePage() {
  const view = useReportView(trialBalanceReport.read, thisMonth(), ["group_id"]);
  const { tenantId, several, recorded: recorded_up_to } = view;
  const { start_date = "", end_date = "", detail, with_empty } = view.input;
  const period: Period = { start_date, end_date };
  // In an address that names no organization a group means nothing.
  const group_id = several ? undefined : view.input.group_id;
  const input = { ...period, tenant_id: tenantId, detail, group_id, with_empty, recorded_up_to };
  const backwards = view.errors["end_date"];
  const report = useQuery({
    ...reportQuery(trialBalanceReport.read, input),
    enabled: backwards === undefined,
  });
  const balance = backwards === undefined ? report.data : undefined;

  return (
    <ReportPage
      title="Trial Balance"
      section="transaction"
      view={view}
      facts={trialBalanceFacts(input, balance?.group)}
      preparedAt={report.dataUpdatedAt}
      asItWas
      filters={
        <>
          <PeriodFilter period={period} error={backwards} onChange={view.show} />
          {!several && (
            <DetailFilter
              detail={detail}
              onChange={(next) => view.show({ detail: next, group_id: undefined })}
            />
          )}
          {balance?.group && (
            <ChosenFilter
              label={balance.group.name}
              all="groups"
              onClear={() => view.show({ group_id: undefined })}
            />
          )}
          <Switch
            className={classes.switch}
            label="Empty accounts"
            checked={with_empty === true}
            onChange={(event) =>
              view.show({ with_empty: event.currentTarget.checked || undefined })
            }
          />
        </>
      }
      onExport={(format, options) =>
        callFile(trialBalanceReport.file, { ...input, format }, options)
      }
    >
      {balance && <OpeningDifference difference={balance.difference} side={balance.short_side} />}
      <ListTable
        wide={recorded_up_to !== undefined}
        list={withChanges(trialBalanceList, recorded_up_to)}
        query={report}
        rows={backwards === undefined ? balance?.rows : []}
        total={undefined}
        cells={{
          closing_debit: closingDebit,
          closing_credit: closingCredit,
          changed: (row) => sinceCell(row, recorded_up_to),
        }}
        rowKey={({ kind, id }) => `${kind} ${id}`}
        open={(row) => opened(row, { ...period, recorded_up_to })}
        after={
          balance && balance.rows.length > 0 ? [{ label: "Total", cells: balance.totals }] : []
        }
        empty="No account had anything in these days"
      />
    </ReportPage>
  );
}

function closingDebit({ closing_debit }: Row) {
  return <OnSide amount={closing_debit} side="DR" />;
}

function closingCredit({ closing_credit }: Row) {
  return <OnSide amount={closing_credit} side="CR" />;
}

/** What stands behind a line: an organization's own trial balance, a group's ledgers, a ledger's postings. */
function opened({ kind, tenant_id, id }: Row, books: OfBooks) {
  if (kind === "organization") {
    const { start_date, end_date } = books;
    const search = { tenant_id, start_date, end_date };
    return { to: "/app/reports/transaction/trial-balance", search } as const;
  }
  return kind === "group" ? groupLink(tenant_id, id, books) : statementLink(tenant_id, id, books);
}
