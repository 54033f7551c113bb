import { formatMoney } from "@kontor/contract/format";
import { revocationFields, revokeApproval } from "@kontor/contract/salary-advances/decisions";
import { Textarea } from "@mantine/core";

import { useContractForm } from "../../platform/form/contract-form.ts";
import { useSubmit } from "../../platform/form/use-submit.ts";
import { notifySuccess } from "../../platform/message/notify.tsx";
import { DialogActions, FormDialog, useFormDialog } from "../../ui/form/form-dialog.tsx";
import { pathOf, useAdvanceChange, type SalaryAdvance } from "../data.ts";

import classes from "./card.module.css";

type RevokeDialogProps = { advance: SalaryAdvance; onExited: () => void };

/** Takes the approval of an advance back that has not been paid out; the employee reads why. */
export function RevokeDialog({ advance, onExited }: RevokeDialogProps) {
  const { emp_name, amount } = advance;
  const revoke = useAdvanceChange(revokeApproval);
  const { form, fieldProps, refuse } = useContractForm({
    name: "revocation",
    initialValues: { reason: "" },
    schemas: revocationFields,
  });
  const { onSubmit, saving } = useSubmit({
    form,
    refuse,
    save: async ({ reason }) => {
      await revoke({ ...pathOf(advance), reason });
      notifySuccess("Approval revoked successfully..");
      dialog.close();
    },
  });
  const dialog = useFormDialog(form, saving);
  return (
    <FormDialog dialog={dialog} onExited={onExited} title="Revoke Approval">
      <form noValidate onSubmit={onSubmit} className={classes.stack}>
        <p className={classes.plain}>
          {formatMoney(amount)} will not be sent, and no longer counts against the wallet and the
          limit of {emp_name}. The request ends as rejected; {emp_name} may ask again.
        </p>
        <Textarea
          {...fieldProps("reason")}
          label="Reason"
          description={`Mailed to ${emp_name} as it stands here.`}
          autosize
          minRows={2}
          maxRows={5}
          maxLength={300}
          required
          withAsterisk={false}
          data-autofocus
        />
        <DialogActions dialog={dialog} submit="Revoke Approval" />
      </form>
    </FormDialog>
  );
}
