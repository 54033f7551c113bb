import { displayKobo } from "@kontor/books/money";
import type { DataOf } from "@kontor/contract/endpoint";
import { formatRange } from "@kontor/contract/format";
import {
  financialAmount,
  financialComparison,
  sectionName,
  type FinancialLine,
  type profitAndLossReport,
} from "@kontor/contract/reports/financial-statements";
import type { LinkProps } from "@tanstack/react-router";

import { BarChart } from "../../ui/chart/bar-chart.tsx";
import { Panel } from "../../ui/page/panel.tsx";
import { sectionLink } from "../frame/drill-down.ts";
import type { Period } from "../frame/periods.ts";

type Statement = DataOf<typeof profitAndLossReport.read>;

type ProfitChartProps = {
  statement: Statement;
  period: Period;
  /** The drill-down of a line in a range of days; null for none. */
  behind: (line: FinancialLine, days: Period) => LinkProps | null;
};

/** Income, expenses and the result as bars, compared with an earlier period or by organization. */
export function ProfitChart({ statement, period, behind }: ProfitChartProps) {
  const { rows, compared_with } = statement;
  const organizations = incomeAndExpenses(rows, period);
  if (organizations.length > 0) {
    return (
      <Panel title="By Organization">
        <BarChart
          label="Income and expenses by organization"
          axis="Organization"
          series={[sectionName("03"), sectionName("04"), "Result"]}
          groups={organizations}
          named
          empty={emptyText}
        />
      </Panel>
    );
  }
  const sums = rows.filter(({ kind }) => kind === "section" || kind === "result");
  if (sums.length === 0) return null;
  const before = compared_with && rangeOf(compared_with);
  const compared = compared_with && {
    start_date: compared_with.start_date ?? compared_with.end_date,
    end_date: compared_with.end_date,
  };
  return (
    <Panel title={before === null ? "Result" : `Compared with ${before}`}>
      <BarChart
        label="Income, expenses and result"
        axis="Section"
        series={[
          formatRange(period.start_date, period.end_date),
          ...(before === null ? [] : [before]),
        ]}
        groups={sums.map((line) => ({
          label: line.name,
          amounts: [
            financialAmount(line),
            ...(before === null ? [] : [financialComparison(line)]),
          ].map((amount) => displayKobo(amount ?? 0n)),
          behind: [period, ...(compared === null ? [] : [compared])].map((days) =>
            behind(line, days),
          ),
        }))}
        empty={emptyText}
      />
    </Panel>
  );
}

const emptyText = "No income or expenses";

function rangeOf({ start_date, end_date }: NonNullable<Statement["compared_with"]>): string {
  return formatRange(start_date ?? undefined, end_date);
}

/** Income, expenses and result of each organization in a statement of several. */
function incomeAndExpenses(rows: readonly FinancialLine[], period: Period) {
  const found = new Map<number, { label: string; income: bigint; expenses: bigint }>();
  for (const line of rows) {
    if (line.kind !== "organization" || line.tenant_id === null) continue;
    const sums = found.get(line.tenant_id) ?? { label: line.name, income: 0n, expenses: 0n };
    if (line.class === "03") sums.income += financialAmount(line);
    if (line.class === "04") sums.expenses += financialAmount(line);
    found.set(line.tenant_id, sums);
  }
  return [...found].map(([tenantId, { label, income, expenses }]) => ({
    label,
    behind: (["income", "expenses", "result"] as const).map((section) =>
      sectionLink(section, {
        tenantId,
        detail: undefined,
        ...period,
        closing: "without",
      }),
    ),
    amounts: [income, expenses, income - expenses].map((amount) => displayKobo(amount)),
  }));
}
