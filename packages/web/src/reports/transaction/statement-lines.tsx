import { shownSum } from "@kontor/books/money";
import { withChanges } from "@kontor/contract/accounting/as-recorded";
import type { DataOf } from "@kontor/contract/endpoint";
import { formatDate, formatRange } from "@kontor/contract/format";
import {
  countedComparison,
  withComparison,
  type balanceSheetList,
  type FinancialLine,
  type profitAndLossReport,
} from "@kontor/contract/reports/financial-statements";
import type { UseQueryResult } from "@tanstack/react-query";
import type { LinkProps } from "@tanstack/react-router";

import { NetMoney } from "../../ui/money.tsx";
import { ListTable } from "../../ui/table/list-table.tsx";
import { TextLink } from "../../ui/text-link.tsx";
import { sinceCell } from "./since-cell.tsx";

import classes from "./transaction.module.css";

type Statement = DataOf<typeof profitAndLossReport.read>;

/** The days compared with; for a balance sheet a single day. */
export type ComparedDays = NonNullable<Statement["compared_with"]>;

type StatementLinesProps = {
  list: typeof balanceSheetList;
  query: UseQueryResult;
  statement: Statement | undefined;
  /** The moment as of which the books are shown; undefined for now. */
  recorded: string | undefined;
  /** The drill-down of a line in a range of days; null for none. */
  open: (line: FinancialLine) => LinkProps | null;
  /** The drill-down of a line's compared figure. */
  openCompared: (line: FinancialLine, days: ComparedDays) => LinkProps | null;
};

/** The sections of a statement with their accounts and the compared figures. */
export function StatementLines(props: StatementLinesProps) {
  const { list, query, statement, recorded, open, openCompared } = props;
  const compared = statement?.compared_with ?? null;
  return (
    <>
      <ListTable
        list={
          statement
            ? withComparison(withChanges(list, recorded), compared)
            : withChanges(list, recorded)
        }
        query={query}
        rows={statement?.rows}
        total={undefined}
        cells={{
          code: ({ code }) => code,
          name: lineName,
          changed: (row) => sinceCell(row, recorded),
          compared: (row) => compared && comparedCell(row, openCompared(row, compared)),
        }}
        rowKey={({ kind, class: of, id }) => `${kind} ${of ?? ""} ${id ?? ""}`}
        rowTone={({ kind }) => (strong.has(kind) ? kind : undefined)}
        open={open}
        figures={{ amount: open }}
        empty="There is nothing to report"
      />
      {compared && (
        <p className={classes.compared}>
          Compared with{" "}
          {compared.start_date === null
            ? formatDate(compared.end_date)
            : formatRange(compared.start_date, compared.end_date)}
          .
        </p>
      )}
    </>
  );
}

const strong: ReadonlySet<FinancialLine["kind"]> = new Set(["section", "total", "result"]);

/** The compared figure of a line, with its drill-down. */
function comparedCell(line: FinancialLine, target: LinkProps | null) {
  const compared = countedComparison(line);
  if (compared === null) return null;
  const amount = <NetMoney amount={shownSum(compared)} strong={strong.has(line.kind)} />;
  if (target === null || compared === 0n) return amount;
  return <TextLink {...target}>{amount}</TextLink>;
}

/** Sections are emphasized; their accounts are listed below them. */
function lineName({ kind, name }: FinancialLine) {
  return (
    <span className={classes.name} data-kind={kind}>
      {name}
    </span>
  );
}
