import type { ReactNode } from "react";
import type { z } from "zod";

import { useContractForm } from "../../platform/form/contract-form.ts";
import { useSubmit } from "../../platform/form/use-submit.ts";
import { notifySuccess } from "../../platform/message/notify.tsx";
import { DialogActions, FormDialog, useFormDialog } from "../form/form-dialog.tsx";
import { KeptDraftNotice } from "../form/found-draft.tsx";
import { ReasonField } from "./reason-field.tsx";

import classes from "./reason-dialog.module.css";

type ReasonDialogProps = {
  title: string;
  /** What the submit button says. */
  submit: string;
  /** What is done, and to which record: names the reason that this device keeps while it is written. */
  draft: string;
  /** The contract's schema of the reason. */
  schema: z.ZodType;
  /** Who reads the reason, or what follows from it. */
  description?: string;
  /** The longest reason, in characters. */
  maxLength?: number;
  /** It may be left empty. */
  optional?: boolean;
  send: (reason: string) => Promise<unknown>;
  /** The message when it is done. */
  done: string;
  onExited: () => void;
  /** What will be done, above the reason. */
  children?: ReactNode;
};

/** Asks why something is done before it is done. */
export function ReasonDialog(props: ReasonDialogProps) {
  const { title, submit, draft, schema, description, maxLength, optional = false } = props;
  const { send, done, onExited, children } = props;
  const { form, fieldProps, refuse, kept } = useContractForm({
    name: "reason",
    initialValues: { reason: "" },
    schemas: { reason: schema },
    draft,
  });
  const { onSubmit, saving } = useSubmit({
    form,
    refuse,
    save: async ({ reason }) => {
      await send(reason.trim());
      kept.forget();
      notifySuccess(done);
      dialog.close();
    },
  });
  const dialog = useFormDialog(form, saving);
  return (
    <FormDialog dialog={dialog} onExited={onExited} title={title}>
      <form noValidate onSubmit={onSubmit} className={classes.form}>
        <KeptDraftNotice what="this reason" kept={kept} />
        {children}
        <ReasonField
          {...fieldProps("reason")}
          required={!optional}
          data-autofocus
          {...(description === undefined ? {} : { description })}
          {...(maxLength === undefined ? {} : { maxLength })}
        />
        <DialogActions dialog={dialog} submit={submit} />
      </form>
    </FormDialog>
  );
}
