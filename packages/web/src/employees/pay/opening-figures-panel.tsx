import { removeOpeningFigures } from "@kontor/contract/employees/pay";
import { monthName } from "@kontor/payroll/month";
import { useQuery } from "@tanstack/react-query";

import { lazyComponent } from "../../platform/loading/lazy-component.ts";
import { confirm } from "../../platform/message/confirm.tsx";
import { notifySuccess } from "../../platform/message/notify.tsx";
import { succeeds } from "../../platform/mutation.ts";
import { Money } from "../../ui/money.tsx";
import type { Column } from "../../ui/table/column.ts";
import {
  openingFiguresQuery,
  pathOf,
  useEmployeeChange,
  type EmployeeTabProps,
  type OpeningFigures,
} from "../data.ts";
import { EditablePanel } from "./editable-panel.tsx";

const OpeningFiguresDialog = lazyComponent(
  () => import("./opening-figures-dialog.tsx"),
  "OpeningFiguresDialog",
);

const amounts = [
  ["gross", "Earned", "amount"],
  ["benefits", "Benefits", "none"],
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
    cell: ({ [key]: amount }) =>
      amount === null ? <span aria-label="not stated">–</span> : <Money amount={amount} />,
  })),
];

/** An employee's pay and deductions in a year from before payroll was run in Kontor. */
export function OpeningFiguresPanel({ employee }: EmployeeTabProps) {
  return (
    <EditablePanel
      title="Opening Figures"
      about="Pay and deductions from earlier in the year, before payroll moved to Kontor. They count towards tax for the rest of the year. What was earned is pay in money. The taxed value of benefits in kind, if it is entered, settles these months; otherwise their records count from January. For many employees, import them from a file."
      query={useQuery(openingFiguresQuery(pathOf(employee)))}
      what="The figures"
      columns={columns}
      rowKey={({ year }) => year}
      rowName={({ year }) => String(year)}
      empty="None"
      add="Add Figures"
      onRemove={useRemove(employee)}
      renderDialog={(figures, onExited) => (
        <OpeningFiguresDialog employee={employee} figures={figures} onExited={onExited} />
      )}
    />
  );
}

function useRemove(employee: EmployeeTabProps["employee"]) {
  const { mutateAsync } = useEmployeeChange(removeOpeningFigures);
  return async ({ year }: OpeningFigures) => {
    const detail = "Tax for the year will be calculated without them.";
    if (!(await confirm(`Remove the figures for ${year}?`, detail))) return;
    const input = { ...pathOf(employee), year };
    if (await succeeds(mutateAsync({ input }))) notifySuccess("Figures removed successfully..");
  };
}
