import type { ReactNode } from "react";

import classes from "./fields-beside.module.css";

type FieldsBesideProps = {
  /** The form. */
  children: ReactNode;
  /** What stands beside it, such as one or two {@link Example}; below it where there is little room. */
  beside: ReactNode;
};

/** A form with what its values come to beside it; one example alone stays in sight while a long form is scrolled. */
export function FieldsBeside({ children, beside }: FieldsBesideProps) {
  return (
    <div className={classes.container}>
      <div className={classes.columns}>
        {children}
        <div className={classes.beside}>{beside}</div>
      </div>
    </div>
  );
}

/** What typed values come to, as a region with that title. */
export function Example({ title, children }: { title: string; children: ReactNode }) {
  return (
    <section className={classes.example} aria-label={title}>
      <h3 className={classes.title}>{title}</h3>
      {children}
    </section>
  );
}
