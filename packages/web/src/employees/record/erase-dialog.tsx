import { erasePersonalData } from "@kontor/contract/employees/personal-data";
import { Text, TextInput } from "@mantine/core";

import { notifySuccess } from "../../platform/message/notify.tsx";
import { DialogForm, useDialogForm } from "../../ui/form/form-dialog.tsx";
import { CurrentPasswordField } from "../../users/password-dialog.tsx";
import { pathOf, useEmployeeChange } from "../data.ts";
import { fullName } from "../employee-texts.ts";
import type { EmployeeDialogProps } from "../section-edit.tsx";

type EraseValues = { staff_no: string; password: string };

/**
 * Erases data that no law requires to be kept, after the user has typed the staff number and their
 * own password.
 */
export function EraseDialog({ employee, onExited }: EmployeeDialogProps) {
  const { mutateAsync } = useEmployeeChange(erasePersonalData);
  const edit = useDialogForm<EraseValues>({
    name: "erasure",
    draft: null,
    initialValues: { staff_no: "", password: "" },
    schemas: erasePersonalData.body.shape,
    save: (values) => mutateAsync({ input: { ...pathOf(employee), ...values } }),
    onSaved: () => notifySuccess("Personal data erased successfully.."),
  });
  const { fieldProps } = edit;
  return (
    <DialogForm
      edit={edit}
      what="this erasure"
      onExited={onExited}
      title="Erase Personal Data"
      submit="Erase Permanently"
    >
      <Text size="sm">
        The email, phone number, gender, local government, bank accounts, emails sent, imported rows
        and portal access of <strong>{fullName(employee.personal)}</strong> are erased now and
        cannot be recovered. The rest of the record, including pay and payslips, is kept for six
        years after the year of the last pay, as the law requires, and is then erased automatically.
      </Text>
      <TextInput
        {...fieldProps("staff_no")}
        label="Staff Number"
        description={`Type ${employee.job.staff_no} to confirm.`}
        autoComplete="off"
        spellCheck={false}
        required
        withAsterisk={false}
        data-autofocus
      />
      <CurrentPasswordField
        {...fieldProps("password")}
        description="Enter your password to confirm that it is you."
      />
    </DialogForm>
  );
}
