import { signed } from "@kontor/books/side";
import { z } from "zod";

import { recordedUpToFilter } from "../accounting/as-recorded.ts";
import { cashFlow } from "../accounting/groups.ts";
import { describeList } from "../list.ts";
import { idOut, organizationFilter } from "../wire/ids.ts";
import { describeReport, reportDays, reportDaysInOrder } from "./report.ts";
import {
  comparedWith,
  comparison,
  statementColumns,
  statementLineFields,
} from "./statement-columns.ts";
import { accountDetail } from "./trial-balance.ts";

/**
 * A line of a statement of cash flows. Its amount has the side of the cash ledger: cash received
 * and cash held on DR, cash paid on CR.
 */
const cashFlowLine = z.strictObject({
  kind: z.enum([
    "section",
    "result",
    "adjustments",
    "changes",
    "group",
    "ledger",
    "sub_ledger",
    "organization",
    "net",
    "opening",
    "closing",
  ]),
  /** The activity of the line; cash below the closing cash, null for the sums of all activities. */
  cash_flow: cashFlow.nullable(),
  ...statementLineFields,
});

export type CashFlowLine = z.output<typeof cashFlowLine>;

export const cashFlowReport = describeReport({
  path: "/transaction/cash-flow",
  summary: "The statement of cash flows of a period, compared with the previous period or year",
  access: "accounting.read",
  query: {
    tenant_id: organizationFilter,
    ...reportDays,
    compare: comparison,
    detail: accountDetail,
    ...recordedUpToFilter,
  },
  rules: [reportDaysInOrder],
  data: z.strictObject({
    rows: z.array(cashFlowLine),
    compared_with: comparedWith,
    /**
     * Groups with movements in the period whose name suggests another section of the cash flow, and
     * whose section no user has chosen. Empty for several organizations.
     */
    doubtful: z.array(
      z.strictObject({
        id: idOut,
        code: z.string(),
        name: z.string(),
        cash_flow: cashFlow,
        suggested: cashFlow,
      }),
    ),
  }),
});

/** The signed amount of a line in kobo: cash received and cash held are positive. */
export function cashFlowAmount({ amount, amount_dc }: CashFlowLine): bigint {
  return signed(amount_dc, amount);
}

/** The signed comparison figure; null without one. */
export function cashFlowComparison({ compared, compared_dc }: CashFlowLine): bigint | null {
  return compared === null ? null : signed(compared_dc, compared);
}

const isSum = ({ kind }: CashFlowLine) =>
  kind === "section" || kind === "net" || kind === "opening" || kind === "closing";

/**
 * How many steps a line is indented: the accounts of the operating activities are listed below the
 * heading of their part.
 */
export function cashFlowIndent(line: CashFlowLine): number {
  const { kind, cash_flow } = line;
  if (isSum(line)) return 0;
  if (kind === "group" || kind === "ledger") return cash_flow === "operating" ? 2 : 1;
  if (kind === "sub_ledger") return cash_flow === "operating" ? 3 : 2;
  return 1;
}

export const cashFlowList = describeList<CashFlowLine>()({
  label: "Cash Flow",
  columns: statementColumns<CashFlowLine>({
    amountOf: cashFlowAmount,
    comparedOf: cashFlowComparison,
    indentOf: cashFlowIndent,
  }),
  main: "name",
  strong: isSum,
  ordered: "A statement is read from the operating activities to the closing cash.",
});
