import type { ReactNode } from "react";

import classes from "./form-actions.module.css";

type FormActionsProps = {
  /** Of a long form in a dialog: the buttons stay in sight while it is scrolled. */
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
