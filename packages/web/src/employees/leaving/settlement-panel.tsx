import { monthName } from "@kontor/payroll/month";
import { useQuery } from "@tanstack/react-query";

import { Money } from "../../ui/money.tsx";
import { Loaded } from "../../ui/page/loaded.tsx";
import { Panel } from "../../ui/page/panel.tsx";
import type { Column } from "../../ui/table/column.ts";
import { DataTable } from "../../ui/table/data-table.tsx";
import { pathOf, settlementQuery, type EmployeeTabProps, type Settlement } from "../data.ts";
import { Fact, Facts } from "../facts.tsx";

import classes from "./leaving.module.css";

/**
 * The amounts that the final payroll has to include, and how far approved payrolls have settled
 * them.
 */
export function SettlementPanel({ employee }: EmployeeTabProps) {
  const settlement = useQuery(settlementQuery(pathOf(employee)));
  return (
    <Panel
      title="Final Settlement"
      about="One-off items of the final pay, and the payroll that has them. Outstanding salary advances are recovered in addition."
    >
      <Loaded query={settlement} what="What is still owed">
        {(owed) => <SettlementFacts settlement={owed} />}
      </Loaded>
    </Panel>
  );
}

function SettlementFacts({ settlement }: { settlement: Settlement }) {
  const { days_employed, days_in_month, monthly_pay, owed, to_employee, from_employee } =
    settlement;
  return (
    <div className={classes.owed}>
      <Facts>
        <Fact label="Days Employed in the Last Month">
          {days_employed} of {days_in_month}
        </Fact>
        <Fact label="Monthly Pay">{monthly_pay !== null && <Money amount={monthly_pay} />}</Fact>
        <Fact label="To the Employee">
          <Money amount={to_employee} strong />
        </Fact>
        <Fact label="By the Employee">
          <Money amount={from_employee} strong />
        </Fact>
      </Facts>
      {owed.length > 0 && (
        <DataTable
          label="Final Settlement"
          columns={columns}
          rows={owed}
          rowKey={({ id }) => id}
          loading={false}
          empty="Nothing"
        />
      )}
    </div>
  );
}

const columns: readonly Column<Settlement["owed"][number]>[] = [
  { key: "name", header: "What", phone: "what", wrap: true, cell: ({ name }) => name },
  {
    key: "kind",
    header: "Owed",
    phone: "detail",
    cell: ({ kind }) => (kind === "EARNING" ? "To the employee" : "By the employee"),
  },
  {
    key: "taxable",
    header: "Tax",
    phone: "detail",
    cell: ({ kind, taxable }) =>
      kind === "EARNING"
        ? taxable
          ? "Taxed"
          : "Tax-free"
        : taxable
          ? "Lowers the tax"
          : "After tax",
  },
  {
    key: "payroll",
    header: "Payroll",
    phone: "end",
    cell: ({ payroll }) =>
      payroll === null
        ? "Not in an approved payroll yet"
        : `${monthName(payroll.month)}: ${payroll.paid ? "paid" : "approved, still to be paid"}`,
  },
  {
    key: "amount",
    header: "Amount",
    kind: "money",
    align: "end",
    phone: "amount",
    cell: ({ amount }) => <Money amount={amount} />,
  },
];
