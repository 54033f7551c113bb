import type { ReactNode } from "react";

import classes from "./form-with-aside.module.css";

type FormWithAsideProps = {
  /** The form. */
  children: ReactNode;
  /**
   * Content beside the form, such as one or two {@link Example}; below it when there is little
   * room.
   */
  beside: ReactNode;
};

/**
 * A form with the results of its values beside it. A single example stays in view while a long form
 * scrolls.
 */
export function FormWithAside({ children, beside }: FormWithAsideProps) {
  return (
    <div className={classes.container}>
      <div className={classes.columns}>
        {children}
        <div className={classes.beside}>{beside}</div>
      </div>
    </div>
  );
}

/** The results of the typed values, as a region with that title. */
export function Example({ title, children }: { title: string; children: ReactNode }) {
  return (
    <section data-surface="inset" className={classes.example} aria-label={title}>
      <h3 className={classes.title}>{title}</h3>
      {children}
    </section>
  );
}
