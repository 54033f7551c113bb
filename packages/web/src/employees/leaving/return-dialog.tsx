import { returnToWork } from "@kontor/contract/employees/leaving";
import { Text } from "@mantine/core";

import { today } from "../../platform/clock.ts";
import { DateInput } from "../../ui/date/date-input.tsx";
import { pathOf, useEmployeeReturn } from "../data.ts";
import { SectionDialog, useSectionEdit, type EmployeeDialogProps } from "../section-edit.tsx";

type ReturnValues = { start_date: string | null };

/** Rehires a former employee. */
export function ReturnDialog({ employee, onExited }: EmployeeDialogProps) {
  const { mutateAsync } = useEmployeeReturn(returnToWork);
  const section = useSectionEdit<ReturnValues>({
    name: "return",
    employee,
    valuesOf: () => ({ start_date: today() }),
    schemas: returnToWork.body.pick({ start_date: true }).shape,
    save: ({ start_date }, version) =>
      mutateAsync({ input: { ...pathOf(employee), start_date: start_date ?? "", version } }),
    done: "Employed again successfully..",
  });
  return (
    <SectionDialog section={section} title="Employ Again" submit="Submit" onExited={onExited}>
      <Text size="sm" c="dimmed">
        The record and its history are kept. The employment that ended is listed as a previous one.
      </Text>
      <DateInput
        {...section.fieldProps("start_date")}
        label="Start Date"
        description="A day after the last day of work."
        required
        withAsterisk={false}
        data-autofocus
      />
    </SectionDialog>
  );
}
