import {
  profitAndLossList,
  profitAndLossReport,
  financialComparison,
  financialIndent,
  type FinancialLine,
} from "@kontor/contract/reports/financial-statements";
import type { Comparison } from "@kontor/contract/reports/statement-columns";

import { accountLink, sectionLink, type StatementScope } from "../frame/drill-down.ts";
import { usePeriodStatement } from "../frame/period-statement.tsx";
import { ReportPage } from "../frame/report-page.tsx";
import { ProfitChart } from "./profit-chart.tsx";
import { StatementLines } from "./statement-lines.tsx";

/** Income, expenses and the result of a range of days, beside those of an earlier range. */
export function ProfitAndLossPage() {
  const { page, lines, statement, scope, period, compare } =
    usePeriodStatement(profitAndLossReport);
  return (
    <ReportPage {...page} title="Profit and Loss">
      {statement && statement.rows.length > 0 && (
        <ProfitChart
          statement={statement}
          period={period}
          behind={(line, days) => lineLink(line, { ...scope, ...days })}
        />
      )}
      <StatementLines
        {...lines}
        list={profitAndLossList}
        sectionOf={({ class: accountClass }) => accountClass}
        indentOf={financialIndent}
        comparedOf={financialComparison}
        open={(line) => lineLink(line, scope, compare)}
        openCompared={(line, days) => lineLink(line, { ...scope, ...days })}
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
  return accountLink({ kind, tenant_id, id }, detail, books);
}
