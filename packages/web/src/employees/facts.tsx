import type { ReactNode } from "react";

import classes from "./facts.module.css";

/** Facts with labels, in columns on a desktop and in lines on a phone. */
export function Facts({ children }: { children: ReactNode }) {
  return <dl className={classes.facts}>{children}</dl>;
}

type FactProps = {
  label: string;
  /** Whether figures have equal width, so that digits can be compared. */
  number?: boolean;
  /** The value; a dash is shown for an unknown one. */
  children: ReactNode;
};

export function Fact({ label, number = false, children }: FactProps) {
  const known = children !== null && children !== undefined && children !== "";
  return (
    <div>
      <dt>{label}</dt>
      <dd className={number ? classes.number : undefined}>
        {known ? (
          children
        ) : (
          <span className={classes.none} aria-label="none">
            –
          </span>
        )}
      </dd>
    </div>
  );
}
