import { useConnectionLost } from "../../platform/connection.ts";
import { unreachable } from "../page/connection.tsx";

import classes from "./connection-note.module.css";

/**
 * Says beside the buttons of a dialog, which lies above the banner of the page, that the server
 * cannot be reached, for as long as that is so. It is announced when it comes.
 */
export function ConnectionNote() {
  if (!useConnectionLost()) return null;
  return (
    <p role="alert" className={classes.note}>
      {unreachable}
    </p>
  );
}
