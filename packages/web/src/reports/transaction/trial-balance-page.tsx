import { withChangedColumn } from "@kontor/contract/accounting/as-recorded";
import type { DataOf } from "@kontor/contract/endpoint";
import { trialBalanceFacts } from "@kontor/contract/reports/facts";
import {
  balanceSectionTitles,
  trialBalanceList,
  trialBalanceReport,
  type ReportDetail,
} from "@kontor/contract/reports/trial-balance";
import { Switch } from "@mantine/core";
import { useQuery } from "@tanstack/react-query";

import { WithoutClosings } from "../../accounting/recorded-filter.tsx";
import type { ListSearch } from "../../platform/address.ts";
import { callFile } from "../../platform/api.ts";
import { tenantParam } from "../../platform/organization/scope-filter.ts";
import { ListTable } from "../../ui/table/list-table.tsx";
import { ChosenFilter } from "../frame/chosen-filter.tsx";
import { reportQuery } from "../frame/data.ts";
import { dayBookLink, daysBefore, accountLink, type BooksFilter } from "../frame/drill-down.ts";
import { OpeningDifference } from "../frame/opening-difference.tsx";
import { thisMonth, type Period } from "../frame/periods.ts";
import { DetailFilter, PeriodFilter } from "../frame/report-filters.tsx";
import { EmptyReport, ReportPage } from "../frame/report-page.tsx";
import { useReportView } from "../frame/use-report-view.ts";
import { changedSinceCell } from "./changed-since-cell.tsx";
import { SideAmount, ZeroBalance } from "./side-amount.tsx";

import classes from "./transaction.module.css";

type Row = DataOf<typeof trialBalanceReport.read>["rows"][number];
type Filters = ListSearch<typeof trialBalanceReport.read>;

/** Every account with its opening balance, movements and closing balance in a range of days. */
export function TrialBalancePage() {
  const view = useReportView(trialBalanceReport.read, thisMonth(), [
    "group_id",
    "section",
    "closing",
  ]);
  const { tenantId, several, recorded: recorded_up_to } = view;
  const { start_date = "", end_date = "", detail, section, closing, with_empty } = view.input;
  const period: Period = { start_date, end_date };
  // Without an organization in the address, a group is ignored.
  const group_id = several ? undefined : view.input.group_id;
  const books = { ...period, recorded_up_to, closing };
  const narrowed = { detail, group_id, section, with_empty };
  const input = { ...books, tenant_id: tenantId, ...narrowed };
  const backwards = view.errors["end_date"];
  const report = useQuery({
    ...reportQuery(trialBalanceReport.read, input),
    enabled: backwards === undefined,
  });
  const balance = backwards === undefined ? report.data : undefined;
  const before = daysBefore(books);

  return (
    <ReportPage
      title="Trial Balance"
      section="transaction"
      view={view}
      facts={trialBalanceFacts(
        several ? { ...input, detail: organizationDetail } : input,
        balance?.group,
      )}
      preparedAt={report.dataUpdatedAt}
      asRecorded
      filters={
        <TrialBalanceFilters
          {...{ period, backwards, several, detail, section, closing }}
          group={balance?.group?.name}
          withEmpty={with_empty === true}
          onChange={view.show}
        />
      }
      onExport={(format, options) =>
        callFile(trialBalanceReport.file, { ...input, format }, options)
      }
    >
      {balance && <OpeningDifference difference={balance.difference} side={balance.short_side} />}
      <ListTable
        wide={recorded_up_to !== undefined}
        list={withChangedColumn(trialBalanceList, recorded_up_to)}
        query={report}
        rows={backwards === undefined ? balance?.rows : []}
        total={undefined}
        cells={{
          closing_debit: closingDebit,
          closing_credit: closingCredit,
          changed: (row) => changedSinceCell(row, recorded_up_to),
        }}
        rowKey={({ kind, id }) => `${kind} ${id}`}
        open={(row) => lineLink(row, books, narrowed)}
        figures={{
          opening_debit: (row) => before && lineLink(row, before, narrowed),
          opening_credit: (row) => before && lineLink(row, before, narrowed),
        }}
        behind={(key) => {
          if (openingColumns.has(key)) {
            return (
              before && {
                to: "/app/reports/transaction/trial-balance",
                search: { ...tenantParam(tenantId), ...narrowed, ...before },
              }
            );
          }
          const isWhole = group_id === undefined && section === undefined;
          return isWhole && movementColumns.has(key) ? dayBookLink({ tenantId, ...books }) : null;
        }}
        after={
          balance && balance.rows.length > 0 ? [{ label: "Total", cells: balance.totals }] : []
        }
        empty={
          <EmptyReport
            text="No account had a balance or postings in this period"
            rows="accounts"
            filters={{ group_id, section, closing }}
            onClear={view.show}
          />
        }
      />
    </ReportPage>
  );
}

