import type { ReactNode } from "react";

import classes from "./figures.module.css";

/** The main figures of a record, side by side. */
export function Figures({ children }: { children: ReactNode }) {
  return <dl className={classes.figures}>{children}</dl>;
}

type FigureProps = {
  label: string;
  /** The figure that the record is about. */
  strong?: boolean;
  /** Details below the figure. */
  note?: ReactNode;
  children: ReactNode;
};

export function Figure({ label, strong, note, children }: FigureProps) {
  return (
    <div className={classes.figure}>
      <dt>{label}</dt>
      <dd data-strong={strong || undefined}>{children}</dd>
      {note && <dd className={classes.note}>{note}</dd>}
    </div>
  );
}
