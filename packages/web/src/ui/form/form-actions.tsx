import { Button, type ButtonProps } from "@mantine/core";
import type { ComponentProps, ReactNode } from "react";

import { useIsErrorShown } from "../../platform/message/shown-errors.ts";

import classes from "./form-actions.module.css";

type FormActionsProps = {
  /** For a long form in a dialog: the buttons stay visible while the form scrolls. */
  sticky?: boolean;
  /** What the last refusal says beside the fields, from `useSubmit`. */
  refusal?: string | null;
  children: ReactNode;
};

/** The row of buttons at the end of a form, in a dialog or on a page. */
export function FormActions({ sticky, refusal = null, children }: FormActionsProps) {
  return (
    <div className={classes.actions} data-sticky={sticky || undefined}>
      <RefusalNote refusal={refusal} />
      {children}
    </div>
  );
}

/**
 * Shows a refusal after its toast has disappeared, and never at the same time as the toast.
 */
export function RefusalNote({ refusal }: { refusal: string | null }) {
  const isShown = useIsErrorShown(refusal ?? "");
  if (refusal === null || isShown) return null;
  return <p className={classes.refusal}>{refusal}</p>;
}

/**
 * What is missing before the form can be submitted. It is shown beside the submit button, as its
 * description.
 */
export function MissingNote({ id, missing }: { id: string; missing: string | null }) {
  if (missing === null) return null;
  return (
    <p id={id} className={classes.missing}>
      {missing}
    </p>
  );
}

type SubmitButtonProps = ButtonProps &
  Omit<ComponentProps<"button">, keyof ButtonProps> & {
    /**
     * What is missing: the button is disabled, and pressing it focuses that field. Null when
     * nothing is missing.
     */
    missing: string | null;
    /** The id of its {@link MissingNote}. */
    hint: string;
  };

/**
 * The submit button. While something is missing it is disabled and says so, but it can still be
 * focused. Pressed then, it does what submitting an incomplete form does: it shows the errors and
 * focuses the first field with one.
 */
export function SubmitButton({ missing, hint, ...button }: SubmitButtonProps) {
  const disabled = missing !== null || undefined;
  return (
    <Button
      type="submit"
      {...button}
      aria-disabled={disabled}
      data-disabled={disabled}
      aria-describedby={disabled && hint}
    />
  );
}
