import { useRouterState } from "@tanstack/react-router";

import { useIsRequesting, useOutage, type Outage } from "../../platform/connection.ts";
import { useLoadFailure } from "../../platform/loading/load-module.ts";
import { PlainButton } from "../plain-button.tsx";

import classes from "./connection.module.css";

/** The notice of what cannot be reached. When the database is back, pages reload automatically. */
export const outageNotices: Readonly<Record<Outage, string>> = {
  server:
    "The server cannot be reached. What you typed is still here; check your connection and try again.",
  database:
    "The database cannot be reached. What you typed is still here; the page loads once it is back.",
};

/** Why the page must be reloaded. */
const reloadReasons = {
  replaced: "A new version of Kontor is available.",
  refused: "Part of this page could not be loaded.",
};

/**
 * A banner while the server cannot be reached, or while the page must be reloaded. It stays in view
 * while the page is scrolled. Unsaved input on the page stays.
 */
export function ConnectionBanner() {
  const loss = useOutage();
  const failure = useLoadFailure();
  return (
    <div role="status" className={classes.place}>
      {failure === "replaced" || failure === "refused" ? (
        <p className={classes.banner}>
          <span>{reloadReasons[failure]} Save your work, then reload the page.</span>
          <PlainButton onClick={() => window.location.reload()}>Reload</PlainButton>
        </p>
      ) : (
        (loss ?? failure) !== null && (
          <p className={classes.banner}>{outageNotices[loss ?? "server"]}</p>
        )
      )}
    </div>
  );
}

/**
 * A thin bar along the header, which must be positioned, while any request runs or a page's code is
 * loading.
 */
export function RequestProgress() {
  const requesting = useIsRequesting();
  const coming = useRouterState({ select: ({ isLoading }) => isLoading });
  if (!requesting && !coming) return null;
  return <div className={classes.progress} role="progressbar" aria-label="Loading" />;
}
