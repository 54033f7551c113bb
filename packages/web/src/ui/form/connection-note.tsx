import { useOutage } from "../../platform/connection.ts";
import { outageNotices } from "../page/connection.tsx";

import classes from "./connection-note.module.css";

/**
 * The connection banner of the page, repeated beside the buttons of a dialog, which covers that
 * banner. Screen readers announce it when it appears.
 */
export function ConnectionNote() {
  const loss = useOutage();
  if (loss === null) return null;
  return (
    <p role="alert" className={classes.note}>
      {outageNotices[loss]}
    </p>
  );
}
