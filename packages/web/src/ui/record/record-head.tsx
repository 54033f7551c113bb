import type { ReactNode } from "react";

import classes from "./record-head.module.css";

type RecordNameProps = {
  name: ReactNode;
  /** Chips beside the name. */
  chips: ReactNode;
  /** Lines of short facts below the name. */
  facts: readonly (readonly ReactNode[])[];
};

type RecordHeadProps = RecordNameProps & {
  /** The accessible name of the section. */
  label: string;
  picture: ReactNode;
  /** Content beside the name and facts, or below them when there is no room. */
  children: ReactNode;
  /** Buttons for actions on the record, on their own line. */
  actions?: ReactNode;
};

/** The name of a record, with its chips and the lines of short facts below. */
export function RecordName({ name, chips, facts }: RecordNameProps) {
  return (
    <div className={classes.who}>
      <div className={classes.nameLine}>
        <h2 className={classes.name}>{name}</h2>
        {chips}
      </div>
      {facts.map((line, place) => (
        // A line has no name, and its position never changes.
        <ul key={place} className={classes.facts}>
          {line.map((fact, index) => (
            <li key={index}>{fact}</li>
          ))}
        </ul>
      ))}
    </div>
  );
}

/** The head of a record's page: its name and main facts. */
export function RecordHead(props: RecordHeadProps) {
  const { label, picture, name, chips, facts, children, actions } = props;
  return (
    <section data-surface="card" className={classes.head} aria-label={label}>
      {picture}
      <RecordName name={name} chips={chips} facts={facts} />
      <div className={classes.aside}>{children}</div>
      {actions !== undefined && <div className={classes.actions}>{actions}</div>}
    </section>
  );
}
