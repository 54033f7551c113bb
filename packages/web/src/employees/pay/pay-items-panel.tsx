import { removePayItem } from "@kontor/contract/employees/pay";
import { monthName } from "@kontor/payroll/month";
import { IconPencil, IconPlus, IconTrash } from "@tabler/icons-react";
import { useQuery } from "@tanstack/react-query";
import { lazy, Suspense, useState } from "react";

import { succeeds } from "../../platform/api-problem.ts";
import { confirm } from "../../platform/message/confirm.tsx";
import { notifySuccess } from "../../platform/message/notify.tsx";
import { useMay } from "../../session/data.ts";
import { Money } from "../../ui/money.tsx";
import { OpeningButton } from "../../ui/opening-button.tsx";
import { Loaded } from "../../ui/page/loaded.tsx";
import { Panel } from "../../ui/page/panel.tsx";
import { StatusChip } from "../../ui/status-chip.tsx";
import type { Column } from "../../ui/table/column.ts";
import { DataTable } from "../../ui/table/data-table.tsx";
import type { RowAction } from "../../ui/table/row-actions.tsx";
import {
  pathOf,
  payItemsQuery,
  useEmployeeChange,
  type EmployeeTabProps,
  type PayItem,
} from "../data.ts";

const PayItemDialog = lazy(async () => ({
  default: (await import("./pay-item-dialog.tsx")).PayItemDialog,
}));

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
  { key: "counts", header: "Counts For", phone: "detail", cell: countsFor },
  {
    key: "amount",
    header: "Amount",
    kind: "money",
    align: "end",
    phone: "amount",
    cell: ({ amount }) => <Money amount={amount} />,
  },
];

/** What is added to and taken from the pay of some months, recurring or once. */
export function PayItemsPanel({ employee }: EmployeeTabProps) {
  const items = useQuery(payItemsQuery(pathOf(employee)));
  const mayWrite = useMay("employees.pay.write");
  const [open, setOpen] = useState<{ item: PayItem | null } | null>(null);
  const remove = useRemove(employee);
  const actions = (item: PayItem): RowAction[] =>
    item.settlement
      ? []
      : [
          {
            label: "Edit",
            icon: <IconPencil size={16} aria-hidden />,
            onClick: () => setOpen({ item }),
          },
          {
            label: "Remove",
            icon: <IconTrash size={16} aria-hidden />,
            danger: true,
            onClick: () => void remove(item),
          },
        ];
  return (
    <Panel
      title="Items"
      about="Added to or taken from the pay of some months: allowances, bonuses, overtime, loans."
      aside={
        mayWrite && (
          <OpeningButton
            size="xs"
            variant="default"
            icon={<IconPlus size={16} aria-hidden />}
            onOpen={() => setOpen({ item: null })}
          >
            Add Item
          </OpeningButton>
        )
      }
    >
      <Loaded query={items} what="The items">
        {(rows) => (
          <DataTable
            label="Items"
            columns={columns}
            rows={rows}
            rowKey={({ id }) => id}
            rowName={({ name }) => name}
            loading={false}
            empty="There are no items"
            {...(mayWrite ? { actions } : {})}
          />
        )}
      </Loaded>
      <Suspense>
        {open && (
          <PayItemDialog employee={employee} item={open.item} onExited={() => setOpen(null)} />
        )}
      </Suspense>
    </Panel>
  );
}

function useRemove(employee: EmployeeTabProps["employee"]) {
  const { mutateAsync } = useEmployeeChange(removePayItem);
  return async ({ id, name }: PayItem) => {
    if (!(await confirm(`Remove ${name}?`, "Payslips that have it keep it."))) return;
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

/** What an item raises or lowers besides the pay itself. */
function countsFor({ kind, taxable, pensionable }: PayItem): string {
  if (kind === "DEDUCTION") return taxable ? "Lowers the tax" : "After tax";
  const counted = [taxable ? "Tax" : "Tax-free", pensionable && "pension"].filter(Boolean);
  return counted.join(", ");
}
