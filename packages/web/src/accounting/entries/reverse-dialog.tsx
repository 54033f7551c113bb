import type { entry } from "@kontor/contract/accounting/entries";
import { reverseEntry } from "@kontor/contract/accounting/periods";
import { useNavigate } from "@tanstack/react-router";
import type { z } from "zod";

import { notifySuccess } from "../../platform/message/notify.tsx";
import { DateInput } from "../../ui/date/date-input.tsx";
import { DialogForm, useDialogForm } from "../../ui/form/form-dialog.tsx";
import { nothingLeft } from "../../ui/reason/reason-dialog.tsx";
import { ReasonField } from "../../ui/reason/reason-field.tsx";
import { entryAddress } from "../entry-screens.ts";
import { useReverseEntry } from "../mutations.ts";

import classes from "./entry-form.module.css";

type ReverseDialogProps = { entry: z.output<typeof entry>; onExited: () => void };

type Posted = Parameters<typeof entryAddress>[0];
type ReverseValues = { entry_date: string | null; reason: string };

/** Reverses an entry by one with the sides swapped, and goes to it. */
export function ReverseDialog({ entry: original, onExited }: ReverseDialogProps) {
  const { id, tenant_id, ent_number } = original;
  const reverse = useReverseEntry();
  const navigate = useNavigate();
  const edit = useDialogForm<ReverseValues, Posted>({
    name: "reversal",
    draft: `${tenant_id}:${id}`,
    initialValues: { entry_date: null, reason: "" },
    schemas: reverseEntry.body.pick({ reason: true }).shape,
    save: ({ entry_date, reason }, submits) =>
      reverse.mutateAsync({ input: { tenant_id, id, entry_date, reason }, submits }),
    onSaved: async (posted) => {
      notifySuccess("Entry reversed successfully..");
      await navigate(entryAddress(posted));
    },
  });
  const { fieldProps } = edit;
  const { reversed_by } = original;
  return (
    <DialogForm
      edit={edit}
      what="this reversal"
      onExited={onExited}
      title={`Reverse ${ent_number}`}
      submit="Reverse Entry"
      meanwhile={
        reversed_by && nothingLeft(`${ent_number} was reversed by ${reversed_by.ent_number}.`)
      }
    >
      <p className={classes.plain}>
        This posts a linked entry with debits and credits swapped. Neither entry can be changed
        afterwards.
      </p>
      <DateInput
        {...fieldProps("entry_date")}
        label="Entry Date"
        minDate={original.date}
        description="Leave empty to use today, or a later date if the entry date or the locked period requires it."
        clearable
      />
      <ReasonField
        {...fieldProps("reason")}
        description="Shown in the narration of the reversal."
        data-autofocus
      />
    </DialogForm>
  );
}
