import type { ReactNode } from "react";

import classes from "./field-grid.module.css";

/** Fields in two columns, one on a phone; a field with `data-wide` takes a whole row. */
export function FieldGrid({ children }: { children: ReactNode }) {
  return <div className={classes.grid}>{children}</div>;
}
