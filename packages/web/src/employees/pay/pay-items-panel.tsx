import { removePayItem } from "@kontor/contract/employees/pay";
import { monthName } from "@kontor/payroll/month";
import { useQuery } from "@tanstack/react-query";

import { lazyComponent } from "../../platform/loading/lazy-component.ts";
import { confirm } from "../../platform/message/confirm.tsx";
import { notifySuccess } from "../../platform/message/notify.tsx";
import { succeeds } from "../../platform/mutation.ts";
import { Money } from "../../ui/money.tsx";
import { StatusChip } from "../../ui/status-chip.tsx";
import type { Column } from "../../ui/table/column.ts";
import {
  arrearsWindowQuery,
  pathOf,
  payItemsQuery,
  useEmployeeChange,
  type EmployeeTabProps,
  type PayItem,
} from "../data.ts";
import { EditablePanel } from "./editable-panel.tsx";

const PayItemDialog = lazyComponent(() => import("./pay-item-dialog.tsx"), "PayItemDialog");

const columns: readonly Column<PayItem>[] = [
  { key: "name", header: "Item", phone: "what", wrap: true, cell: ({ name }) => name },
  {
    key: "kind",
    header: "Kind",
    phone: "end",
    cell: ({ kind }) => (
      <StatusChip tone={kind === "EARNING" ? "good" : "waiting"}>{kind}</StatusChip>
    ),
  },
  { key: "months", header: "Months", phone: "detail", cell: monthsOf },
  { key: "counts", header: "Counts For", phone: "detail", cell: effectOf },
  {
    key: "amount",
    header: "Amount",
    kind: "money",
    align: "end",
    phone: "amount",
    cell: ({ amount }) => <Money amount={amount} />,
  },
];

/** Additions to and deductions from the pay of some months, recurring or once. */
export function PayItemsPanel({ employee }: EmployeeTabProps) {
  // The month of an approved payroll is not proposed: the item would not be paid with it.
  const month = useQuery(arrearsWindowQuery(pathOf(employee))).data?.next ?? undefined;
  return (
    <EditablePanel
      title="Items"
      about="Additions to and deductions from pay: allowances, bonuses, overtime, unpaid leave, loans."
      query={useQuery(payItemsQuery(pathOf(employee)))}
      what="The items"
      columns={columns}
      rowKey={({ id }) => id}
      rowName={({ name }) => name}
      empty="There are no items"
      add="Add Item"
      fixed={({ settlement }) => settlement}
      onRemove={useRemove(employee)}
      renderDialog={(item, onExited) => (
        <PayItemDialog employee={employee} item={item} month={month} onExited={onExited} />
      )}
    />
  );
}

function useRemove(employee: EmployeeTabProps["employee"]) {
  const { mutateAsync } = useEmployeeChange(removePayItem);
  return async ({ id, name }: PayItem) => {
    if (!(await confirm(`Remove ${name}?`, "Payslips that already include it do not change.")))
      return;
    const input = { ...pathOf(employee), item_id: id };
    if (await succeeds(mutateAsync({ input }))) notifySuccess("Item removed successfully..");
  };
}

/** "Once, Mar 2026", "Mar 2026 to Jun 2026", "From Mar 2026". */
function monthsOf({ from_month, to_month, settlement }: PayItem): string {
  const from = monthName(from_month);
  const end = settlement ? " (leaving)" : "";
  if (to_month === null) return `From ${from}${end}`;
  return from_month === to_month
    ? `Once, ${from}${end}`
    : `${from} to ${monthName(to_month)}${end}`;
}

/** What an item affects besides the net pay: tax and pension. */
function effectOf({ kind, taxable, pensionable }: PayItem): string {
  if (kind === "DEDUCTION") {
    if (!taxable) return "After tax";
    return pensionable ? "Lowers tax and pension" : "Lowers the tax";
  }
  const counted = [taxable ? "Tax" : "Tax-free", pensionable && "pension"].filter(Boolean);
  return counted.join(", ");
}
