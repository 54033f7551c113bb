import { StatusChip, type StatusTone } from "../status-chip.tsx";

import classes from "./outcomes.module.css";

/** The outcome for one of several records. */
export type Outcome = {
  key: string | number;
  name: string;
  /** Distinguishes it from others of the same name, for example by its amount. */
  note?: string;
  tone: StatusTone;
  word: string;
  /** Why it was refused; empty if it was not. */
  why?: string;
};

type OutcomesProps = {
  /** How many succeeded, as a sentence. */
  summary: string;
  outcomes: readonly Outcome[];
};

/** The outcomes of a bulk action. */
export function Outcomes({ summary, outcomes }: OutcomesProps) {
  return (
    <>
      <p role="status" className={classes.summary}>
        {summary}
      </p>
      <ul className={classes.outcomes} aria-label="Outcomes">
        {outcomes.map(({ key, name, note, tone, word, why }) => (
          <li key={key} className={classes.outcome}>
            <span className={classes.name}>
              {name} {note !== undefined && <span className={classes.note}>{note}</span>}
            </span>
            <StatusChip tone={tone}>{word}</StatusChip>
            {why !== undefined && why !== "" && <span className={classes.why}>{why}</span>}
          </li>
        ))}
      </ul>
    </>
  );
}
