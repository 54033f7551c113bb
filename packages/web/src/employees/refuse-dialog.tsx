import { line } from "@kontor/contract/wire";
import { Textarea } from "@mantine/core";

import { useContractForm } from "../platform/form/contract-form.ts";
import { useSubmit } from "../platform/form/use-submit.ts";
import { notifySuccess } from "../platform/message/notify.tsx";
import { DialogActions, FormDialog, useFormDialog } from "../ui/form/form-dialog.tsx";

type RefuseDialogProps = {
  title: string;
  submit?: string;
  refuse: (reason: string) => Promise<unknown>;
  /** The message when it is done. */
  done: string;
  onExited: () => void;
};

/** Asks why something is refused: who entered it is to know. */
export function RefuseDialog(props: RefuseDialogProps) {
  const { title, submit = "Refuse", refuse, done, onExited } = props;
  const contractForm = useContractForm<{ reason: string }>({
    name: "refusal",
    initialValues: { reason: "" },
    schemas: { reason: line("the reason", 300) },
  });
  const { form, fieldProps } = contractForm;
  const { onSubmit, saving } = useSubmit<{ reason: string }>({
    form,
    refuse: contractForm.refuse,
    save: async ({ reason }) => {
      await refuse(reason);
      notifySuccess(done);
      dialog.close();
    },
  });
  const dialog = useFormDialog(form, saving);
  return (
    <FormDialog dialog={dialog} onExited={onExited} title={title}>
      <form noValidate onSubmit={onSubmit}>
        <Textarea
          {...fieldProps("reason")}
          label="Reason"
          autosize
          minRows={2}
          maxRows={5}
          maxLength={300}
          required
          withAsterisk={false}
          data-autofocus
        />
        <DialogActions dialog={dialog} submit={submit} disabled={!form.isValid()} />
      </form>
    </FormDialog>
  );
}
