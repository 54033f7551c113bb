import type { ReactNode } from "react";
import type { z } from "zod";

import { notifySuccess } from "../../platform/message/notify.tsx";
import { DialogForm, useDialogForm } from "../form/form-dialog.tsx";
import { ReasonField } from "./reason-field.tsx";

type ReasonDialogProps = {
  title: string;
  /** The label of the submit button. */
  submit: string;
  /** What is done, and to which record: names the reason that this device keeps while it is written. */
  draft: string;
  /** The contract's schema of the reason. */
  schema: z.ZodType;
  /** Who reads the reason, or its consequences. */
  description?: string;
  /** The longest reason, in characters. */
  limit?: number;
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
  const { title, submit, draft, schema, description, limit, optional = false } = props;
  const { send, done, onExited, children } = props;
  const edit = useDialogForm({
    name: "reason",
    draft,
    initialValues: { reason: "" },
    schemas: { reason: schema },
    save: ({ reason }) => send(reason.trim()),
    onSaved: () => notifySuccess(done),
  });
  const { fieldProps } = edit;
  return (
    <DialogForm edit={edit} what="this reason" onExited={onExited} title={title} submit={submit}>
      {children}
      <ReasonField
        {...fieldProps("reason")}
        required={!optional}
        data-autofocus
        {...(description === undefined ? {} : { description })}
        {...(limit === undefined ? {} : { limit })}
      />
    </DialogForm>
  );
}
