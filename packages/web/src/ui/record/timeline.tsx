import type { ReactNode } from "react";

import classes from "./timeline.module.css";

/** The events of a record, one below another. */
export function Timeline({ label, children }: { label: string; children: ReactNode }) {
  return (
    <ol className={classes.timeline} aria-label={label}>
      {children}
    </ol>
  );
}

type TimelineEventProps = {
  name: ReactNode;
  /** A step that succeeded, or one that failed. */
  tone?: "good" | "bad" | undefined;
  /** A chip at the end of the line. */
  chip?: ReactNode;
  /** The reason for the event. */
  reason: string;
  /** Who did it and when, and a reference. */
  facts: readonly ReactNode[];
};

export function TimelineEvent({ name, tone, chip, reason, facts }: TimelineEventProps) {
  return (
    <li className={classes.moment} data-tone={tone}>
      <div className={classes.head}>
        <span className={classes.name}>{name}</span>
        {chip}
      </div>
      {reason !== "" && <p className={classes.reason}>{reason}</p>}
      {facts.map((fact, place) => (
        // A fact has no name, and its position never changes.
        <p key={place} className={classes.fact}>
          {fact}
        </p>
      ))}
    </li>
  );
}
