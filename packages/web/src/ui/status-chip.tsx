import classes from "./status-chip.module.css";

/** The meaning of a status for users who wait for it. */
export type StatusTone = "good" | "waiting" | "busy" | "bad" | "neutral";

/** A status in a coloured pill. The word carries the meaning; the colour only helps. */
export function StatusChip({ tone, children }: { tone: StatusTone; children: string }) {
  return (
    <span className={classes.chip} data-tone={tone}>
      {children}
    </span>
  );
}
