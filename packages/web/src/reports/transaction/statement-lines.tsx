import { withChanges } from "@kontor/contract/accounting/as-recorded";
import type { DataOf } from "@kontor/contract/endpoint";
import { formatDate, formatRange } from "@kontor/contract/format";
import {
  withComparison,
  type balanceSheetList,
  type FinancialLine,
  type profitAndLossReport,
} from "@kontor/contract/reports/financial-statements";
import type { UseQueryResult } from "@tanstack/react-query";

import { ListTable } from "../../ui/table/list-table.tsx";
import type { OpenTarget } from "../../ui/table/row-opening.tsx";
import { sinceCell } from "./since-cell.tsx";

import classes from "./transaction.module.css";

type Statement = DataOf<typeof profitAndLossReport.read>;

type StatementLinesProps = {
  list: typeof balanceSheetList;
  query: UseQueryResult;
  statement: Statement | undefined;
  /** The moment as of which the books are shown; undefined for now. */
  recorded: string | undefined;
  /** What stands behind a line; null for nothing. */
  open: (line: FinancialLine) => OpenTarget | null;
};

/** The sections of a statement with their accounts, beside what they are compared with. */
export function StatementLines({ list, query, statement, recorded, open }: StatementLinesProps) {
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
        cells={{ name: lineName, changed: (row) => sinceCell(row, recorded) }}
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

/** A section stands out, and its accounts stand below it. */
function lineName({ kind, name }: FinancialLine) {
  return (
    <span className={classes.name} data-kind={kind}>
      {name}
    </span>
  );
}
