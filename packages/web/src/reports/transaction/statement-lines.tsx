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

/** The days that a statement is compared with; of a balance sheet the one day. */
export type ComparedDays = NonNullable<Statement["compared_with"]>;

type StatementLinesProps = {
  list: typeof balanceSheetList;
  query: UseQueryResult;
  statement: Statement | undefined;
  /** The moment as of which the books are shown; undefined for now. */
  recorded: string | undefined;
  /** What stands behind a line in some days; null for nothing. */
  open: (line: FinancialLine) => LinkProps | null;
  /** The same of the days that it is compared with. */
  openCompared: (line: FinancialLine, days: ComparedDays) => LinkProps | null;
};

/** The sections of a statement with their accounts, beside what they are compared with. */
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

/** What a line was, with what stood behind it then. */
function comparedCell(line: FinancialLine, target: LinkProps | null) {
  const compared = countedComparison(line);
  if (compared === null) return null;
  const amount = <NetMoney amount={shownSum(compared)} strong={strong.has(line.kind)} />;
  if (target === null || compared === 0n) return amount;
  return <TextLink {...target}>{amount}</TextLink>;
}

/** A section stands out, and its accounts stand below it. */
function lineName({ kind, name }: FinancialLine) {
  return (
    <span className={classes.name} data-kind={kind}>
      {name}
    </span>
  );
}
