import { correctAccountName } from "@kontor/contract/employees/bank";
import { Text, TextInput } from "@mantine/core";

import { notifySuccess } from "../../platform/message/notify.tsx";
import { DialogForm, useDialogForm } from "../../ui/form/form-dialog.tsx";
import { pathOf, useEmployeeChange, type Employee } from "../data.ts";
import type { EmployeeDialogProps } from "../section-edit.tsx";
import { NameAtBank } from "./name-at-bank.tsx";

import classes from "./bank.module.css";

type AccountNameDialogProps = EmployeeDialogProps & { bank: NonNullable<Employee["bank"]> };

/** Corrects the name on the present account, without its number. A second person confirms it. */
export function AccountNameDialog({ employee, bank, onExited }: AccountNameDialogProps) {
  const change = useEmployeeChange(correctAccountName);
  const { account_number, account_name, bank_name, provider_name } = bank;
  const edit = useDialogForm({
    name: "account-name",
    draft: `${employee.tenant_id}:${employee.id}`,
    initialValues: { account_name },
    schemas: correctAccountName.body.shape,
    save: (values) => change.mutateAsync({ input: { ...pathOf(employee), ...values } }),
    onSaved: () => notifySuccess("Account name submitted for confirmation by a second person.."),
  });
  const { form, fieldProps } = edit;
  return (
    <DialogForm
      edit={edit}
      what="this name"
      onExited={onExited}
      title="Correct Account Name"
      submit="Submit"
    >
      <Text size="sm" c="dimmed">
        This is the name on {bank_name} {account_number}. It stays as it is until a second person
        confirms the new one. The employee is notified by email.
      </Text>
      <TextInput
        {...fieldProps("account_name")}
        label="Account Name"
        autoComplete="off"
        spellCheck={false}
        required
        withAsterisk={false}
        data-autofocus
      />
      {provider_name !== null && (
        <div data-surface="inset" className={classes.answer}>
          <NameAtBank
            known={provider_name}
            entered={form.values.account_name}
            onUse={(name) => form.setFieldValue("account_name", name)}
          />
        </div>
      )}
    </DialogForm>
  );
}
