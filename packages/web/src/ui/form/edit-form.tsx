import { Button } from "@mantine/core";
import type { ComponentProps, FormEventHandler, ReactNode } from "react";

import { focusFirstFieldOf } from "../../platform/form/first-field.ts";
import { ChangedMeanwhile } from "./changed-meanwhile.tsx";
import { FormActions } from "./form-actions.tsx";
import { StoredDraftNotice } from "./resume-draft-notice.tsx";

import classes from "./edit-form.module.css";

type EditFormProps = {
  /** The result of `useEditedForm`. */
  edit: {
    onSubmit: FormEventHandler<HTMLFormElement>;
    saving: boolean;
    stale: boolean;
    refusal: string | null;
    storedDraft: ComponentProps<typeof StoredDraftNotice>["storedDraft"];
    loadNewest: () => Promise<void>;
  };
  /** What is edited, in the middle of a sentence: "these settings". */
  what: string;
  /** False for a read-only form, which has no submit button. */
  mayWrite?: boolean;
  /**
   * The form is below the content of its page that users read first, or asks for choices first, so
   * its first field of text does not take the focus.
   */
  below?: boolean;
  submit?: string;
  /** Buttons before the submit button. */
  actions?: ReactNode;
  /** Replaces the buttons, for example by those of a dialog. */
  footer?: ReactNode;
  children: ReactNode;
};

/**
 * The layout of a form that edits a saved record: the fields, the notice of a conflicting save, and
 * the buttons.
 */
export function EditForm(props: EditFormProps) {
  const { edit, what, mayWrite = true, below = false, submit = "Save" } = props;
  const { actions, footer, children } = props;
  return (
    <form
      ref={footer === undefined && !below ? focusFirstFieldOf : undefined}
      noValidate
      className={classes.form}
      onSubmit={edit.onSubmit}
    >
      <StoredDraftNotice what={what} storedDraft={edit.storedDraft} />
      {edit.stale && <ChangedMeanwhile what={what} onReload={edit.loadNewest} />}
      {children}
      {footer}
      {footer === undefined && (mayWrite || Boolean(actions)) && (
        <FormActions refusal={edit.refusal}>
          {actions}
          {mayWrite && (
            <Button type="submit" loading={edit.saving} disabled={edit.stale}>
              {submit}
            </Button>
          )}
        </FormActions>
      )}
    </form>
  );
}
