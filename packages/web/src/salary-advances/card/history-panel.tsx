import { formatDay } from "@kontor/contract/format";

import { Money } from "../../ui/money.tsx";
import { Panel } from "../../ui/page/panel.tsx";
import type { Column } from "../../ui/table/column.ts";
import { DataTable } from "../../ui/table/data-table.tsx";
import type { SalaryAdvance } from "../data.ts";
import { AdvanceStatusChip } from "../status.tsx";

import classes from "./card.module.css";

type Earlier = SalaryAdvance["history"][number];

/** The other advances of the employee, each a link to its card. */
export function HistoryPanel({ advance }: { advance: SalaryAdvance }) {
  const { history, tenant_id, company_id } = advance;
  if (history.length === 0) {
    return (
      <Panel title="Other Advances">
        <p className={classes.small}>The employee has asked for no other.</p>
      </Panel>
    );
  }
  return (
    <Panel title="Other Advances">
      <DataTable
        label="Other Advances"
        columns={columns}
        rows={history}
        rowKey={({ id }) => id}
        open={({ id }) => ({
          to: "/app/salary-advances/$tenant_id/$company_id/$id",
          params: { tenant_id: String(tenant_id), company_id: String(company_id), id: String(id) },
        })}
        loading={false}
        empty=""
      />
    </Panel>
  );
}

const columns: readonly Column<Earlier>[] = [
  { key: "number", header: "Number", phone: "what", opens: true, cell: ({ number }) => number },
  {
    key: "requested",
    header: "Requested",
    phone: "detail",
    cell: ({ requested_at }) => formatDay(requested_at),
  },
  {
    key: "amount",
    header: "Amount Borrowed",
    align: "end",
    phone: "amount",
    cell: ({ amount }) => <Money amount={amount} />,
  },
  {
    key: "outstanding",
    header: "Outstanding",
    align: "end",
    phone: "none",
    cell: ({ outstanding }) => <Money amount={outstanding} dashForZero />,
  },
  {
    key: "status",
    header: "Status",
    phone: "end",
    cell: ({ status }) => <AdvanceStatusChip status={status} />,
  },
];
