import type { getEmployeeChoices } from "@kontor/contract/employees/employees";
import type { DataOf } from "@kontor/contract/endpoint";
import { Autocomplete } from "@mantine/core";

import { ChoiceSelect } from "../ui/select/choice-select.tsx";
import { noneOfferedText } from "./employee-texts.ts";
import { newDepartmentSentence } from "./new-department.ts";

type Choices = DataOf<typeof getEmployeeChoices>;

type JobFieldsProps = {
  /** The props of a text field, with its value and error. */
  textField: (name: "department" | "designation" | "grade") => {
    value: string;
    onChange: (value: string) => void;
  };
  branch: {
    /** The props of the field, without its value. */
    field: object;
    id: number | null;
    onSelect: (id: number | null) => void;
    /** The options until the organization's branches are loaded. */
    known?: readonly { id: number; name: string }[];
  };
  /** The organization's choices. */
  choices: { data: Choices | undefined; isError: boolean };
};

/** Where in the organization an employee works: branch, department, designation and grade. */
export function JobFields({ textField, branch, choices: query }: JobFieldsProps) {
  const choices = query.data;
  const department = textField("department");
  const branches = choices?.branches ?? branch.known ?? [];
  return (
    <>
      <ChoiceSelect
        {...branch.field}
        label="Branch"
        placeholder="Choose a branch"
        clearable
        clearButtonProps={{ "aria-label": "Clear branch" }}
        nothingFoundMessage={noneOfferedText("branch", query)}
        data={branches.map(({ id, name }) => ({ value: String(id), label: name }))}
        value={branch.id === null ? null : String(branch.id)}
        onChange={(id) => branch.onSelect(id === null ? null : Number(id))}
      />
      <Autocomplete
        {...department}
        label="Department"
        description={newDepartmentSentence(department.value, choices?.departments)}
        data={choices?.departments ?? []}
      />
      <Autocomplete
        {...textField("designation")}
        label="Designation"
        data={choices?.designations ?? []}
      />
      <Autocomplete {...textField("grade")} label="Grade" data={choices?.grades ?? []} />
    </>
  );
}
