import { addEmployee, jobFields, personalFields } from "@kontor/contract/employees/employees";
import { TextInput } from "@mantine/core";
import { useQuery } from "@tanstack/react-query";
import { useNavigate } from "@tanstack/react-router";
import { useEffect, useEffectEvent, useState } from "react";

import { OrganizationPicker } from "../../accounting/organization-scope.tsx";
import { today } from "../../platform/clock.ts";
import { notifySuccess } from "../../platform/message/notify.tsx";
import { organizationIdentityQuery } from "../../platform/organization/choices.ts";
import {
  allOrganizations,
  type OrganizationChoice,
} from "../../platform/organization/scope-filter.ts";
import { DateInput } from "../../ui/date/date-input.tsx";
import { FieldGrid } from "../../ui/form/field-grid.tsx";
import { DialogForm, useDialogForm } from "../../ui/form/form-dialog.tsx";
import { choicesQuery, useEmployeeChange } from "../data.ts";
import { JobFields } from "../job-fields.tsx";
import { ContactFields, NameFields } from "../person-fields.tsx";

type AddValues = {
  organization: OrganizationChoice | null;
  first_name: string;
  middle_name: string;
  last_name: string;
  staff_no: string;
  start_date: string | null;
  email: string;
  phone: string;
  branch_id: number | null;
  department: string;
  designation: string;
  grade: string;
};

type AddForm = ReturnType<typeof useDialogForm<AddValues>>;

const requiredProps = { required: true, withAsterisk: false };

function blankFor(tenantId: number): AddValues {
  return {
    organization: tenantId === allOrganizations ? null : { tenantId, name: "" },
    first_name: "",
    middle_name: "",
    last_name: "",
    staff_no: "",
    start_date: today(),
    email: "",
    phone: "",
    branch_id: null,
    department: "",
    designation: "",
    grade: "",
  };
}

type AddEmployeeDialogProps = {
  /** The organization of the list's filter; with 0 (all) the dialog asks for one. */
  tenantId: number;
  onExited: () => void;
};

/**
 * Adds an employee with the facts that everybody has from the first day. The rest is entered on the
 * employee's page, which opens next.
 */
export function AddEmployeeDialog({ tenantId, onExited }: AddEmployeeDialogProps) {
  const add = useEmployeeChange(addEmployee);
  const navigate = useNavigate();
  const [blank] = useState(() => blankFor(tenantId));
  const edit = useDialogForm<AddValues, { tenant_id: number; id: number }>({
    name: "employee",
    draft: `new:${tenantId}`,
    initialValues: blank,
    schemas: { ...personalFields, ...jobFields },
    rules: { organization: (value) => (value ? undefined : "Choose the organization.") },
    save: async ({ organization: _organization, start_date, ...values }, submits) => {
      if (start_date === null || company === undefined) return false;
      const input = { ...values, ...company, start_date, email: values.email.trim() || null };
      return add.mutateAsync({ input, submits });
    },
    onSaved: async ({ tenant_id, id }) => {
      notifySuccess("Employee added successfully..");
      await navigate({
        to: "/app/employees/$tenant_id/$employee_id",
        params: { tenant_id: String(tenant_id), employee_id: String(id) },
      });
    },
  });
  const company = useCompany(edit.form.values.organization);
  return (
    <DialogForm
      edit={edit}
      what="this employee"
      onExited={onExited}
      title="Add Employee"
      submit="Submit"
      missing={edit.missing() ?? (company === undefined ? "Loading the organization." : null)}
      sticky
    >
      <AddFields {...edit} company={company} asksOrganization={blank.organization === null} />
    </DialogForm>
  );
}

/** The ids by which calls name a chosen organization. */
function useCompany(organization: OrganizationChoice | null) {
  const tenant_id = organization?.tenantId ?? allOrganizations;
  const found = useQuery({
    ...organizationIdentityQuery(tenant_id),
    enabled: tenant_id !== allOrganizations,
  }).data;
  return organization && found ? { tenant_id, company_id: found.companyId } : undefined;
}

type AddFieldsProps = AddForm & {
  company: { tenant_id: number; company_id: number } | undefined;
  asksOrganization: boolean;
};

function AddFields({ form, fieldProps, company, asksOrganization }: AddFieldsProps) {
  const choices = useQuery({
    ...choicesQuery(company ?? { tenant_id: 0, company_id: 0 }),
    enabled: company !== undefined,
  });
  const proposed = choices.data?.next_staff_no;
  const propose = useEffectEvent((staff_no: string) => {
    if (form.isTouched("staff_no") && form.getValues().staff_no !== "") return;
    // A proposed value was not typed, so it may be lost without a confirmation.
    form.setInitialValues({ ...form.getInitialValues(), staff_no });
    form.setFieldValue("staff_no", staff_no);
  });
  useEffect(() => {
    if (proposed !== undefined) propose(proposed);
  }, [proposed]);
  return (
    <FieldGrid>
      {asksOrganization && (
        <div data-wide>
          <OrganizationPicker
            selected={form.values.organization}
            onSelect={(organization) => {
              form.setFieldValue("organization", organization);
              form.setFieldValue("branch_id", null);
            }}
            error={form.errors["organization"]}
            path={fieldProps("organization")["data-path"]}
          />
        </div>
      )}
      <NameFields textField={fieldProps} />
      <TextInput
        {...fieldProps("staff_no")}
        {...requiredProps}
        label="Staff Number"
        placeholder="NBX-0012"
        autoComplete="off"
        spellCheck={false}
      />
      <DateInput {...fieldProps("start_date")} {...requiredProps} label="Start Date" />
      <ContactFields textField={fieldProps} />
      <JobFields
        textField={fieldProps}
        branch={{
          field: fieldProps("branch_id"),
          id: form.values.branch_id,
          onSelect: (id) => form.setFieldValue("branch_id", id),
        }}
        choices={choices}
      />
    </FieldGrid>
  );
}
