import { suspendEmployee } from "@kontor/contract/employees/leaving";
import { line } from "@kontor/contract/wire/text";

import { ReasonField } from "../../ui/reason/reason-field.tsx";
import { pathOf, useEmployeeChange } from "../data.ts";
import { SectionDialog, useSectionEdit, type EmployeeDialogProps } from "../section-edit.tsx";

type SuspendValues = { reason: string };

/** Suspends an employee. */
export function SuspendDialog({ employee, onExited }: EmployeeDialogProps) {
  const { mutateAsync } = useEmployeeChange(suspendEmployee);
  const section = useSectionEdit<SuspendValues>({
    name: "suspension",
    employee,
    valuesOf: () => ({ reason: "" }),
    schemas: { reason: line("the reason", 300) },
    save: ({ reason }, version) =>
      mutateAsync({ input: { ...pathOf(employee), suspended: true, reason, version } }),
    done: "Employee suspended successfully..",
  });
  return (
    <SectionDialog section={section} title="Suspend Employee" submit="Suspend" onExited={onExited}>
      <ReasonField {...section.fieldProps("reason")} data-autofocus />
    </SectionDialog>
  );
}
