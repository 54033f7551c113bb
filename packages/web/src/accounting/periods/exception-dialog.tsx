import { grantLockException, longestException } from "@kontor/contract/accounting/periods";
import { NumberInput, TextInput } from "@mantine/core";

import { useContractForm } from "../../platform/form/contract-form.ts";
import { useSubmit } from "../../platform/form/use-submit.ts";
import { notifySuccess } from "../../platform/message/notify.tsx";
import { DialogActions, FormDialog, useFormDialog } from "../../ui/form/form-dialog.tsx";
import { ReasonField } from "../../ui/reason/reason-field.tsx";
import { useGrantLockException } from "../mutations.ts";

import classes from "./periods.module.css";

type ExceptionDialogProps = { tenantId: number; onExited: () => void };

type ExceptionValues = { email: string; hours: number | string; reason: string };

/** Lets one user post in the locked period for some hours. */
export function ExceptionDialog({ tenantId, onExited }: ExceptionDialogProps) {
  const grant = useGrantLockException();
  const { form, fieldProps, refuse } = useContractForm<ExceptionValues>({
    name: "lock-exception",
    initialValues: { email: "", hours: 4, reason: "" },
    schemas: grantLockException.body.pick({ email: true, hours: true, reason: true }).shape,
  });
  const { onSubmit, saving } = useSubmit<ExceptionValues>({
    form,
    refuse,
    save: async ({ email, hours, reason }) => {
      await grant.mutateAsync({
        input: { tenant_id: tenantId, email, hours: Number(hours), reason },
      });
      notifySuccess("Exception granted successfully..");
      dialog.close();
    },
  });
  const dialog = useFormDialog(form, saving);
  return (
    <FormDialog dialog={dialog} onExited={onExited} title="Grant Exception">
      <form noValidate onSubmit={onSubmit} className={classes.stack}>
        <TextInput
          {...fieldProps("email")}
          label="Email"
          description="Of a user who may post in these books."
          type="email"
          required
          withAsterisk={false}
          data-autofocus
        />
        <NumberInput
          {...fieldProps("hours")}
          label="Hours"
          description={`After so many hours it ends by itself, at most ${longestException}.`}
          allowDecimal={false}
          min={1}
          max={longestException}
          clampBehavior="none"
          required
          withAsterisk={false}
        />
        <ReasonField {...fieldProps("reason")} />
        <DialogActions dialog={dialog} submit="Grant Exception" />
      </form>
    </FormDialog>
  );
}
