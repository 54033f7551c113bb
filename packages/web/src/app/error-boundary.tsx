import { useLocation, useRouter, type ErrorComponentProps } from "@tanstack/react-router";
import { useEffect } from "react";

import { isPortalPath } from "../platform/portal-session.ts";
import { PlainButtonLink } from "../ui/page/plain-button-link.tsx";
import { PlainButton } from "../ui/plain-button.tsx";
import { paths } from "./paths.ts";

import classes from "./message-page.module.css";

/** Shown in place of a screen that threw an error. The rest of the app keeps working. */
export function ErrorBoundary({ error, reset }: ErrorComponentProps) {
  const router = useRouter();
  const inPortal = isPortalPath(useLocation().pathname);
  useEffect(() => reportError(error), [error]);
  const tryAgain = () => {
    reset();
    void router.invalidate();
  };
  return (
    <div className={classes.page} role="alert">
      <h2 className={classes.title}>This page has stopped working</h2>
      <p className={classes.text}>
        Everything you saved is safe. Try again, or return to the{" "}
        {inPortal ? "portal home page" : "dashboard"}.
      </p>
      <div className={classes.ways}>
        <PlainButton onClick={tryAgain}>Try again</PlainButton>
        <PlainButtonLink to={inPortal ? paths.portal : paths.app}>
          {inPortal ? "Go to the portal" : "Go to the dashboard"}
        </PlainButtonLink>
      </div>
    </div>
  );
}
