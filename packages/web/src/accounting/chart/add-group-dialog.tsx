import {
  ACCOUNT_CLASSES,
  classLabel,
  isAccountClass,
  suggestedCashFlow,
  type CashFlow,
} from "@kontor/books/account-code";
import { addGroup as addGroupEndpoint } from "@kontor/contract/accounting/groups";
import { useState } from "react";

import { notifySuccess } from "../../platform/message/notify.tsx";
import {
  allOrganizations,
  useOrganizationChoice,
} from "../../platform/organization/scope-filter.ts";
import { useHasManyOrganizations } from "../../session/data.ts";
import { DialogForm, useDialogForm } from "../../ui/form/form-dialog.tsx";
import { LineInput } from "../../ui/form/line-input.tsx";
import { ChoiceSelect } from "../../ui/select/choice-select.tsx";
import { useAddGroup } from "../mutations.ts";
import { OrganizationPicker } from "../organization-scope.tsx";
import { CashFlowSelect } from "./cash-flow-select.tsx";

import classes from "../account-form.module.css";

type AddGroupDialogProps = {
  /** The organization of the page's filter; with 0 (all) the dialog asks for one. */
  tenantId: number;
  /** Called after the dialog has closed and disappeared. */
  onExited: () => void;
};

type GroupValues = {
  tenant_id: number | null;
  class: string | null;
  name: string;
  /** Null for what class and name suggest. */
  cash_flow: CashFlow | null;
};

/** Adds a group to a class of the chart; its code is allotted when it is saved. */
export function AddGroupDialog({ tenantId, onExited }: AddGroupDialogProps) {
  const keepsMany = useHasManyOrganizations();
  const chosen = useOrganizationChoice();
  const addGroup = useAddGroup();
  const [organization, setOrganization] = useState(
    tenantId === allOrganizations ? null : { tenantId, name: chosen.name },
  );
  const edit = useDialogForm<GroupValues>({
    name: "group",
    draft: `new:${tenantId}`,
    // The organization is not part of the draft, so that an old choice cannot put a group into the
    // wrong chart.
    withheld: ["tenant_id"],
    initialValues: { tenant_id: tenantId || null, class: null, name: "", cash_flow: null },
    schemas: { name: addGroupEndpoint.body.shape.name },
    rules: {
      tenant_id: (value) => (keepsMany && value === null ? "Choose an organization." : undefined),
      class: (value) => (value !== null && isAccountClass(value) ? undefined : "Choose a class."),
    },
    save: async ({ tenant_id, class: accountClass, name, cash_flow }, submits) => {
      if (accountClass === null || !isAccountClass(accountClass)) return false;
      const input = {
        tenant_id: tenant_id ?? undefined,
        class: accountClass,
        name,
        cash_flow: cash_flow ?? suggestedCashFlow(accountClass, name),
      };
      return addGroup.mutateAsync({ input, submits });
    },
    onSaved: () => notifySuccess("Group added successfully.."),
  });
  const { form, fieldProps } = edit;
  const { class: chosenClass, name, cash_flow } = form.values;
  return (
    <DialogForm
      edit={edit}
      what="this group"
      onExited={onExited}
      title="Add Group"
      submit="Save Group"
    >
      {keepsMany && (
        <OrganizationPicker
          path={fieldProps("tenant_id")["data-path"]}
          error={form.errors["tenant_id"]}
          selected={organization}
          onSelect={(choice) => {
            setOrganization(choice);
            form.setFieldValue("tenant_id", choice?.tenantId ?? null);
          }}
        />
      )}
      <ChoiceSelect
        {...fieldProps("class")}
        onChange={(value: string | null) => {
          form.setFieldValue("class", value);
          // What was chosen for another class may not be possible for this one.
          form.setFieldValue("cash_flow", null);
        }}
        label="Class"
        placeholder="Choose a class"
        nothingFoundMessage="No class found"
        data-autofocus={tenantId !== allOrganizations || undefined}
        data={ACCOUNT_CLASSES.map((each) => ({
          value: each,
          label: `${each} ${classLabel(each)}`,
        }))}
      />
      <LineInput {...fieldProps("name")} label="Group Name" limit={120} />
      {chosenClass !== null && isAccountClass(chosenClass) && (
        <CashFlowSelect
          {...fieldProps("cash_flow")}
          value={cash_flow ?? suggestedCashFlow(chosenClass, name)}
          accountClass={chosenClass}
          groupName={name}
        />
      )}
      <p className={classes.hint}>The group code is assigned when you save the group.</p>
    </DialogForm>
  );
}
