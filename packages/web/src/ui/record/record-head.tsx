import type { ReactNode } from "react";

import classes from "./record-head.module.css";

type RecordNameProps = {
  name: ReactNode;
  /** Chips beside the name. */
  chips: ReactNode;
  /** Lines of short facts below it. */
  facts: readonly (readonly ReactNode[])[];
};

type RecordHeadProps = RecordNameProps & {
  /** The name of the section for assistive technology. */
  label: string;
  picture: ReactNode;
  /** Content beside all that, or below it where there is no room. */
  children: ReactNode;
  /** Buttons of actions on the record, on a line of their own. */
  actions?: ReactNode;
};

/** The name of a record, its chips and the lines of short facts below. */
export function RecordName({ name, chips, facts }: RecordNameProps) {
  return (
    <div className={classes.who}>
      <div className={classes.nameLine}>
        <h2 className={classes.name}>{name}</h2>
        {chips}
      </div>
      {facts.map((line, place) => (
        // A line has no name of its own, and its place never changes.
        <ul key={place} className={classes.facts}>
          {line.map((fact, index) => (
            <li key={index}>{fact}</li>
          ))}
        </ul>
      ))}
    </div>
  );
}

/** The head of the page of one record: its name and main facts. */
export function RecordHead(props: RecordHeadProps) {
  const { label, picture, name, chips, facts, children, actions } = props;
  return (
    <section className={classes.head} aria-label={label}>
      {picture}
      <RecordName name={name} chips={chips} facts={facts} />
      <div className={classes.aside}>{children}</div>
      {actions !== undefined && <div className={classes.actions}>{actions}</div>}
    </section>
  );
}
