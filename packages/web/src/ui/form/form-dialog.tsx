import { Button } from "@mantine/core";
import { useId, useState, type ComponentProps, type FormEventHandler, type ReactNode } from "react";

import { useContractForm, type ContractForm } from "../../platform/form/contract-form.ts";
import { useEditedForm, type EditedForm } from "../../platform/form/edited-form.ts";
import { markFirstField } from "../../platform/form/first-field.ts";
import { confirmLeaving } from "../../platform/form/use-dirty-guard.ts";
import { useSubmit } from "../../platform/form/use-submit.ts";
import type { PendingSubmitStore } from "../../platform/submit-key.ts";
import { Dialog, type DialogProps } from "../dialog.tsx";
import { MeanwhileNotice } from "../page/notice.tsx";
import { ConnectionNote } from "./connection-note.tsx";
import { EditForm } from "./edit-form.tsx";
import { FormActions, MissingNote, SubmitButton } from "./form-actions.tsx";
import { StoredDraftNotice } from "./resume-draft-notice.tsx";

import classes from "./edit-form.module.css";

/** The part of a Mantine form that a dialog needs. */
type DialogForm = { isDirty: () => boolean; resetDirty: () => void };

/**
 * A dialog around a form, open from the start. `cancel` asks for confirmation before typed input is
 * lost and does nothing while a save is pending; `close` is for a form that has been saved.
 */
export function useFormDialog(form: DialogForm, saving: boolean) {
  const [opened, setOpened] = useState(true);
  const close = () => {
    form.resetDirty();
    setOpened(false);
  };
  const cancel = async () => {
    if (saving || (form.isDirty() && !(await confirmLeaving()))) return;
    close();
  };
  return { opened, saving, close, cancel: () => void cancel() };
}

type OpenDialog = ReturnType<typeof useFormDialog>;

type FormDialogProps = Omit<DialogProps, "opened" | "onClose"> & {
  dialog: OpenDialog;
  /** Called when the dialog has closed, whether anything was saved or not. */
  onExited: () => void;
};

/**
 * A dialog that asks for confirmation before typed input is lost: on Escape, on its close button
 * and on a click outside it.
 */
export function FormDialog({ dialog, children, ...rest }: FormDialogProps) {
  return (
    <Dialog {...rest} opened={dialog.opened} onClose={dialog.cancel}>
      <div ref={markFirstField}>{children}</div>
    </Dialog>
  );
}

type DialogActionsProps = {
  dialog: OpenDialog;
  /**
   * The label of the submit button. Without it there is no such button, and Cancel becomes Close.
   */
  submit?: string | undefined;
  /** What the last refusal says beside the fields, from `useSubmit`. */
  refusal: string | null;
  /** Nothing can be submitted, for a reason shown above. */
  disabled?: boolean;
  /** What is missing before the form can be submitted, from `useContractForm`; null for nothing. */
  missing?: string | null;
  sticky?: boolean;
  /** For a second step: goes back to the first one. Replaces Cancel. */
  back?: () => void;
  /** Buttons before those two. */
  children?: ReactNode;
};

/** Cancel and submit at the end of a form in a dialog. */
export function DialogActions(props: DialogActionsProps) {
  const {
    dialog,
    submit,
    refusal,
    disabled = false,
    missing = null,
    sticky = false,
    back,
    children,
  } = props;
  const hint = useId();
  return (
    // A refusal asks for another try, which there is none of when nothing can be submitted.
    <FormActions sticky={sticky} refusal={disabled ? null : refusal}>
      <ConnectionNote />
      {!disabled && <MissingNote id={hint} missing={missing} />}
      {children}
      <Button variant="default" disabled={dialog.saving} onClick={back ?? dialog.cancel}>
        {back ? "Back" : submit === undefined ? "Close" : "Cancel"}
      </Button>
      {submit !== undefined && (
        <SubmitButton
          missing={disabled ? null : missing}
          hint={hint}
          disabled={disabled}
          loading={dialog.saving}
          // The next step's button may be in the same place, and a double click must not press it
          // as well.
          onClick={(event) => event.detail > 1 && event.preventDefault()}
        >
          {submit}
        </SubmitButton>
      )}
    </FormActions>
  );
}

type DialogFormOptions<Values, Saved> = ContractForm<Values> & {
  /**
   * Returns false when there is nothing to send yet: the missing field shows why, and the dialog
   * stays open.
   *
   * @param submits for the mutation: keeps a submit without a response beside the draft.
   */
  save: (values: Values, submits: PendingSubmitStore) => Promise<Saved | false>;
  /** Called after a save: shows the message, and opens another page if there is one. */
  onSaved?: (saved: Saved) => void | Promise<void>;
};

