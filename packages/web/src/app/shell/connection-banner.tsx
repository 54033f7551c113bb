import { useConnectionLost } from "../../platform/connection.ts";

import classes from "./connection-banner.module.css";

/** Says that the server cannot be reached, for as long as that is so. */
export function ConnectionBanner() {
  const lost = useConnectionLost();
  return (
    <div role="status">
      {lost && (
        <p className={classes.banner}>
          The server cannot be reached. What you typed is still here; check your connection and try
          again.
        </p>
      )}
    </div>
  );
}