type TrialBalanceFiltersProps = {
  period: Period;
  /** The error of the range of days. */
  backwards: string | undefined;
  several: boolean;
  detail: ReportDetail | undefined;
  /** The name of the group, if only one is shown. */
  group: string | undefined;
  section: Filters["section"];
  closing: Filters["closing"];
  withEmpty: boolean;
  onChange: (change: Filters) => void;
};

/** The days, how finely accounts are shown, and filters that links have set. */
function TrialBalanceFilters(props: TrialBalanceFiltersProps) {
  const { period, several, detail, group, section, closing, onChange } = props;
  return (
    <>
      <PeriodFilter period={period} error={props.backwards} onChange={onChange} />
      {!several && (
        <DetailFilter
          detail={detail}
          onChange={(next) => onChange({ detail: next, group_id: undefined })}
        />
      )}
      {group !== undefined && (
        <ChosenFilter
          label={group}
          all="groups"
          onClear={() => onChange({ group_id: undefined })}
        />
      )}
      {section !== undefined && (
        <ChosenFilter
          label={balanceSectionTitles[section]}
          all="sections"
          onClear={() => onChange({ section: undefined })}
        />
      )}
      <div className={classes.switches}>
        <Switch
          size="xs"
          label="Empty accounts"
          checked={props.withEmpty}
          onChange={(event) => onChange({ with_empty: event.currentTarget.checked || undefined })}
        />
        <WithoutClosings size="xs" closing={closing} onChange={onChange} />
      </div>
    </>
  );
}

/**
 * An organization's line adds up each ledger separately, so its drill-down shows sub-ledgers too.
 */
const organizationDetail = "sub_ledgers" as const;

const openingColumns: ReadonlySet<string> = new Set(["opening_debit", "opening_credit"]);
const movementColumns: ReadonlySet<string> = new Set(["debit", "credit"]);

/** Only one of the two columns has an amount, so this one shows that both are zero. */
function closingDebit({ closing_debit, closing_credit }: Row) {
  if (closing_debit === 0n && closing_credit === 0n) return <ZeroBalance />;
  return <SideAmount amount={closing_debit} side="DR" />;
}

function closingCredit({ closing_credit }: Row) {
  return <SideAmount amount={closing_credit} side="CR" />;
}

/**
 * The drill-down of a line: to an organization's own trial balance, a group's ledgers, or a
 * ledger's postings.
 */
function lineLink(
  { kind, tenant_id, id }: Row,
  books: BooksFilter,
  { detail, section, with_empty }: Pick<Filters, "detail" | "section" | "with_empty">,
) {
  if (kind === "organization") {
    const { start_date, end_date, closing } = books;
    const narrowed = { section, with_empty, detail: organizationDetail };
    const search = { tenant_id, start_date, end_date, closing, ...narrowed };
    return { to: "/app/reports/transaction/trial-balance", search } as const;
  }
  return accountLink({ kind, tenant_id, id }, detail, books);
}
