import classes from "./status-chip.module.css";

/** What a status means for those who wait for it. */
export type StatusTone = "good" | "waiting" | "busy" | "bad" | "neutral";

/** A status in a coloured pill; the word says it, the colour only helps. */
export function StatusChip({ tone, children }: { tone: StatusTone; children: string }) {
  return (
    <span className={classes.chip} data-tone={tone}>
      {children}
    </span>
  );
}
