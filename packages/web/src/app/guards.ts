import { notFound, redirect, type AnyRouter, type ParsedLocation } from "@tanstack/react-router";

import {
  isPortalPath,
  onPortalSessionEnd,
  readPortalToken,
  rememberPortalRoute,
} from "../platform/portal-session.ts";
import { onSessionEnd, readToken, rememberRoute } from "../platform/session.ts";
import { adoptSiblingSession } from "../platform/tabs/siblings.ts";
import { paths } from "./paths.ts";

/**
 * Admits only signed-in users, including those signed in in another tab. Others go to the login
 * page, which brings them back here.
 *
 * @throws a redirect, as the router expects from `beforeLoad`.
 */
export async function requireSession(context: {
  location: ParsedLocation;
  preload: boolean;
}): Promise<void> {
  if (readToken() === null) await adoptSiblingSession();
  if (readToken() !== null) return;
  if (!context.preload) rememberRoute(context.location.href);
  redirect({ to: paths.login, replace: true, throw: true });
}

/** Pages that stay open when a session ends. */
const publicPaths: ReadonlySet<string> = new Set([
  paths.forgotPassword,
  paths.newPassword,
  paths.invitation,
]);

/**
 * Admits only employees who are signed in to the portal. Others go to its sign-in, which brings
 * them back here.
 *
 * @throws a redirect, as the router expects from `beforeLoad`.
 */
export function requirePortalSession(context: {
  location: ParsedLocation;
  preload: boolean;
}): void {
  if (readPortalToken() !== null) return;
  if (!context.preload) rememberPortalRoute(context.location.href);
  redirect({ to: paths.portalSignIn, replace: true, throw: true });
}

/** Redirects employees who are already signed in past the sign-in. @throws a redirect as above. */
export function redirectSignedInToPortal(): void {
  if (readPortalToken() !== null) redirect({ to: paths.portal, replace: true, throw: true });
}

/**
 * For `beforeLoad` of a screen with ids in its address. An id is an integer above zero; an address
 * with any other id is treated as unknown.
 *
 * @throws the error for which the router shows the not-found page.
 */
export function requireIds({ params }: { params: Readonly<Record<string, string>> }): void {
  for (const id of Object.values(params)) {
    if (!/^[1-9]\d{0,14}$/.test(id)) notFound({ throw: true });
  }
}

/**
 * For `beforeLoad` of the screens of entries, whose address has the kind of entry.
 *
 * @throws the error for which the router shows the not-found page.
 */
export function requireEntryKind(kind: string): void {
  if (!/^(?:receipt|payment|contra|journal)$/.test(kind)) notFound({ throw: true });
}

/** Goes to the login page when a session ends. Open dialogs close with their screens. */
export function redirectWhenSessionEnds(router: AnyRouter): void {
  onSessionEnd(() => {
    // The router may be loaded without showing a page yet.
    const { pathname } = window.location;
    if (publicPaths.has(pathname) || isPortalPath(pathname)) return;
    void router.navigate({ to: paths.login });
  });
  onPortalSessionEnd(() => {
    if (isPortalPath(router.state.location.pathname)) {
      void router.navigate({ to: paths.portalSignIn });
    }
  });
}
