import { IconCircleCheck } from "@tabler/icons-react";
import type { ReactNode } from "react";

import classes from "./remarks.module.css";

/** A sentence of a panel or a dialog. */
export function Sentence({ children }: { children: ReactNode }) {
  return <p className={classes.sentence}>{children}</p>;
}

/** A small, dimmed remark: a paragraph, or part of a line if `inline`. */
export function Remark({ inline, children }: { inline?: boolean; children: ReactNode }) {
  const Element = inline ? "span" : "p";
  return <Element className={classes.remark}>{children}</Element>;
}

/** Says that a check found nothing wrong. */
export function CheckPassed({ children }: { children: ReactNode }) {
  return (
    <p className={classes.well}>
      <IconCircleCheck size={18} aria-hidden />
      {children}
    </p>
  );
}
