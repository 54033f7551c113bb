import { removeOpeningFigures } from "@kontor/contract/employees/pay";
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
import type { Column } from "../../ui/table/column.ts";
import { DataTable } from "../../ui/table/data-table.tsx";
import type { RowAction } from "../../ui/table/row-actions.tsx";
import {
  openingFiguresQuery,
  pathOf,
  useEmployeeChange,
  type EmployeeTabProps,
  type OpeningFigures,
} from "../data.ts";

const OpeningFiguresDialog = lazy(async () => ({
  default: (await import("./opening-figures-dialog.tsx")).OpeningFiguresDialog,
}));

const amounts = [
  ["gross", "Earned", "amount"],
  ["pension", "Pension", "none"],
  ["nhf", "NHF", "none"],
  ["tax", "PAYE", "end"],
] as const;

const columns: readonly Column<OpeningFigures>[] = [
  { key: "year", header: "Year", phone: "what", cell: ({ year }) => String(year) },
  {
    key: "through_month",
    header: "Through",
    phone: "detail",
    cell: ({ through_month }) => monthName(through_month),
  },
  ...amounts.map(([key, header, phone]): Column<OpeningFigures> => ({
    key,
    header,
    kind: "money",
    align: "end",
    phone,
    cell: (row) => <Money amount={row[key]} />,
  })),
];

/** What was earned and withheld in a year before payroll was kept here. */
export function OpeningFiguresPanel({ employee }: EmployeeTabProps) {
  const figures = useQuery(openingFiguresQuery(pathOf(employee)));
  const mayWrite = useMay("employees.pay.write");
  const remove = useRemove(employee);
  const [open, setOpen] = useState<{ figures: OpeningFigures | null } | null>(null);
  const actions = (row: OpeningFigures): RowAction[] => [
    {
      label: "Edit",
      icon: <IconPencil size={16} aria-hidden />,
      onClick: () => setOpen({ figures: row }),
    },
    {
      label: "Remove",
      icon: <IconTrash size={16} aria-hidden />,
      danger: true,
      onClick: () => void remove(row),
    },
  ];
  return (
    <Panel
      title="Figures of Before"
      about="Earned and withheld in a year before payroll was kept here, so that its tax comes out right."
      aside={
        mayWrite && (
          <OpeningButton
            size="xs"
            variant="default"
            icon={<IconPlus size={16} aria-hidden />}
            onOpen={() => setOpen({ figures: null })}
          >
            Add Figures
          </OpeningButton>
        )
      }
    >
      <Loaded query={figures} what="The figures">
        {(rows) => (
          <DataTable
            label="Figures of Before"
            columns={columns}
            rows={rows}
            rowKey={({ year }) => year}
            rowName={({ year }) => String(year)}
            loading={false}
            empty="There are none"
            {...(mayWrite ? { actions } : {})}
          />
        )}
      </Loaded>
      <Suspense>
        {open && (
          <OpeningFiguresDialog
            employee={employee}
            figures={open.figures}
            onExited={() => setOpen(null)}
          />
        )}
      </Suspense>
    </Panel>
  );
}

function useRemove(employee: EmployeeTabProps["employee"]) {
  const { mutateAsync } = useEmployeeChange(removeOpeningFigures);
  return async ({ year }: OpeningFigures) => {
    const detail = "The tax of the year is then computed without them.";
    if (!(await confirm(`Remove the figures of ${year}?`, detail))) return;
    const input = { ...pathOf(employee), year };
    if (await succeeds(mutateAsync({ input }))) notifySuccess("Figures removed successfully..");
  };
}
