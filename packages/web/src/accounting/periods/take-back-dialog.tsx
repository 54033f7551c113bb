import { takeBackYearEnd, type yearClosing } from "@kontor/contract/accounting/periods";
import { formatDate } from "@kontor/contract/format";
import { Textarea } from "@mantine/core";
import type { z } from "zod";

import { useContractForm } from "../../platform/form/contract-form.ts";
import { useSubmit } from "../../platform/form/use-submit.ts";
import { notifySuccess } from "../../platform/message/notify.tsx";
import { DialogActions, FormDialog, useFormDialog } from "../../ui/form/form-dialog.tsx";
import { useTakeBackYearEnd } from "../mutations.ts";

import classes from "./periods.module.css";

type TakeBackDialogProps = {
  tenantId: number;
  closing: z.output<typeof yearClosing>;
  onExited: () => void;
};

/** Takes a year-end back by an entry with the sides swapped. */
export function TakeBackDialog({ tenantId, closing, onExited }: TakeBackDialogProps) {
  const takeBack = useTakeBackYearEnd();
  const { form, fieldProps, refuse } = useContractForm({
    name: "take-back",
    initialValues: { reason: "" },
    schemas: takeBackYearEnd.body.pick({ reason: true }).shape,
  });
  const { onSubmit, saving } = useSubmit({
    form,
    refuse,
    save: async ({ reason }) => {
      await takeBack.mutateAsync({ input: { tenant_id: tenantId, id: closing.id, reason } });
      notifySuccess("Year-end taken back successfully..");
      dialog.close();
    },
  });
  const dialog = useFormDialog(form, saving);
  return (
    <FormDialog dialog={dialog} onExited={onExited} title="Take Back Year-end">
      <form noValidate onSubmit={onSubmit} className={classes.stack}>
        <p className={classes.plain}>
          An entry with the sides of {closing.ent_number} swapped is posted on{" "}
          {formatDate(closing.year_end)}. The year stays locked until somebody opens it.
        </p>
        <Textarea
          {...fieldProps("reason")}
          label="Reason"
          autosize
          minRows={2}
          maxLength={300}
          required
          withAsterisk={false}
          data-autofocus
        />
        <DialogActions dialog={dialog} submit="Take Back" />
      </form>
    </FormDialog>
  );
}
