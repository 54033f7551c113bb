import type { Endpoint } from "@kontor/contract/endpoint";
import { periodStatementFacts } from "@kontor/contract/reports/facts";
import type { profitAndLossReport } from "@kontor/contract/reports/financial-statements";
import type { ComparedWith } from "@kontor/contract/reports/statement-columns";
import { useQuery } from "@tanstack/react-query";
import type { ComponentProps } from "react";
import type { z } from "zod";

import { callFile } from "../../platform/api.ts";
import { reportQuery } from "./data.ts";
import type { StatementScope } from "./drill-down.ts";
import { thisMonth, type Period } from "./periods.ts";
import { StatementFilters } from "./report-filters.tsx";
import type { ReportPage } from "./report-page.tsx";
import { useReportView } from "./use-report-view.ts";

/** The two calls of a statement of a period. All such statements have the same filters. */
type PeriodStatementReport<Statement> = {
  read: StatementRead & { data: z.ZodType<Statement> };
  file: Endpoint & Pick<typeof profitAndLossReport.file, "query" | "file">;
};

type StatementRead = Endpoint & Pick<typeof profitAndLossReport.read, "query">;

/**
 * A statement of a period, such as profit and loss, with its filters in the address.
 *
 * @returns `page`, the props of the page around it; `lines`, those of its table; `statement`,
 *   undefined until it is loaded and while the days are not in order; and the filters.
 */
export function usePeriodStatement<Statement extends { compared_with: ComparedWith }>({
  read,
  file,
}: PeriodStatementReport<Statement>) {
  const view = useReportView<StatementRead>(read, thisMonth());
  const { tenantId, several, recorded: recorded_up_to } = view;
  const { start_date = "", end_date = "", detail, compare } = view.input;
  const period: Period = { start_date, end_date };
  const scope: StatementScope = { tenantId, detail, ...period, recorded_up_to };
  const input = { ...period, tenant_id: tenantId, detail, compare, recorded_up_to };
  const backwards = view.errors["end_date"];
  const query = useQuery({
    ...reportQuery(read, input),
    enabled: backwards === undefined,
  });
  const statement = backwards === undefined ? query.data : undefined;
  const page: Omit<ComponentProps<typeof ReportPage>, "title" | "children"> = {
    section: "transaction",
    view,
    facts: periodStatementFacts(input, query.data?.compared_with),
    preparedAt: query.dataUpdatedAt,
    asRecorded: true,
    filters: (
      <StatementFilters
        {...{ period, compare, detail, several }}
        error={backwards}
        onChange={view.show}
      />
    ),
    onExport: (format, options) => callFile(file, { ...input, format }, options),
  };
  const lines = { query, statement, recorded: recorded_up_to };
  return { page, lines, statement, scope, period, compare };
}
