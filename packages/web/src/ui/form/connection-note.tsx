import { useLoss } from "../../platform/connection.ts";
import { lossNotices } from "../page/connection.tsx";

import classes from "./connection-note.module.css";

/**
 * Says beside the buttons of a dialog, which lies above the banner of the page, that the server
 * or its database cannot be reached, for as long as that is so. It is announced when it comes.
 */
export function ConnectionNote() {
  const loss = useLoss();
  if (loss === null) return null;
  return (
    <p role="alert" className={classes.note}>
      {lossNotices[loss]}
    </p>
  );
}
