import { erasePersonalData } from "@kontor/contract/employees/personal-data";
import { Text, TextInput } from "@mantine/core";

import { useContractForm } from "../../platform/form/contract-form.ts";
import { useSubmit } from "../../platform/form/use-submit.ts";
import { notifySuccess } from "../../platform/message/notify.tsx";
import { DialogActions, FormDialog, useFormDialog } from "../../ui/form/form-dialog.tsx";
import { OwnPassword } from "../../users/password-dialog.tsx";
import { pathOf, useEmployeeChange } from "../data.ts";
import type { EmployeeDialogProps } from "../section-edit.tsx";
import { fullName } from "../words.ts";

import classes from "./employee-page.module.css";

type EraseValues = { staff_no: string; password: string };

/** Erases what no law asks to keep, by somebody who types whose it is and proves who they are. */
export function EraseDialog({ employee, onExited }: EmployeeDialogProps) {
  const { mutateAsync } = useEmployeeChange(erasePersonalData);
  const { form, fieldProps, refuse } = useContractForm<EraseValues>({
    name: "erasure",
    initialValues: { staff_no: "", password: "" },
    schemas: erasePersonalData.body.shape,
  });
  const { onSubmit, saving } = useSubmit<EraseValues>({
    form,
    refuse,
    save: async (values) => {
      await mutateAsync({ input: { ...pathOf(employee), ...values } });
      notifySuccess("Personal data erased successfully..");
      dialog.close();
    },
  });
  const dialog = useFormDialog(form, saving);
  return (
    <FormDialog dialog={dialog} onExited={onExited} title="Erase Personal Data">
      <form noValidate className={classes.erase} onSubmit={onSubmit}>
        <Text size="sm">
          Contact, gender, local government, bank accounts, mails, the access to the portal and rows
          of imports of <strong>{fullName(employee.personal)}</strong> are erased. This cannot be
          undone.
        </Text>
        <TextInput
          {...fieldProps("staff_no")}
          label="Staff Number"
          description={`Type ${employee.job.staff_no}, so that it is nobody else.`}
          autoComplete="off"
          spellCheck={false}
          required
          withAsterisk={false}
          data-autofocus
        />
        <OwnPassword {...fieldProps("password")} />
        <DialogActions dialog={dialog} submit="Erase" disabled={!form.isValid()} />
      </form>
    </FormDialog>
  );
}
