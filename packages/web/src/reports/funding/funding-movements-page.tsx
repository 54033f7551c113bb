import type { DataOf } from "@kontor/contract/endpoint";
import { transactionStatuses } from "@kontor/contract/reference/statuses";
import { movementsFacts } from "@kontor/contract/reports/facts";
import {
  fundingMovementsReport,
  movementKinds,
  movementsDayRow,
  movementsList,
  movementsTotal,
  movementTitles,
  walletFigureNames,
  walletsList,
  walletsTotal,
} from "@kontor/contract/reports/funding-movements";
import { useQuery } from "@tanstack/react-query";

import { entryLink } from "../../accounting/links.ts";
import { callFile } from "../../platform/api.ts";
import { useHasPermission } from "../../session/data.ts";
import { ChoiceFilter } from "../../ui/filter/choice-filter.tsx";
import { Panel } from "../../ui/page/panel.tsx";
import { ListTable, type ListQueryState } from "../../ui/table/list-table.tsx";
import { pagedReportQuery } from "../frame/data.ts";
import { thisMonth, type Period } from "../frame/periods.ts";
import { PeriodFilter } from "../frame/report-filters.tsx";
import { EmptyReport, ReportPage } from "../frame/report-page.tsx";
import { useReportView } from "../frame/use-report-view.ts";
import { WalletChange, walletFigureLink } from "./wallet-change.tsx";

type Movements = DataOf<typeof fundingMovementsReport.read>;
type Row = Movements["rows"][number];

const allChoice = { value: "all", label: "All" } as const;
const kinds = [
  allChoice,
  ...movementKinds.map((value) => ({ value, label: movementTitles[value] })),
] as const;
const statuses = [
  allChoice,
  ...transactionStatuses.map((value) => ({ value, label: value })),
] as const;

/**
 * The wallets' movements in a range of days with their outcomes, and the balances before and after.
 */
export function FundingMovementsPage() {
  const view = useReportView(fundingMovementsReport.read, thisMonth());
  const { tenantId, several } = view;
  const { start_date = "", end_date = "", kind, status, search, page, per_page } = view.input;
  const period = { start_date, end_date };
  const filters = { ...period, tenant_id: tenantId, kind, status, search };
  const backwards = view.errors["end_date"];
  const report = useQuery({
    ...pagedReportQuery(fundingMovementsReport.read, { ...filters, page, per_page }),
    enabled: backwards === undefined,
  });
  const mayReadBooks = useHasPermission("accounting.read");
  const data = backwards === undefined ? report.data?.data : undefined;

  return (
    <ReportPage
      title="Funding Movements"
      section="transaction"
      view={view}
      facts={movementsFacts(filters)}
      preparedAt={report.dataUpdatedAt}
      search="Search movements"
      filters={
        <>
          <PeriodFilter period={period} error={backwards} onChange={view.show} />
          <ChoiceFilter
            label="Movements"
            value={kind ?? "all"}
            choices={kinds}
            onChange={(next) => view.show({ kind: next === "all" ? undefined : next })}
          />
          <ChoiceFilter
            label="Status"
            value={status ?? "all"}
            choices={statuses}
            onChange={(next) => view.show({ status: next === "all" ? undefined : next })}
          />
        </>
      }
      onExport={(format, options) =>
        callFile(fundingMovementsReport.file, { ...filters, format }, options)
      }
    >
      {data && <WalletChange {...{ data, period, several, mayReadBooks }} />}
      <ListTable
        list={movementsList(several)}
        several={several}
        query={report}
        rows={backwards === undefined ? data?.rows : []}
        total={report.data?.meta.total}
        place={view.place}
        rowKey={({ id, returned }) => `${id}${returned ? " returned" : ""}`}
        rowName={({ entry }: Row) => entry.number}
        {...(mayReadBooks && {
          open: ({ tenant_id, entry }: Row) => entryLink(tenant_id, entry.id),
        })}
        heading={({ date }) => {
          const day = data?.days.find((each) => each.date === date);
          return day && movementsDayRow(day);
        }}
        after={data && data.rows.length > 0 ? [movementsTotal(data.totals)] : []}
        empty={
          <EmptyReport
            text="There were no wallet movements in this period"
            rows="wallet movements"
            filters={{ kind, status, search }}
            onClear={view.show}
          />
        }
      />
      {data && several && <WalletsPanel {...{ data, report, period, mayReadBooks }} />}
    </ReportPage>
  );
}

type WalletsPanelProps = {
  data: Movements;
  /** The query that loads `data`. */
  report: ListQueryState;
  period: Period;
  mayReadBooks: boolean;
};

/** The balances of each organization's wallet before and after, and its movements. */
function WalletsPanel({ data, report, period, mayReadBooks }: WalletsPanelProps) {
  return (
    <Panel title="Wallets by Organization">
      <ListTable
        list={walletsList}
        query={report}
        rows={data.wallets}
        total={undefined}
        rowKey={({ tenant_id }) => tenant_id}
        open={({ tenant_id }) => ({
          to: "/app/reports/transaction/funding-movements",
          search: { tenant_id, ...period },
        })}
        figures={Object.fromEntries(
          walletFigureNames.map((figure) => [
            figure,
            ({ tenant_id, ledger_id }: Movements["wallets"][number]) =>
              walletFigureLink(figure, { ...period, tenant_id, ledger_id }, mayReadBooks),
          ]),
        )}
        behind={(key) => {
          const figure = walletFigureNames.find((each) => each === key);
          return figure === undefined ? null : walletFigureLink(figure, period, mayReadBooks);
        }}
        after={[walletsTotal(data.wallet)]}
        empty="There are no wallets"
      />
    </Panel>
  );
}
