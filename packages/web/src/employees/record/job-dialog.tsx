import { jobFields, saveJob } from "@kontor/contract/employees/employees";
import { asOneLine } from "@kontor/contract/wire/text";
import { Checkbox, TextInput } from "@mantine/core";
import { useQuery } from "@tanstack/react-query";

import { DateInput } from "../../ui/date/date-input.tsx";
import { FieldGrid } from "../../ui/form/field-grid.tsx";
import { choicesQuery, pathOf, useEmployeeChange, type Employee } from "../data.ts";
import { JobFields } from "../job-fields.tsx";
import { SectionDialog, useSectionEdit, type EmployeeDialogProps } from "../section-edit.tsx";

type JobValues = {
  staff_no: string;
  branch_id: number | null;
  department: string;
  designation: string;
  grade: string;
  worker: boolean;
  start_date: string | null;
};

function valuesOf({ job }: Employee): JobValues {
  const { branch: _branch, department, designation, grade, ...values } = job;
  return {
    ...values,
    // Older records may have tabs.
    department: asOneLine(department),
    designation: asOneLine(designation),
    grade: asOneLine(grade),
  };
}

const requiredProps = { required: true, withAsterisk: false };

/** Edits an employee's job, branch and start. */
export function JobDialog({ employee, onExited }: EmployeeDialogProps) {
  const { mutateAsync } = useEmployeeChange(saveJob);
  const { tenant_id, company_id } = employee;
  const choices = useQuery(choicesQuery({ tenant_id, company_id }));
  const section = useSectionEdit<JobValues>({
    name: "job",
    employee,
    valuesOf,
    schemas: jobFields,
    save: ({ start_date, ...values }, version) =>
      mutateAsync({
        input: { ...pathOf(employee), ...values, start_date: start_date ?? "", version },
      }),
    done: "Job saved successfully..",
  });
  const { form, fieldProps } = section;
  const { worker, branch_id } = form.values;
  const { branch } = employee.job;
  return (
    <SectionDialog section={section} title="Edit Job" onExited={onExited}>
      <FieldGrid>
        <TextInput
          {...fieldProps("staff_no")}
          {...requiredProps}
          label="Staff Number"
          autoComplete="off"
          spellCheck={false}
          data-autofocus
        />
        <DateInput {...fieldProps("start_date")} {...requiredProps} label="Start Date" />
        <JobFields
          textField={fieldProps}
          branch={{
            field: fieldProps("branch_id"),
            id: branch_id,
            onSelect: (id) => form.setFieldValue("branch_id", id),
            known: branch_id && branch ? [{ id: branch_id, name: branch }] : [],
          }}
          choices={choices}
        />
        <div data-wide>
          <Checkbox
            label="Worker under the Labour Act"
            description="Does manual or clerical work, as defined in section 91."
            checked={worker}
            onChange={(event) => form.setFieldValue("worker", event.currentTarget.checked)}
          />
        </div>
      </FieldGrid>
    </SectionDialog>
  );
}
