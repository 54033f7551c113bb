import {
  comparisons,
  profitAndLossList,
  profitAndLossReport,
  type FinancialLine,
} from "@kontor/contract/reports/financial-statements";
import { NativeSelect } from "@mantine/core";
import { useQuery } from "@tanstack/react-query";

import { OrganizationScope } from "../../accounting/organization-scope.tsx";
import { RecordedFilter, RecordedNote } from "../../accounting/recorded-filter.tsx";
import { callFile } from "../../platform/api.ts";
import { useListSearch } from "../../platform/list-search.ts";
import { Page } from "../../ui/page/page.tsx";
import { Toolbar } from "../../ui/page/toolbar.tsx";
import { ExportMenu } from "../../ui/table/export-menu.tsx";
import { reportQuery } from "../frame/data.ts";
import { groupLink, statementLink, type OfBooks } from "../frame/drill-down.ts";
import { thisMonth, type Period } from "../frame/periods.ts";
import { DetailFilter, PeriodFilter } from "../frame/report-filters.tsx";
import { useReportOrganization } from "../frame/use-report-organization.ts";
import { StatementLines } from "./statement-lines.tsx";

const comparisonNames = {
  none: "Nothing",
  period_before: "Period before",
  year_before: "Year before",
} as const;

/** Incomes, expenses and the result of some days, beside those of earlier ones. */
export function ProfitAndLossPage() {
  const view = useListSearch(profitAndLossReport.read, thisMonth());
  const showOrganization = (tenant_id: number | undefined) =>
    view.show({ tenant_id }, { replace: true });
  const { tenantId, several } = useReportOrganization(view.input.tenant_id, showOrganization);
  const { start_date = "", end_date = "", detail, compare } = view.input;
  const period: Period = { start_date, end_date };
  const recorded_up_to = several ? undefined : view.input.recorded_up_to;
  const input = { ...period, tenant_id: tenantId, detail, compare, recorded_up_to };
  const backwards = view.errors["end_date"];
  const report = useQuery({
    ...reportQuery(profitAndLossReport.read, input),
    enabled: backwards === undefined,
  });

  return (
    <Page title="Profit and Loss" backTo="/app/reports/transaction">
      <Toolbar
        filterCount={view.filters}
        filters={
          <>
            <PeriodFilter period={period} error={backwards} onChange={view.show} />
            <NativeSelect
              label="Compare With"
              w={{ base: "100%", sm: 150 }}
              value={compare}
              data={comparisons.map((value) => ({ value, label: comparisonNames[value] }))}
              onChange={(event) => {
                const next = comparisons.find((value) => value === event.currentTarget.value);
                view.show({ compare: next });
              }}
            />
            {!several && (
              <DetailFilter detail={detail} onChange={(next) => view.show({ detail: next })} />
            )}
            <OrganizationScope onChoose={showOrganization} />
            {!several && (
              <RecordedFilter
                recorded={recorded_up_to}
                onChange={(next) => view.show({ recorded_up_to: next })}
              />
            )}
          </>
        }
        actions={
          <ExportMenu
            onExport={(format, options) =>
              callFile(profitAndLossReport.file, { ...input, format }, options)
            }
          />
        }
      />
      <RecordedNote recorded={recorded_up_to} tenantId={tenantId} />
      <StatementLines
        list={profitAndLossList}
        query={report}
        recorded={recorded_up_to}
        statement={backwards === undefined ? report.data : undefined}
        open={(line) => opened(line, { ...period, recorded_up_to })}
      />
    </Page>
  );
}

/** What stands behind a line of a profit and loss. */
function opened({ kind, tenant_id, id }: FinancialLine, books: OfBooks) {
  if (tenant_id === null || id === null) return null;
  if (kind === "organization") {
    const { start_date, end_date } = books;
    const search = { tenant_id, start_date, end_date };
    return { to: "/app/reports/transaction/profit-and-loss", search } as const;
  }
  return kind === "group" ? groupLink(tenant_id, id, books) : statementLink(tenant_id, id, books);
}
