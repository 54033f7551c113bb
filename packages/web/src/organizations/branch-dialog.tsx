import { branchFields } from "@kontor/contract/branches";
import { Button, Select, TextInput } from "@mantine/core";
import { useQuery } from "@tanstack/react-query";
import { useState } from "react";

import { useContractForm } from "../platform/form/contract-form.ts";
import { focusFirstError } from "../platform/form/forms.ts";
import { confirmLeaving, useDirtyGuard } from "../platform/form/use-dirty-guard.ts";
import { notifySuccess } from "../platform/message/notify.tsx";
import { FormActions, FormDialog } from "../ui/form/form-dialog.tsx";
import { statesQuery, useAddBranch, type OrganizationIds } from "./data.ts";

import classes from "./organization-dialog.module.css";

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
  const [opened, setOpened] = useState(true);
  const add = useAddBranch();
  const { form, fieldProps, refuse } = useContractForm<BranchValues>({
    name: "branch",
    initialValues: blank,
    schemas: branchFields,
  });
  useDirtyGuard(() => opened && form.isDirty());
  const close = async () => {
    if (add.isPending || (form.isDirty() && !(await confirmLeaving()))) return;
    setOpened(false);
  };
  const submit = async (values: BranchValues) => {
    if (add.isPending) return;
    try {
      await add.mutateAsync({ input: { ...values, tenant_id: tenantId, company_id: companyId } });
    } catch (error) {
      refuse(error);
      return;
    }
    notifySuccess("Branch added successfully..");
    setOpened(false);
  };
  return (
    <FormDialog opened={opened} onClose={() => void close()} onExited={onExited} title="Add Branch">
      <form
        noValidate
        onSubmit={form.onSubmit((values) => void submit(values), focusFirstError(form))}
      >
        <div className={classes.fields}>
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
          <TextInput {...fieldProps("address")} label="Address" className={classes.wide} />
          <PlaceFields form={form} fieldProps={fieldProps} />
        </div>
        <FormActions sticky>
          <Button variant="default" disabled={add.isPending} onClick={() => void close()}>
            Cancel
          </Button>
          <Button type="submit" disabled={!form.isValid()} loading={add.isPending}>
            Submit
          </Button>
        </FormActions>
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