/**
 * A form in its own dialog that adds or does something, with its draft on this device. {@link
 * DialogForm} renders the result. This hook owns `dialog.close`: the dialog closes after a save.
 */
export function useDialogForm<Values extends Record<string, unknown>, Saved = unknown>(
  options: DialogFormOptions<Values, Saved>,
) {
  const { save, onSaved, ...described } = options;
  const contractForm = useContractForm<Values>({ several: true, ...described });
  const { form, refuse, storedDraft } = contractForm;
  const { onSubmit, saving, refusal } = useSubmit<Values>({
    form,
    refuse,
    save: async (values) => {
      const saved = await save(values, storedDraft.submits);
      if (saved === false) return;
      storedDraft.forget();
      dialog.close();
      await onSaved?.(saved);
    },
  });
  const dialog = useFormDialog(form, saving);
  return { ...contractForm, onSubmit, saving, refusal, dialog };
}

/** What somebody else did since a dialog was opened, and whether nothing is left to submit. */
export type Meanwhile = { text: ReactNode; ended: boolean };

type DialogFormProps = Omit<FormDialogProps, "dialog"> & {
  /** The result of `useDialogForm`. */
  edit: Pick<ComponentProps<typeof StoredDraftNotice>, "storedDraft"> & {
    onSubmit: FormEventHandler<HTMLFormElement>;
    refusal: string | null;
    missing: () => string | null;
    dialog: OpenDialog;
  };
  /** What is being written, in the middle of a sentence: "this branch". */
  what: string;
  /** The dialog says so and keeps what was typed. */
  meanwhile?: Meanwhile | null;
} & Pick<DialogActionsProps, "submit" | "disabled" | "missing" | "sticky">;

/**
 * The dialog around such a form: a stored draft, the fields, and what is missing beside the
 * buttons.
 */
export function DialogForm(props: DialogFormProps) {
  const {
    edit,
    what,
    submit,
    meanwhile = null,
    disabled = meanwhile?.ended === true,
    missing = edit.missing(),
    sticky,
    children,
    ...rest
  } = props;
  return (
    <FormDialog {...rest} dialog={edit.dialog}>
      <form noValidate className={classes.form} onSubmit={edit.onSubmit}>
        <StoredDraftNotice what={what} storedDraft={edit.storedDraft} />
        {/* The save itself changes the record too, before the dialog has closed. */}
        {meanwhile && !edit.dialog.saving && edit.dialog.opened && (
          <MeanwhileNotice>{meanwhile.text}</MeanwhileNotice>
        )}
        {children}
        <DialogActions
          dialog={edit.dialog}
          submit={submit}
          refusal={edit.refusal}
          missing={missing}
          disabled={disabled}
          {...(sticky === undefined ? {} : { sticky })}
        />
      </form>
    </FormDialog>
  );
}

/**
 * A form in its own dialog that edits a saved record. {@link EditDialog} renders the result. The
 * dialog closes after a save, unless input typed meanwhile is unsaved.
 */
export function useEditDialog<Loaded, Values extends Record<string, unknown>>(
  options: Omit<EditedForm<Loaded, Values>, "leave">,
) {
  const edit = useEditedForm<Loaded, Values>({ ...options, leave: () => dialog.close() });
  const dialog = useFormDialog(edit.form, edit.saving);
  return { ...edit, dialog };
}

type EditDialogProps = Omit<FormDialogProps, "dialog"> & {
  /** The result of `useEditDialog`. */
  edit: ComponentProps<typeof EditForm>["edit"] & {
    missing: () => string | null;
    dialog: OpenDialog;
  };
  /** What is edited, in the middle of a sentence: "this item". */
  what: string;
  submit: string;
};

/** The dialog around such a form. */
export function EditDialog(props: EditDialogProps) {
  const { edit, what, submit, children, ...rest } = props;
  return (
    <FormDialog {...rest} dialog={edit.dialog}>
      <EditForm
        edit={edit}
        what={what}
        footer={
          <DialogActions
            dialog={edit.dialog}
            submit={submit}
            refusal={edit.refusal}
            disabled={edit.stale}
            missing={edit.missing()}
            sticky
          />
        }
      >
        {children}
      </EditForm>
    </FormDialog>
  );
}
