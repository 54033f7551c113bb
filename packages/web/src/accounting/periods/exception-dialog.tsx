import { grantLockException, longestException } from "@kontor/contract/accounting/periods";
import { NumberInput, TextInput } from "@mantine/core";

import { notifySuccess } from "../../platform/message/notify.tsx";
import { DialogForm, useDialogForm } from "../../ui/form/form-dialog.tsx";
import { ReasonField } from "../../ui/reason/reason-field.tsx";
import { useGrantLockException } from "../mutations.ts";

type ExceptionDialogProps = { tenantId: number; onExited: () => void };

type ExceptionValues = { email: string; hours: number | string; reason: string };

/** Allows one user to post in the locked period for some hours. */
export function ExceptionDialog({ tenantId, onExited }: ExceptionDialogProps) {
  const grant = useGrantLockException();
  const edit = useDialogForm<ExceptionValues>({
    name: "lock-exception",
    draft: String(tenantId),
    initialValues: { email: "", hours: 4, reason: "" },
    schemas: grantLockException.body.pick({ email: true, hours: true, reason: true }).shape,
    save: ({ email, hours, reason }) =>
      grant.mutateAsync({ input: { tenant_id: tenantId, email, hours: Number(hours), reason } }),
    onSaved: () => notifySuccess("Exception granted successfully.."),
  });
  const { fieldProps } = edit;
  return (
    <DialogForm
      edit={edit}
      what="this exception"
      onExited={onExited}
      title="Grant Exception"
      submit="Grant Exception"
    >
      <TextInput
        {...fieldProps("email")}
        label="Email"
        description="The email of a user who can post in these books."
        type="email"
        required
        withAsterisk={false}
        data-autofocus
      />
      <NumberInput
        {...fieldProps("hours")}
        label="Hours"
        description={`The exception ends after this many hours, at most ${longestException}.`}
        allowDecimal={false}
        min={1}
        max={longestException}
        clampBehavior="none"
        required
        withAsterisk={false}
      />
      <ReasonField {...fieldProps("reason")} />
    </DialogForm>
  );
}
