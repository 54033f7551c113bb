import { branchFields } from "@kontor/contract/branches";
import { Select, TextInput } from "@mantine/core";
import { useQuery } from "@tanstack/react-query";

import { useContractForm } from "../platform/form/contract-form.ts";
import { useSubmit } from "../platform/form/use-submit.ts";
import { notifySuccess } from "../platform/message/notify.tsx";
import { FieldGrid } from "../ui/form/field-grid.tsx";
import { DialogActions, FormDialog, useFormDialog } from "../ui/form/form-dialog.tsx";
import { statesQuery, useAddBranch, type OrganizationIds } from "./data.ts";

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
  const { form, fieldProps, refuse } = useContractForm<BranchValues>({
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
          <PlaceFields form={form} fieldProps={fieldProps} />
        </FieldGrid>
        <DialogActions dialog={dialog} submit="Submit" disabled={!form.isValid()} sticky />
      </form>
    </FormDialog>
  );
}

type BranchForm = Pick<ReturnType<typeof useContractForm<BranchValues>>, "form" | "fieldProps">;

/** The state and, of its own, the local government. */
function PlaceFields({ form, fieldProps }: BranchForm) {
  const states = useQuery(statesQuery());
  const { state_id, local_government_id } = form.values;
  const locals = states.data?.find(({ id }) => id === state_id)?.local_governments ?? [];
  const nothing = states.isError
    ? "The states could not be loaded."
    : states.data
      ? "Nothing found"
      : "Loading…";
  return (
    <>
      <Select
        {...fieldProps("state_id")}
        label="State"
        placeholder="Choose a state"
        searchable
        clearable
        clearButtonProps={{ "aria-label": "Clear state" }}
        data={choicesOf(states.data ?? [])}
        value={textOf(state_id)}
        nothingFoundMessage={nothing}
        onDropdownOpen={() => states.isError && void states.refetch()}
        onChange={(id: string | null) => {
          form.setFieldValue("state_id", idOf(id));
          form.setFieldValue("local_government_id", null);
        }}
      />
      <Select
        {...fieldProps("local_government_id")}
        label="Local Government"
        placeholder={state_id === null ? "Choose the state first" : "Choose a local government"}
        disabled={state_id === null}
        searchable
        clearable
        clearButtonProps={{ "aria-label": "Clear local government" }}
        data={choicesOf(locals)}
        value={textOf(local_government_id)}
        nothingFoundMessage={nothing}
        onChange={(id: string | null) => form.setFieldValue("local_government_id", idOf(id))}
      />
    </>
  );
}

function choicesOf(places: readonly { id: number; name: string }[]) {
  return places.map(({ id, name }) => ({ value: String(id), label: name }));
}

function textOf(id: number | null): string | null {
  return id === null ? null : String(id);
}

function idOf(text: string | null): number | null {
  return text === null ? null : Number(text);
}
