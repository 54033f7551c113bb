import type { ReactNode } from "react";
import type { z } from "zod";

import { notifySuccess } from "../../platform/message/notify.tsx";
import type { PendingSubmitStore } from "../../platform/submit-key.ts";
import { DialogForm, useDialogForm, type Meanwhile } from "../form/form-dialog.tsx";
import { ReasonField } from "./reason-field.tsx";

type ReasonDialogProps = {
  title: string;
  /** The label of the submit button. */
  submit: string;
  /** The action and its record. It names the draft of the reason on this device. */
  draft: string;
  /** The contract's schema of the reason. */
  schema: z.ZodType;
  /** Who reads the reason, or what follows from it. */
  description?: string;
  /** The maximum length of the reason, in characters. */
  limit?: number;
  /** The reason may be left empty. */
  optional?: boolean;
  /** @param submits for the mutation: keeps a submit without a response beside the draft. */
  send: (reason: string, submits: PendingSubmitStore) => Promise<unknown>;
  /** The success message. */
  done: string;
  /**
   * What happened since the dialog was opened, after which nothing is left to do; null if the
   * action can still be taken. The dialog then stays, with what was typed.
   */
  overtaken?: string | null;
  onExited: () => void;
  /** What will be done, above the reason. */
  children?: ReactNode;
};

/** @param happened what somebody else did, as a sentence. */
export function nothingLeft(happened: string): Meanwhile {
  const text = `${happened} Nothing is left to do here; you can still copy your reason.`;
  return { text, ended: true };
}

/** Asks for a reason before an action. */
export function ReasonDialog(props: ReasonDialogProps) {
  const { title, submit, draft, schema, description, limit, optional = false } = props;
  const { send, done, overtaken = null, onExited, children } = props;
  const edit = useDialogForm({
    name: "reason",
    draft,
    initialValues: { reason: "" },
    schemas: { reason: schema },
    save: ({ reason }, submits) => send(reason.trim(), submits),
    onSaved: () => notifySuccess(done),
  });
  const { fieldProps } = edit;
  return (
    <DialogForm
      edit={edit}
      what="this reason"
      onExited={onExited}
      title={title}
      submit={submit}
      meanwhile={overtaken === null ? null : nothingLeft(overtaken)}
    >
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
