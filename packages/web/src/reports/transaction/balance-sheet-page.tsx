import { balanceSheetFacts } from "@kontor/contract/reports/facts";
import {
  balanceSheetList,
  balanceSheetReport,
  financialComparison,
  financialIndent,
  type FinancialLine,
} from "@kontor/contract/reports/financial-statements";
import { useQuery } from "@tanstack/react-query";
import type { LinkProps } from "@tanstack/react-router";

import { callFile } from "../../platform/api.ts";
import { today } from "../../platform/clock.ts";
import { DayFilter } from "../../ui/filter/day-filters.tsx";
import { reportQuery } from "../frame/data.ts";
import { accountLink, sectionLink, yearUpTo, type StatementScope } from "../frame/drill-down.ts";
import { OpeningDifference } from "../frame/opening-difference.tsx";
import { DetailFilter } from "../frame/report-filters.tsx";
import { ReportPage } from "../frame/report-page.tsx";
import { useReportView } from "../frame/use-report-view.ts";
import { StatementLines } from "./statement-lines.tsx";

/** Assets, liabilities and equity on a day, and the result not yet closed. */
export function BalanceSheetPage() {
  const view = useReportView(balanceSheetReport.read, { as_of: today() });
  const { tenantId, several, recorded: recorded_up_to } = view;
  const { as_of = "", compare_with, detail } = view.input;
  const input = { as_of, compare_with, tenant_id: tenantId, detail, recorded_up_to };
  const report = useQuery(reportQuery(balanceSheetReport.read, input));
  const statement = report.data;

  return (
    <ReportPage
      title="Balance Sheet"
      section="transaction"
      view={view}
      facts={balanceSheetFacts(input)}
      preparedAt={report.dataUpdatedAt}
      asRecorded
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
        </>
      }
      onExport={(format, options) =>
        callFile(balanceSheetReport.file, { ...input, format }, options)
      }
    >
      {statement && (
        <OpeningDifference difference={statement.difference} side={statement.short_side} />
      )}
      <StatementLines
        list={balanceSheetList}
        query={report}
        recorded={recorded_up_to}
        sectionOf={({ class: accountClass }) => accountClass}
        indentOf={financialIndent}
        comparedOf={financialComparison}
        statement={statement}
        open={(line) => lineLink(line, { tenantId, detail, as_of, recorded_up_to }, compare_with)}
        openCompared={(line, { end_date }) =>
          lineLink(line, { tenantId, detail, as_of: end_date, recorded_up_to })
        }
      />
    </ReportPage>
  );
}

type Sheet = Omit<StatementScope, "start_date" | "end_date"> & { as_of: string };

/**
 * The drill-down of a line: to the postings of the year up to the day; for a result not yet closed,
 * to the balances of income and expenses. An organization's own sheet keeps the comparison.
 */
function lineLink(
  { kind, class: accountClass, tenant_id, id }: FinancialLine,
  { tenantId, detail, as_of, recorded_up_to }: Sheet,
  compare_with?: string,
): LinkProps | null {
  const books = { ...yearUpTo(as_of), recorded_up_to };
  const whole = { tenantId, detail, ...books };
  if (kind === "unclosed") return sectionLink("result", whole);
  if (kind === "total") return sectionLink("claims", whole);
  if (kind === "section") return sectionLink(sectionOf(accountClass), whole);
  if (tenant_id === null || id === null) return null;
  if (kind === "organization") {
    const search = { tenant_id, as_of, compare_with };
    return { to: "/app/reports/transaction/balance-sheet", search };
  }
  return accountLink({ kind, tenant_id, id }, detail, books);
}

function sectionOf(accountClass: FinancialLine["class"]) {
  if (accountClass === "01") return "assets";
  return accountClass === "02" ? "liabilities" : "equity";
}
