import { branchFields } from "@kontor/contract/organizations/branches";
import { TextInput } from "@mantine/core";

import { useContractForm } from "../../platform/form/contract-form.ts";
import { useSubmit } from "../../platform/form/use-submit.ts";
import { notifySuccess } from "../../platform/message/notify.tsx";
import { FieldGrid } from "../../ui/form/field-grid.tsx";
import { DialogActions, FormDialog, useFormDialog } from "../../ui/form/form-dialog.tsx";
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
  const { form, fieldProps, lacks, refuse } = useContractForm<BranchValues>({
    name: "branch",
    initialValues: blank,
    schemas: branchFields,
  });
  const { onSubmit, saving } = useSubmit<BranchValues>({
    form,
    refuse,
    save: async (values) => {
      await add.mutateAsync({ input: { ...values, tenant_id: tenantId, company_id: companyId } });
      notifySuccess("Branch added successfully..");
      dialog.close();
    },
  });
  const dialog = useFormDialog(form, saving);
  return (
    <FormDialog dialog={dialog} onExited={onExited} title="Add Branch">
      <form noValidate onSubmit={onSubmit}>
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
            onState={(id) => {
              form.setFieldValue("state_id", id);
              form.setFieldValue("local_government_id", null);
            }}
            onLocalGovernment={(id) => form.setFieldValue("local_government_id", id)}
          />
        </FieldGrid>
        <DialogActions dialog={dialog} submit="Submit" lacks={lacks()} sticky />
      </form>
    </FormDialog>
  );
}
