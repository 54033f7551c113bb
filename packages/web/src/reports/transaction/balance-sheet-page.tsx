import {
  balanceSheetList,
  balanceSheetReport,
  type FinancialLine,
} from "@kontor/contract/reports/financial-statements";
import { useQuery } from "@tanstack/react-query";

import { OrganizationScope } from "../../accounting/organization-scope.tsx";
import { RecordedFilter, RecordedNote } from "../../accounting/recorded-filter.tsx";
import { callFile } from "../../platform/api.ts";
import { today } from "../../platform/clock.ts";
import { useListSearch } from "../../platform/list-search.ts";
import { DayFilter } from "../../ui/form/date-input.tsx";
import { Page } from "../../ui/page/page.tsx";
import { Toolbar } from "../../ui/page/toolbar.tsx";
import { ExportMenu } from "../../ui/table/export-menu.tsx";
import { reportQuery } from "../frame/data.ts";
import { groupLink, statementLink } from "../frame/drill-down.ts";
import { OpeningDifference } from "../frame/opening-difference.tsx";
import { DetailFilter } from "../frame/report-filters.tsx";
import { useReportOrganization } from "../frame/use-report-organization.ts";
import { StatementLines } from "./statement-lines.tsx";

/** What an organization has and owes on a day, and the result that is not closed yet. */
export function BalanceSheetPage() {
  const view = useListSearch(balanceSheetReport.read, { as_of: today() });
  const showOrganization = (tenant_id: number | undefined) =>
    view.show({ tenant_id }, { replace: true });
  const { tenantId, several } = useReportOrganization(view.input.tenant_id, showOrganization);
  const { as_of = "", compare_with, detail } = view.input;
  const recorded_up_to = several ? undefined : view.input.recorded_up_to;
  const input = { as_of, compare_with, tenant_id: tenantId, detail, recorded_up_to };
  const report = useQuery(reportQuery(balanceSheetReport.read, input));
  const statement = report.data;

  return (
    <Page title="Balance Sheet" backTo="/app/reports/transaction">
      <Toolbar
        filterCount={view.filters}
        filters={
          <>
            <DayFilter
              label="As Of"
              w={{ base: "100%", sm: 150 }}
              value={as_of}
              onChange={(day) => day !== null && view.show({ as_of: day })}
            />
            <DayFilter
              label="Compare With"
              w={{ base: "100%", sm: 150 }}
              clearable
              value={compare_with ?? null}
              onChange={(day) => view.show({ compare_with: day ?? undefined })}
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
              callFile(balanceSheetReport.file, { ...input, format }, options)
            }
          />
        }
      />
      <RecordedNote recorded={recorded_up_to} tenantId={tenantId} />
      {statement && (
        <OpeningDifference difference={statement.difference} side={statement.short_side} />
      )}
      <StatementLines
        list={balanceSheetList}
        query={report}
        recorded={recorded_up_to}
        statement={statement}
        open={(line) => opened(line, as_of, recorded_up_to)}
      />
    </Page>
  );
}

/** What stands behind a line: the postings of the year up to the day. */
function opened(
  { kind, tenant_id, id }: FinancialLine,
  as_of: string,
  recorded_up_to: string | undefined,
) {
  if (tenant_id === null || id === null) return null;
  const books = { start_date: `${as_of.slice(0, 4)}-01-01`, end_date: as_of, recorded_up_to };
  if (kind === "organization") {
    return { to: "/app/reports/transaction/balance-sheet", search: { tenant_id, as_of } } as const;
  }
  return kind === "group" ? groupLink(tenant_id, id, books) : statementLink(tenant_id, id, books);
}
