import { useLocation } from "@tanstack/react-router";

import { lazyComponent } from "../platform/loading/lazy-component.ts";
import { isPortalPath } from "../platform/portal-session.ts";
import { readToken } from "../platform/session.ts";
import { usePageTitle } from "../ui/page/page-title.ts";
import { PlainButtonLink } from "../ui/page/plain-button-link.tsx";
import { paths } from "./paths.ts";

import classes from "./message-page.module.css";

// Signed-in users already have the app shell's code.
const NotFoundInShell = lazyComponent(
  () => import("./screens/not-found-in-shell.tsx"),
  "NotFoundInShell",
);

/** The page of an unknown address. An address of the app shows it inside the app shell. */
export function NotFoundPage() {
  const { pathname } = useLocation();
  if (pathname.startsWith(`${paths.app}/`) && readToken() !== null) return <NotFoundInShell />;
  return <PublicNotFound inPortal={isPortalPath(pathname)} />;
}

function PublicNotFound({ inPortal }: { inPortal: boolean }) {
  usePageTitle("Page not found");
  return (
    <main className={classes.page}>
      <p className={classes.figure} aria-hidden>
        404
      </p>
      <h1 className={classes.title}>Page not found</h1>
      <p className={classes.text}>The address may be wrong, or the page may have moved.</p>
      <PlainButtonLink to={inPortal ? paths.portal : paths.app}>
        {inPortal ? "Go to the portal" : "Go to the dashboard"}
      </PlainButtonLink>
    </main>
  );
}
