import { branchFields } from "@kontor/contract/organizations/branches";
import { TextInput } from "@mantine/core";

import { notifySuccess } from "../../platform/message/notify.tsx";
import { FieldGrid } from "../../ui/form/field-grid.tsx";
import { DialogForm, useDialogForm } from "../../ui/form/form-dialog.tsx";
import { PlaceFields } from "../../ui/form/place-fields.tsx";
import { useAddBranch, type OrganizationIds } from "../data.ts";

type BranchValues = {
  name: string;
  code: string;
  address: string;
  state_id: number | null;
  local_government_id: number | null;
};

const blank: BranchValues = {
  name: "",
  code: "",
  address: "",
  state_id: null,
  local_government_id: null,
};

/** Adds a branch to an organization. */
export function BranchDialog({
  tenantId,
  companyId,
  onExited,
}: OrganizationIds & { onExited: () => void }) {
  const add = useAddBranch();
  const edit = useDialogForm<BranchValues>({
    name: "branch",
    draft: `${tenantId}:${companyId}`,
    initialValues: blank,
    schemas: branchFields,
    save: (values, submits) =>
      add.mutateAsync({
        input: { ...values, tenant_id: tenantId, company_id: companyId },
        submits,
      }),
    onSaved: () => notifySuccess("Branch added successfully.."),
  });
  const { form, fieldProps } = edit;
  return (
    <DialogForm
      edit={edit}
      what="this branch"
      onExited={onExited}
      title="Add Branch"
      submit="Submit"
      sticky
    >
      <FieldGrid>
        <TextInput
          {...fieldProps("name")}
          label="Name"
          required
          withAsterisk={false}
          data-autofocus
        />
        <TextInput
          {...fieldProps("code")}
          label="Code"
          placeholder="LAG-01"
          autoComplete="off"
          spellCheck={false}
        />
        <div data-wide>
          <TextInput {...fieldProps("address")} label="Address" />
        </div>
        <PlaceFields
          state={fieldProps("state_id")}
          localGovernment={fieldProps("local_government_id")}
          set={(field, id) => form.setFieldValue(field, id)}
        />
      </FieldGrid>
    </DialogForm>
  );
}
