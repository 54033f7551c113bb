import type { ReactNode } from "react";

import classes from "./timeline.module.css";

/** The events of a record, one below the other. */
export function Timeline({ label, children }: { label: string; children: ReactNode }) {
  return (
    <ol className={classes.timeline} aria-label={label}>
      {children}
    </ol>
  );
}

type MomentProps = {
  name: ReactNode;
  /** A step that went well, or one that did not. */
  tone?: "good" | "bad" | undefined;
  /** A chip at the end of the line. */
  chip?: ReactNode;
  /** Why it happened. */
  reason: string;
  /** Who and when, and a reference. */
  facts: readonly ReactNode[];
};

export function Moment({ name, tone, chip, reason, facts }: MomentProps) {
  return (
    <li className={classes.moment} data-tone={tone}>
      <div className={classes.head}>
        <span className={classes.name}>{name}</span>
        {chip}
      </div>
      {reason !== "" && <p className={classes.reason}>{reason}</p>}
      {facts.map((fact, place) => (
        // A fact has no name of its own, and its place never changes.
        <p key={place} className={classes.fact}>
          {fact}
        </p>
      ))}
    </li>
  );
}
