import { useLocation } from "@tanstack/react-router";

import { EmptyState } from "../ui/page/empty-state.tsx";
import { useNamePage } from "../ui/page/page-title.ts";
import { Page } from "../ui/page/page.tsx";
import { PlainButtonLink } from "../ui/plain-button.tsx";
import { TextLink } from "../ui/text-link.tsx";
import { isOfPortal, paths } from "./paths.ts";

import classes from "./message-page.module.css";

/** An address of the app that leads nowhere, in the frame of the app: the header says that it is not found. */
export function UnknownScreen() {
  return (
    <Page title="Page not found" backTo={paths.dashboard}>
      <EmptyState text="The address may be misspelt, or the page has moved.">
        <TextLink to={paths.dashboard}>Go to the dashboard</TextLink>
      </EmptyState>
    </Page>
  );
}

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
