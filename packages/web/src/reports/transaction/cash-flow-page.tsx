import { cashFlowNames } from "@kontor/contract/accounting/groups";
import type { DataOf } from "@kontor/contract/endpoint";
import { formatCounted } from "@kontor/contract/format";
import {
  cashFlowIndent,
  cashFlowList,
  cashFlowReport,
  cashFlowComparison,
  type CashFlowLine,
} from "@kontor/contract/reports/cash-flow";
import type { Comparison } from "@kontor/contract/reports/statement-columns";
import type { LinkProps } from "@tanstack/react-router";

import { tenantParam } from "../../platform/organization/scope-filter.ts";
import { Notice } from "../../ui/page/notice.tsx";
import { TextLink } from "../../ui/text-link.tsx";
import { daysBefore, accountLink, sectionLink, type StatementScope } from "../frame/drill-down.ts";
import { usePeriodStatement } from "../frame/period-statement.tsx";
import { ReportPage } from "../frame/report-page.tsx";
import { StatementLines } from "./statement-lines.tsx";

import classes from "./transaction.module.css";

/** Cash received and paid in a range of days by activity, between opening and closing cash. */
export function CashFlowPage() {
  const { page, lines, statement, scope, compare } = usePeriodStatement(cashFlowReport);
  const { tenantId } = scope;
  return (
    <ReportPage {...page} title="Cash Flow">
      {tenantId !== 0 && statement && (
        <DoubtfulGroups tenantId={tenantId} groups={statement.doubtful} />
      )}
      <StatementLines
        {...lines}
        list={cashFlowList}
        sectionOf={({ cash_flow }) => cash_flow}
        indentOf={cashFlowIndent}
        comparedOf={cashFlowComparison}
        open={(line) => lineLink(line, scope, compare)}
        openCompared={(line, days) => lineLink(line, { ...scope, ...days })}
      />
      <p className={classes.compared}>
        Each group of the{" "}
        <TextLink underline="always" to="/app/chart-accounts" search={{ view: "all" }}>
          Chart of Accounts
        </TextLink>{" "}
        says whether its ledgers are cash, and to which activity they belong.
      </p>
    </ReportPage>
  );
}

type DoubtfulGroupsProps = {
  tenantId: number | undefined;
  groups: DataOf<typeof cashFlowReport.read>["doubtful"];
};

/**
 * Groups whose names suggest another section of the statement, and for which nobody has chosen one.
 */
function DoubtfulGroups({ tenantId, groups }: DoubtfulGroupsProps) {
  if (groups.length === 0) return null;
  return (
    <Notice
      title={`${formatCounted(groups.length, "group")} may belong elsewhere in the cash flow`}
    >
      <p className={classes.about}>
        {groups.length === 1 ? "Its name says so" : "Their names say so"}, and nobody has chosen
        yet. Save the group with what it is.
      </p>
      <ul className={classes.groups}>
        {groups.map(({ id, code, name, cash_flow, suggested }) => (
          <li key={id}>
            <TextLink
              underline="always"
              to="/app/groups/edit/$id"
              params={{ id: String(id) }}
              search={tenantId === undefined ? {} : { tenant_id: tenantId }}
            >
              {name} ({code})
            </TextLink>
            : in {cashFlowNames[cash_flow]}, probably {cashFlowNames[suggested]}
          </li>
        ))}
      </ul>
    </Notice>
  );
}

/**
 * The drill-down of a line. The sums of activities have none: what adds up to them is listed below
 * them. An organization's own statement keeps the comparison.
 */
function lineLink(
  { kind, cash_flow, tenant_id, id }: CashFlowLine,
  whole: StatementScope,
  compare?: Comparison,
): LinkProps | null {
  const { tenantId, detail, ...books } = whole;
  if (kind === "net" || kind === "closing") return sectionLink("cash", whole);
  if (kind === "opening") {
    const before = daysBefore(whole);
    return before && sectionLink("cash", before);
  }
  if (kind === "result") {
    const search = {
      ...tenantParam(tenantId),
      detail,
      compare,
      ...books,
    };
    return { to: "/app/reports/transaction/profit-and-loss", search };
  }
  if (tenant_id === null || id === null) return null;
  if (kind === "organization") {
    const { start_date, end_date } = books;
    const search = { tenant_id, start_date, end_date, compare };
    return { to: "/app/reports/transaction/cash-flow", search };
  }
  // Year-end closings move no cash, so they are left out of the movements.
  const moved = cash_flow === "cash" ? books : ({ ...books, closing: "without" } as const);
  return accountLink({ kind, tenant_id, id }, detail, moved);
}
