import type { ReactNode } from "react";

import classes from "./details.module.css";

/** Facts of a person, a line each. */
export function Details({ children }: { children: ReactNode }) {
  return <dl className={classes.details}>{children}</dl>;
}

/** One line; unknown values say so. */
export function Detail({ label, children }: { label: string; children: ReactNode }) {
  const known = children !== null && children !== undefined && children !== "";
  return (
    <div className={classes.line}>
      <dt>{label}</dt>
      <dd>{known ? children : <span className={classes.none}>not recorded</span>}</dd>
    </div>
  );
}
