import { Button } from "@mantine/core";
import { useId, useState, type ReactNode } from "react";

import { markFirstField } from "../../platform/form/first-field.ts";
import { confirmLeaving } from "../../platform/form/use-dirty-guard.ts";
import { Dialog, type DialogProps } from "../dialog.tsx";
import { FormActions, Lacking, SubmitButton } from "./form-actions.tsx";

/** What a dialog needs to know of a Mantine form. */
type DialogForm = { isDirty: () => boolean; resetDirty: () => void };

/**
 * A dialog around a form, open from the start. `cancel` asks before what was typed is lost and does
 * nothing while it is being saved; `close` is for what has been saved.
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
  /** The dialog has left the screen, whether anything was saved or not. */
  onExited: () => void;
};

/** Asks before typed input is lost: on Escape, on its close button and on a click beside it. */
export function FormDialog({ dialog, children, ...rest }: FormDialogProps) {
  return (
    <Dialog {...rest} opened={dialog.opened} onClose={dialog.cancel}>
      <div ref={markFirstField}>{children}</div>
    </Dialog>
  );
}

type DialogActionsProps = {
  dialog: OpenDialog;
  /** What the submit button says; without it there is none, and Cancel becomes Close. */
  submit?: string | undefined;
  /** Nothing can be submitted at all, as the dialog says above. */
  disabled?: boolean;
  /** What is missing before it can be submitted, as `useContractForm` says; null for nothing. */
  lacks?: string | null;
  sticky?: boolean;
  /** Of a second step: leads to the first one, in the place of Cancel. */
  back?: () => void;
  /** Buttons before those two. */
  children?: ReactNode;
};

/** Cancel and submit at the end of a form in a dialog. */
export function DialogActions(props: DialogActionsProps) {
  const { dialog, submit, disabled = false, lacks = null, sticky = false, back, children } = props;
  const hint = useId();
  return (
    <FormActions sticky={sticky}>
      {!disabled && <Lacking id={hint} lacks={lacks} />}
      {children}
      <Button variant="default" disabled={dialog.saving} onClick={back ?? dialog.cancel}>
        {back ? "Back" : submit === undefined ? "Close" : "Cancel"}
      </Button>
      {submit !== undefined && (
        <SubmitButton
          lacks={disabled ? null : lacks}
          hint={hint}
          disabled={disabled}
          loading={dialog.saving}
          // Where a step follows in the same place, a double click must not take that one too.
          onClick={(event) => event.detail > 1 && event.preventDefault()}
        >
          {submit}
        </SubmitButton>
      )}
    </FormActions>
  );
}
