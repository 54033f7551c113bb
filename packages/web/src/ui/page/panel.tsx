import { useId, type ReactNode } from "react";

import classes from "./panel.module.css";

type PanelProps = {
  title: string;
  /** A sentence or two below the title. */
  about?: ReactNode;
  /** Content at the end of the title's line: a badge or buttons. */
  aside?: ReactNode;
  children: ReactNode;
};

/** A titled section of a screen. */
export function Panel({ title, about, aside, children }: PanelProps) {
  const id = useId();
  return (
    <section data-surface="card" className={classes.panel} aria-labelledby={id}>
      <div className={classes.head}>
        <div className={classes.words}>
          <h2 id={id} className={classes.title}>
            {title}
          </h2>
          {about !== undefined && <p className={classes.about}>{about}</p>}
        </div>
        {aside}
      </div>
      {children}
    </section>
  );
}
