import { useLocation } from "@tanstack/react-router";

import { useNamePage } from "../ui/page/page-title.ts";
import { PlainButtonLink } from "../ui/page/plain-button-link.tsx";
import { isOfPortal, paths } from "./paths.ts";

import classes from "./message-page.module.css";

/** Any address that leads nowhere. */
export function NotFoundPage() {
  useNamePage("Page not found");
  const inPortal = isOfPortal(useLocation().pathname);
  return (
    <main className={classes.page}>
      <p className={classes.figure} aria-hidden>
        404
      </p>
      <h1 className={classes.title}>Page not found</h1>
      <p className={classes.text}>The address may be misspelt, or the page has moved.</p>
      <PlainButtonLink to={inPortal ? paths.portal : paths.app}>
        {inPortal ? "Go to the portal" : "Go to the dashboard"}
      </PlainButtonLink>
    </main>
  );
}
