import { formatCount } from "@kontor/contract/format";

import { Panel } from "../../ui/page/panel.tsx";
import type { Column } from "../../ui/table/column.ts";
import { DataTable } from "../../ui/table/data-table.tsx";
import type { ComparedStatement } from "./data.ts";
import { usePaged } from "./use-paged.ts";

import classes from "./bank-statement.module.css";

type Row = ComparedStatement["left_out"][number];

const columns: readonly Column<Row>[] = [
  {
    key: "line",
    header: "Row",
    width: 64,
    phone: "detail",
    cell: ({ line }) => (
      <>
        <span className={classes.onPhone}>Row </span>
        {formatCount(line)}
      </>
    ),
  },
  {
    key: "reason",
    header: "Why",
    phone: "what",
    wrap: true,
    cell: ({ reason, unreadable }) => (
      <span className={unreadable ? classes.failed : undefined}>{reason}</span>
    ),
  },
  { key: "text", header: "In the file", phone: "end", wrap: true, cell: ({ text }) => text },
];

/** The rows of the file that are not lines, unreadable ones first. Renders nothing without rows. */
export function LeftOutRows({ rows }: { rows: ComparedStatement["left_out"] }) {
  const inOrder = rows.toSorted((one, other) => Number(other.unreadable) - Number(one.unreadable));
  const paged = usePaged(inOrder);
  if (rows.length === 0) return null;
  return (
    <Panel
      title="Rows Left Out"
      about="Rows of the file that are not compared: those that could not be read, and those without an amount."
    >
      <DataTable
        label="Rows left out"
        columns={columns}
        {...paged}
        rowKey={({ line }) => line}
        loading={false}
        empty="No row is left out"
      />
    </Panel>
  );
}
