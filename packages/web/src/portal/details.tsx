import type { ReactNode } from "react";

import classes from "./details.module.css";

/** A list of facts, one per line. */
export function Details({ children }: { children: ReactNode }) {
  return <dl className={classes.details}>{children}</dl>;
}

/** One fact; a placeholder stands for an unknown value. */
export function Detail({ label, children }: { label: string; children: ReactNode }) {
  const known = children !== null && children !== undefined && children !== "";
  return (
    <div className={classes.line}>
      <dt>{label}</dt>
      <dd>{known ? children : <span className={classes.none}>not recorded</span>}</dd>
    </div>
  );
}
