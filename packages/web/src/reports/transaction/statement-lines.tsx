import { displayKobo } from "@kontor/books/money";
import { withChangedColumn } from "@kontor/contract/accounting/as-recorded";
import { formatDate, formatRange } from "@kontor/contract/format";
import type { List } from "@kontor/contract/list";
import {
  withComparison,
  type ComparedWith,
  type StatementColumn,
} from "@kontor/contract/reports/statement-columns";
import type { UseQueryResult } from "@tanstack/react-query";
import type { LinkProps } from "@tanstack/react-router";

import { NetMoney } from "../../ui/money.tsx";
import { ListTable } from "../../ui/table/list-table.tsx";
import { TextLink } from "../../ui/text-link.tsx";
import type { Period } from "../frame/periods.ts";
import { changedSinceCell } from "./changed-since-cell.tsx";

import classes from "./transaction.module.css";

type StatementLine = {
  code: string | null;
  name: string;
  kind: string;
  tenant_id: number | null;
  id: number | null;
  changed: boolean;
};

type StatementLinesProps<Line extends StatementLine> = {
  list: List<Line, StatementColumn>;
  query: UseQueryResult;
  statement: { rows: readonly Line[]; compared_with: ComparedWith } | undefined;
  /** The section of a line: an account may be listed in several. */
  sectionOf: (line: Line) => string | null;
  /** How many steps a line is indented. */
  indentOf: (line: Line) => number;
  /** A line's signed comparison figure; null without one. */
  comparedOf: (line: Line) => bigint | null;
  /** The moment as of which the books are shown; undefined for now. */
  recorded: string | undefined;
  /** The drill-down of a line in a range of days; null for none. */
  open: (line: Line) => LinkProps | null;
  /** The drill-down of a line's figure of the days compared with; for a balance sheet a single day. */
  openCompared: (line: Line, days: Period) => LinkProps | null;
};

/** The sections of a statement with their accounts and the compared figures. */
export function StatementLines<Line extends StatementLine>(props: StatementLinesProps<Line>) {
  const { list, query, statement, recorded, sectionOf, indentOf, comparedOf } = props;
  const { open, openCompared } = props;
  const compared = statement?.compared_with ?? null;
  const days = compared && { ...compared, start_date: compared.start_date ?? compared.end_date };
  const isStrong = (line: Line) => list.strong?.(line) === true;
  return (
    <>
      <ListTable
        list={
          statement
            ? withComparison(withChangedColumn(list, recorded), compared)
            : withChangedColumn(list, recorded)
        }
        query={query}
        rows={statement?.rows}
        total={undefined}
        cells={{
          code: ({ code }) => code,
          name: (line) => lineName(line.name, isStrong(line) ? "head" : indentOf(line)),
          changed: (row) => changedSinceCell(row, recorded),
          compared: (row) =>
            days && comparedCell(comparedOf(row), isStrong(row), openCompared(row, days)),
        }}
        rowKey={(line) => `${line.kind} ${sectionOf(line) ?? ""} ${line.id ?? ""}`}
        rowTone={(line) => (isStrong(line) ? line.kind : undefined)}
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

/** Sections are emphasized; their accounts are indented below them. */
function lineName(name: string, level: "head" | number) {
  return (
    <span className={classes.name} data-level={level}>
      {name}
    </span>
  );
}

/** The compared figure of a line, with its drill-down. */
function comparedCell(amount: bigint | null, strong: boolean, target: LinkProps | null) {
  if (amount === null) return null;
  const shown = <NetMoney amount={displayKobo(amount)} strong={strong} />;
  if (target === null || amount === 0n) return shown;
  return <TextLink {...target}>{shown}</TextLink>;
}
