import { useConnectionLost } from "../../platform/connection.ts";
import { useMissingPart } from "../../platform/part/load-part.ts";
import { PlainButton } from "../plain-button.tsx";

import classes from "./connection-banner.module.css";

/**
 * Says that the server cannot be reached, or that it has a newer version of the app, for as long as
 * that is so. Unsaved input on the page stays.
 */
export function ConnectionBanner() {
  const lost = useConnectionLost();
  const missing = useMissingPart();
  return (
    <div role="status">
      {missing === "replaced" ? (
        <p className={classes.banner}>
          <span>
            A new version of Kontor is here. Save or finish what you are writing, then load the page
            again.
          </span>
          <PlainButton onClick={() => window.location.reload()}>Load again</PlainButton>
        </p>
      ) : (
        (lost || missing !== null) && (
          <p className={classes.banner}>
            The server cannot be reached. What you typed is still here; check your connection and
            try again.
          </p>
        )
      )}
    </div>
  );
}
