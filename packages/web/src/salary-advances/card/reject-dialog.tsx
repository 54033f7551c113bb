import { decideAdvance } from "@kontor/contract/salary-advances/decisions";
import { Textarea } from "@mantine/core";

import { useContractForm } from "../../platform/form/contract-form.ts";
import { useSubmit } from "../../platform/form/use-submit.ts";
import { notifySuccess } from "../../platform/message/notify.tsx";
import { DialogActions, FormDialog, useFormDialog } from "../../ui/form/form-dialog.tsx";

type RejectDialogProps = {
  /** Whose request it is. */
  name: string;
  reject: (reason: string) => Promise<unknown>;
  onExited: () => void;
};

/** Rejects a request, with the reason that the employee reads. */
export function RejectDialog({ name, reject, onExited }: RejectDialogProps) {
  const { form, fieldProps, refuse } = useContractForm({
    name: "rejection",
    initialValues: { reason: "" },
    schemas: decideAdvance.body.pick({ reason: true }).shape,
  });
  const { onSubmit, saving } = useSubmit({
    form,
    refuse,
    save: async ({ reason }) => {
      await reject(reason);
      notifySuccess("Salary advance rejected successfully..");
      dialog.close();
    },
  });
  const dialog = useFormDialog(form, saving);
  return (
    <FormDialog dialog={dialog} onExited={onExited} title="Reject Salary Advance">
      <form noValidate onSubmit={onSubmit}>
        <Textarea
          {...fieldProps("reason")}
          label="Reason"
          description={`Mailed to ${name} as it stands here.`}
          autosize
          minRows={2}
          maxRows={5}
          maxLength={300}
          data-autofocus
        />
        <DialogActions dialog={dialog} submit="Reject" />
      </form>
    </FormDialog>
  );
}
