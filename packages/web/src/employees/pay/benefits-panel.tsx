import { benefitKindTitles, removeBenefit } from "@kontor/contract/employees/benefits";
import { formatDate } from "@kontor/contract/format";
import { useQuery } from "@tanstack/react-query";

import { lazyComponent } from "../../platform/loading/lazy-component.ts";
import { confirm } from "../../platform/message/confirm.tsx";
import { notifySuccess } from "../../platform/message/notify.tsx";
import { succeeds } from "../../platform/mutation.ts";
import { Money } from "../../ui/money.tsx";
import type { Column } from "../../ui/table/column.ts";
import {
  benefitsQuery,
  pathOf,
  useEmployeeChange,
  type Benefit,
  type EmployeeTabProps,
} from "../data.ts";
import { EditablePanel } from "./editable-panel.tsx";

const BenefitDialog = lazyComponent(() => import("./benefit-dialog.tsx"), "BenefitDialog");

const columns: readonly Column<Benefit>[] = [
  { key: "name", header: "Benefit", phone: "what", wrap: true, cell: ({ name }) => name },
  { key: "kind", header: "Kind", phone: "detail", cell: ({ kind }) => benefitKindTitles[kind] },
  { key: "days", header: "Given", phone: "detail", cell: daysOf },
  {
    key: "value",
    header: "Cost or Yearly Value",
    kind: "money",
    align: "end",
    phone: "none",
    cell: ({ value }) => <Money amount={value} />,
  },
  {
    key: "monthly_value",
    header: "Taxed a Month",
    kind: "money",
    align: "end",
    phone: "amount",
    cell: ({ monthly_value }) => <Money amount={monthly_value} />,
  },
];

/** The benefits in kind, with the taxable value of each a month. */
export function BenefitsPanel({ employee }: EmployeeTabProps) {
  const query = useQuery(benefitsQuery(pathOf(employee)));
  const isHoused = query.data?.some(({ kind }) => kind === "HOUSING") ?? false;
  return (
    <EditablePanel
      title="Benefits in Kind"
      about={`Given besides money, such as a car or a home: taxed by PAYE, never paid. Meals for all staff, uniforms, work tools and the cost of moving for work are not taxed. For many employees, import them from a file.${isHoused ? " Living accommodation counts for at most 20% of gross." : ""}`}
      query={query}
      what="The benefits in kind"
      columns={columns}
      rowKey={({ id }) => id}
      rowName={({ name }) => name}
      empty="There are no benefits in kind"
      add="Add Benefit"
      onRemove={useRemove(employee)}
      renderDialog={(benefit, onExited) => (
        <BenefitDialog employee={employee} benefit={benefit} onExited={onExited} />
      )}
    />
  );
}

function useRemove(employee: EmployeeTabProps["employee"]) {
  const { mutateAsync } = useEmployeeChange(removeBenefit);
  return async ({ id, name }: Benefit) => {
    const consequence =
      "It counts as never given: the next payroll takes it out of the tax of this year. If it has only ended, edit it and enter its last day.";
    if (!(await confirm(`Remove ${name}?`, consequence))) return;
    const input = { ...pathOf(employee), benefit_id: id };
    if (await succeeds(mutateAsync({ input }))) notifySuccess("Benefit removed successfully..");
  };
}

/** "From 01 Mar 2026", "01 Mar 2026 to 30 Jun 2026". */
function daysOf({ from_date, to_date }: Benefit): string {
  const from = formatDate(from_date);
  return to_date === null ? `From ${from}` : `${from} to ${formatDate(to_date)}`;
}
