import { personalFields, savePersonal } from "@kontor/contract/employees/employees";
import { asOneLine } from "@kontor/contract/wire/text";
import { Select } from "@mantine/core";

import { today } from "../../platform/clock.ts";
import { DateInput } from "../../ui/date/date-input.tsx";
import { FieldGrid } from "../../ui/form/field-grid.tsx";
import { PlaceFields } from "../../ui/form/place-fields.tsx";
import { pathOf, useEmployeeChange, type Employee } from "../data.ts";
import { genderLabels } from "../employee-texts.ts";
import { ContactFields, NameFields } from "../person-fields.tsx";
import { SectionDialog, useSectionEdit, type EmployeeDialogProps } from "../section-edit.tsx";

type PersonalValues = {
  first_name: string;
  middle_name: string;
  last_name: string;
  email: string;
  phone: string;
  birth_date: string | null;
  gender: "FEMALE" | "MALE" | null;
  state_id: number | null;
  local_government_id: number | null;
};

function valuesOf({ personal }: Employee): PersonalValues {
  const { state: _state, local_government: _local, email, ...values } = personal;
  // Older records may have tabs.
  return { ...values, middle_name: asOneLine(values.middle_name), email: email ?? "" };
}

const genders = Object.entries(genderLabels).map(([value, label]) => ({ value, label }));

/** Edits an employee's identity and address. */
export function PersonalDialog({ employee, onExited }: EmployeeDialogProps) {
  const { mutateAsync } = useEmployeeChange(savePersonal);
  const section = useSectionEdit<PersonalValues>({
    name: "personal",
    employee,
    valuesOf,
    schemas: personalFields,
    save: (values, version) =>
      mutateAsync({
        input: { ...pathOf(employee), ...values, email: values.email.trim() || null, version },
      }),
    done: "Personal details saved successfully..",
  });
  const { form, fieldProps } = section;
  return (
    <SectionDialog section={section} title="Edit Personal" onExited={onExited}>
      <FieldGrid>
        <NameFields textField={fieldProps} />
        <Select {...fieldProps("gender")} label="Gender" data={genders} clearable />
        <ContactFields textField={fieldProps} />
        <DateInput
          {...fieldProps("birth_date")}
          label="Birth Date"
          maxDate={today()}
          past
          clearable
        />
        <span />
        <PlaceFields
          stateLabel="State of Residence"
          state={fieldProps("state_id")}
          localGovernment={fieldProps("local_government_id")}
          set={(field, id) => form.setFieldValue(field, id)}
        />
      </FieldGrid>
    </SectionDialog>
  );
}
