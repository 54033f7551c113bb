import { Button, type ButtonProps } from "@mantine/core";
import type { ComponentProps, ReactNode } from "react";

import classes from "./form-actions.module.css";

type FormActionsProps = {
  /** For a long form in a dialog: the buttons stay visible while it is scrolled. */
  sticky?: boolean;
  children: ReactNode;
};

/** The row of buttons at the end of a form, inside a dialog or on a page. */
export function FormActions({ sticky, children }: FormActionsProps) {
  return (
    <div className={classes.actions} data-sticky={sticky || undefined}>
      {children}
    </div>
  );
}

/** What is missing before submitting, beside the button, which has it as its description. */
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
     * What is missing: the button is disabled, and pressing it goes there. Null when nothing is.
     */
    missing: string | null;
    /** The id of its {@link MissingNote}. */
    hint: string;
  };

/**
 * Submits. While something is missing it is disabled and says so, but can still be reached: pressed, it does what
 * a submit of an incomplete form does, which is to show what is wrong and go to the first such field.
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
