import { formatDate, formatMoney } from "@kontor/contract/format";

import { Money } from "../../ui/money.tsx";
import { Panel } from "../../ui/page/panel.tsx";
import { StatusChip } from "../../ui/status-chip.tsx";
import type { Column } from "../../ui/table/column.ts";
import { DataTable } from "../../ui/table/data-table.tsx";
import type { SalaryAdvance } from "../data.ts";

import classes from "./card.module.css";

type Projected = NonNullable<SalaryAdvance["projected"]>[number];
type Planned = SalaryAdvance["instalments"][number] & { pay: Projected | undefined };

/** The instalments, with the pay that each leaves in its month. */
export function PlanPanel({ advance }: { advance: SalaryAdvance }) {
  const { instalments, projected, status, paid_at } = advance;
  const pay = new Map(projected?.map((month) => [month.due, month]));
  const rows = instalments.map((instalment) => ({ ...instalment, pay: pay.get(instalment.due) }));
  return (
    <Panel
      title="Repayment Plan"
      about={
        projected && status !== "REJECTED"
          ? "Estimated net pay as of today, without this advance."
          : undefined
      }
    >
      <DataTable
        label="Repayment Plan"
        columns={[...columns, ...(projected ? payColumns : []), ...(paid_at ? [repaidColumn] : [])]}
        rows={rows}
        rowKey={({ number }) => number}
        loading={false}
        empty="There are no instalments"
      />
    </Panel>
  );
}

const columns: readonly Column<Planned>[] = [
  { key: "due", header: "Payday", phone: "what", cell: ({ due }) => formatDate(due) },
  {
    key: "principal",
    header: "Principal",
    align: "end",
    phone: "none",
    cell: ({ principal }) => <Money amount={principal} />,
  },
  {
    key: "interest",
    header: "Interest",
    align: "end",
    phone: "none",
    cell: ({ interest }) => <Money amount={interest} dashForZero />,
  },
  {
    key: "amount",
    header: "Instalment",
    align: "end",
    phone: "amount",
    cell: ({ amount }) => <Money amount={amount} strong />,
  },
];

const payColumns: readonly Column<Planned>[] = [
  {
    key: "net",
    header: "Net Pay",
    align: "end",
    phone: "none",
    cell: ({ pay }) => pay && <Money amount={pay.net} />,
  },
  {
    key: "left",
    header: "Left",
    align: "end",
    phone: "detail",
    cell: ({ pay }) => pay && <RemainingPay pay={pay} />,
  },
];

/** The pay left in a month, or that it does not cover the instalment. */
function RemainingPay({ pay: { net, left } }: { pay: Projected }) {
  if (left === null) return <span className={classes.bad}>Not covered by {formatMoney(net)}</span>;
  return (
    <>
      <span className={classes.onPhone}>Net pay {formatMoney(net)}, left </span>
      <Money amount={left} />
    </>
  );
}

const repaidColumn: Column<Planned> = {
  key: "repaid",
  header: "Repaid",
  align: "end",
  phone: "end",
  cell: ({ amount, repaid: paid }) =>
    paid === amount ? (
      <StatusChip tone="good">REPAID</StatusChip>
    ) : (
      <Money amount={paid} dashForZero />
    ),
};
