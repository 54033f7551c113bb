import { withdrawPayRate } from "@kontor/contract/employees/pay";
import { formatDate, formatDay, formatMoney } from "@kontor/contract/format";
import { IconCalendarX, IconCashPlus } from "@tabler/icons-react";
import { useQuery } from "@tanstack/react-query";
import { Suspense, useState } from "react";

import { today } from "../../platform/clock.ts";
import { lazyComponent } from "../../platform/loading/lazy-component.ts";
import { confirm } from "../../platform/message/confirm.tsx";
import { notifySuccess } from "../../platform/message/notify.tsx";
import { succeeds } from "../../platform/mutation.ts";
import { useHasPermission } from "../../session/data.ts";
import { Money } from "../../ui/money.tsx";
import { OpenDialogButton } from "../../ui/open-dialog-button.tsx";
import { Loaded } from "../../ui/page/loaded.tsx";
import { Panel } from "../../ui/page/panel.tsx";
import { StatusChip } from "../../ui/status-chip.tsx";
import type { Column } from "../../ui/table/column.ts";
import { DataTable } from "../../ui/table/data-table.tsx";
import {
  pathOf,
  payRatesQuery,
  useEmployeeChange,
  type EmployeeTabProps,
  type PayRate,
} from "../data.ts";

import classes from "./pay.module.css";

const PayRateDialog = lazyComponent(() => import("./pay-rate-dialog.tsx"), "PayRateDialog");

/** Monthly pay by start day, the latest first, including replaced rates. */
export function PayRatesPanel({ employee }: EmployeeTabProps) {
  const rates = useQuery(payRatesQuery(pathOf(employee)));
  const mayWrite = useHasPermission("employees.pay.write");
  const withdraw = useWithdraw(employee);
  const [adding, setAdding] = useState(false);
  return (
    <Panel
      title="Monthly Pay"
      about={<CurrentPay employee={employee} />}
      aside={
        mayWrite && (
          <OpenDialogButton
            size="xs"
            icon={<IconCashPlus size={16} aria-hidden />}
            onOpen={() => setAdding(true)}
          >
            Add Pay
          </OpenDialogButton>
        )
      }
    >
      <Loaded query={rates} what="The pay">
        {(rows) => (
          <DataTable
            label="Pay"
            columns={columnsFor(rows)}
            rows={rows}
            rowKey={({ id }) => id}
            rowName={({ from_date }) => `pay from ${formatDate(from_date)}`}
            rowTone={({ superseded_at }) => (superseded_at ? "past" : undefined)}
            loading={false}
            empty="No pay entered yet"
            {...(mayWrite ? { actions: withdraw } : {})}
          />
        )}
      </Loaded>
      <Suspense>
        {adding && <PayRateDialog employee={employee} onExited={() => setAdding(false)} />}
      </Suspense>
    </Panel>
  );
}

/** The present rate, and the next one. */
function CurrentPay({ employee: { pay, next_pay } }: EmployeeTabProps) {
  if (!pay && !next_pay) return "No pay yet.";
  return (
    <>
      {pay ? `${formatMoney(pay.monthly_pay)} today` : "Nothing today"}
      {next_pay && `, ${formatMoney(next_pay.monthly_pay)} from ${formatDate(next_pay.from_date)}`}.
    </>
  );
}

/** A rate that has not begun may be withdrawn; one that has stays in the history. */
function useWithdraw(employee: EmployeeTabProps["employee"]) {
  const { mutateAsync } = useEmployeeChange(withdrawPayRate);
  const day = today();
  const run = async ({ id, from_date }: PayRate) => {
    const question = `Withdraw the pay from ${formatDate(from_date)}?`;
    if (!(await confirm(question, "It stays in the history as withdrawn."))) return;
    const input = { ...pathOf(employee), rate_id: id };
    if (await succeeds(mutateAsync({ input }))) notifySuccess("Pay withdrawn successfully..");
  };
  return (rate: PayRate) =>
    rate.superseded_at !== null || rate.from_date <= day
      ? []
      : [
          {
            label: "Withdraw",
            icon: <IconCalendarX size={16} aria-hidden />,
            danger: true,
            onClick: () => void run(rate),
          },
        ];
}

/** A column for one of the four parts of pay; a phone shows only their sum. */
function partColumn(
  key: "basic" | "housing" | "transport" | "other",
  header: string,
): Column<PayRate> {
  return {
    key,
    header,
    kind: "money",
    align: "end",
    phone: "none",
    by: (rate) => rate[key],
    cell: (rate) => <Money amount={rate[key]} />,
  };
}

function columnsFor(rates: readonly PayRate[]): readonly Column<PayRate>[] {
  const day = today();
  const now = rates.find((rate) => rate.superseded_at === null && rate.from_date <= day)?.id;
  return [
    {
      key: "from_date",
      header: "From",
      kind: "date",
      phone: "what",
      by: ({ from_date }) => from_date,
      cell: ({ from_date }) => formatDate(from_date),
    },
    partColumn("basic", "Basic"),
    partColumn("housing", "Housing"),
    partColumn("transport", "Transport"),
    partColumn("other", "Other Allowances"),
    {
      key: "monthly_pay",
      header: "Monthly Pay",
      kind: "money",
      align: "end",
      phone: "amount",
      by: ({ monthly_pay }) => monthly_pay,
      cell: ({ monthly_pay }) => <Money amount={monthly_pay} strong />,
    },
    {
      key: "state",
      header: "Status",
      phone: "end",
      cell: (rate) => <RateState rate={rate} isNow={rate.id === now} day={day} />,
    },
    {
      key: "recorded",
      header: "Entered",
      kind: "moment",
      phone: "detail",
      by: ({ recorded_at }) => recorded_at,
      wrap: true,
      cell: ({ recorded_at, recorded_by, reason }) => (
        <span className={classes.small}>
          {formatDay(recorded_at)}
          {recorded_by && ` by ${recorded_by}`}
          {reason !== "" && `: ${reason}`}
        </span>
      ),
    },
  ];
}

function RateState({ rate, isNow, day }: { rate: PayRate; isNow: boolean; day: string }) {
  if (rate.superseded_at !== null) return <StatusChip tone="neutral">Replaced</StatusChip>;
  if (isNow) return <StatusChip tone="good">Now</StatusChip>;
  if (rate.from_date > day) return <StatusChip tone="busy">To come</StatusChip>;
  return <StatusChip tone="neutral">Past</StatusChip>;
}
