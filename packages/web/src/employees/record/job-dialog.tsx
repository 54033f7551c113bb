import { jobFields, saveJob } from "@kontor/contract/employees/employees";
import { Autocomplete, Checkbox, Select, TextInput } from "@mantine/core";
import { useQuery } from "@tanstack/react-query";

import { DateInput } from "../../ui/form/date-input.tsx";
import { FieldGrid } from "../../ui/form/field-grid.tsx";
import { choicesQuery, pathOf, useEmployeeChange, type Employee } from "../data.ts";
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
  const { branch: _branch, ...values } = job;
  return values;
}

const needed = { required: true, withAsterisk: false };

/** Edits what somebody works as, where and since when. */
export function JobDialog({ employee, onExited }: EmployeeDialogProps) {
  const { mutateAsync } = useEmployeeChange(saveJob);
  const { tenant_id, company_id } = employee;
  const choices = useQuery(choicesQuery({ tenant_id, company_id })).data;
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
  // Until the branches are here, the present one stands there by its name.
  const branches =
    choices?.branches ?? (branch_id && branch ? [{ id: branch_id, name: branch }] : []);
  return (
    <SectionDialog section={section} title="Edit Job" onExited={onExited}>
      <FieldGrid>
        <TextInput
          {...fieldProps("staff_no")}
          {...needed}
          label="Staff Number"
          autoComplete="off"
          spellCheck={false}
          data-autofocus
        />
        <DateInput {...fieldProps("start_date")} {...needed} label="Start Date" />
        <Select
          {...fieldProps("branch_id")}
          label="Branch"
          placeholder="Choose a branch"
          searchable
          clearable
          clearButtonProps={{ "aria-label": "Clear branch" }}
          nothingFoundMessage="No branch found"
          data={branches.map(({ id, name }) => ({ value: String(id), label: name }))}
          value={branch_id === null ? null : String(branch_id)}
          onChange={(id: string | null) =>
            form.setFieldValue("branch_id", id === null ? null : Number(id))
          }
        />
        <Autocomplete
          {...fieldProps("department")}
          label="Department"
          data={choices?.departments ?? []}
        />
        <Autocomplete
          {...fieldProps("designation")}
          label="Designation"
          data={choices?.designations ?? []}
        />
        <Autocomplete {...fieldProps("grade")} label="Grade" data={choices?.grades ?? []} />
        <div data-wide>
          <Checkbox
            label="Worker in the sense of the Labour Act"
            description="Manual or clerical work, as its section 91 says."
            checked={worker}
            onChange={(event) => form.setFieldValue("worker", event.currentTarget.checked)}
          />
        </div>
      </FieldGrid>
    </SectionDialog>
  );
}
