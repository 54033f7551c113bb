import type { ReactNode } from "react";

import classes from "./facts.module.css";

/** What is known of something, label by label: columns on a desk, lines on a phone. */
export function Facts({ children }: { children: ReactNode }) {
  return <dl className={classes.facts}>{children}</dl>;
}

type FactProps = {
  label: string;
  /** Digits that are compared with others stand in figures of equal width. */
  number?: boolean;
  /** What is not known shows a dash. */
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
