import { periodStatementFacts } from "@kontor/contract/reports/facts";
import {
  profitAndLossList,
  profitAndLossReport,
  financialComparison,
  financialIndent,
  type FinancialLine,
} from "@kontor/contract/reports/financial-statements";
import type { Comparison } from "@kontor/contract/reports/statement-columns";
import { useQuery } from "@tanstack/react-query";

import { callFile } from "../../platform/api.ts";
import { reportQuery } from "../frame/data.ts";
import {
  groupLink,
  rolledUpLink,
  sectionLink,
  statementLink,
  type StatementScope,
} from "../frame/drill-down.ts";
import { thisMonth, type Period } from "../frame/periods.ts";
import { StatementFilters } from "../frame/report-filters.tsx";
import { ReportPage } from "../frame/report-page.tsx";
import { useReportView } from "../frame/use-report-view.ts";
import { ProfitChart } from "./profit-chart.tsx";
import { StatementLines } from "./statement-lines.tsx";

/** Income, expenses and the result of a range of days, beside those of an earlier range. */
export function ProfitAndLossPage() {
  const view = useReportView(profitAndLossReport.read, thisMonth());
  const { tenantId, several, recorded: recorded_up_to } = view;
  const { start_date = "", end_date = "", detail, compare } = view.input;
  const period: Period = { start_date, end_date };
  const input = { ...period, tenant_id: tenantId, detail, compare, recorded_up_to };
  const backwards = view.errors["end_date"];
  const report = useQuery({
    ...reportQuery(profitAndLossReport.read, input),
    enabled: backwards === undefined,
  });

  return (
    <ReportPage
      title="Profit and Loss"
      section="transaction"
      view={view}
      facts={periodStatementFacts(input, report.data?.compared_with)}
      preparedAt={report.dataUpdatedAt}
      asRecorded
      filters={
        <StatementFilters
          {...{ period, compare, detail, several }}
          error={backwards}
          onChange={view.show}
        />
      }
      onExport={(format, options) =>
        callFile(profitAndLossReport.file, { ...input, format }, options)
      }
    >
      {backwards === undefined && report.data && report.data.rows.length > 0 && (
        <ProfitChart
          statement={report.data}
          period={period}
          behind={(line, books) => lineLink(line, { tenantId, detail, recorded_up_to, ...books })}
        />
      )}
      <StatementLines
        list={profitAndLossList}
        query={report}
        recorded={recorded_up_to}
        sectionOf={({ class: accountClass }) => accountClass}
        indentOf={financialIndent}
        comparedOf={financialComparison}
        statement={backwards === undefined ? report.data : undefined}
        open={(line) => lineLink(line, { tenantId, detail, ...period, recorded_up_to }, compare)}
        openCompared={(line, compared) =>
          lineLink(line, { tenantId, detail, ...compared, recorded_up_to })
        }
      />
    </ReportPage>
  );
}

/** The drill-down of a line. An organization's own statement keeps the comparison. */
function lineLink(
  { kind, class: accountClass, tenant_id, id }: FinancialLine,
  whole: StatementScope,
  compare?: Comparison,
) {
  const unclosed = { ...whole, closing: "without" } as const;
  const { tenantId: _tenantId, detail, ...books } = unclosed;
  if (kind === "result") return sectionLink("result", unclosed);
  if (kind === "section")
    return sectionLink(accountClass === "03" ? "income" : "expenses", unclosed);
  if (tenant_id === null || id === null) return null;
  if (kind === "organization") {
    const { start_date, end_date } = books;
    const search = { tenant_id, start_date, end_date, compare };
    return { to: "/app/reports/transaction/profit-and-loss", search } as const;
  }
  if (kind === "group") return groupLink(tenant_id, id, books);
  const isRolledUp = detail !== "sub_ledgers";
  return isRolledUp ? rolledUpLink(tenant_id, id, books) : statementLink(tenant_id, id, books);
}
