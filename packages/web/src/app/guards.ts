import { notFound, redirect, type AnyRouter, type ParsedLocation } from "@tanstack/react-router";

import {
  onPortalSessionEnd,
  readPortalToken,
  rememberPortalRoute,
} from "../platform/portal-session.ts";
import { onSessionEnd, readToken, rememberRoute } from "../platform/session.ts";
import { takeSiblingsSession } from "../platform/tabs/siblings.ts";
import { isOfPortal, paths } from "./paths.ts";

/**
 * Lets only signed-in users through, also those who are in another tab; others go to the login page, which brings them back here.
 *
 * @throws a redirect, as the router wants it from `beforeLoad`.
 */
export async function requireSession(context: {
  location: ParsedLocation;
  preload: boolean;
}): Promise<void> {
  if (readToken() === null) await takeSiblingsSession();
  if (readToken() !== null) return;
  if (!context.preload) rememberRoute(context.location.href);
  redirect({ to: paths.login, replace: true, throw: true });
}

/** Pages that stay open when a session ends. */
const outsideGuard: ReadonlySet<string> = new Set([
  paths.forgotPassword,
  paths.newPassword,
  paths.invitation,
]);

/**
 * Lets only employees through who are signed in to the portal; others sign in first, which brings them back here.
 *
 * @throws a redirect, as the router wants it from `beforeLoad`.
 */
export function requirePortalSession(context: {
  location: ParsedLocation;
  preload: boolean;
}): void {
  if (readPortalToken() !== null) return;
  if (!context.preload) rememberPortalRoute(context.location.href);
  redirect({ to: paths.portalSignIn, replace: true, throw: true });
}

/** Takes employees past the sign-in who are signed in already. @throws a redirect as above. */
export function passIntoPortal(): void {
  if (readPortalToken() !== null) redirect({ to: paths.portal, replace: true, throw: true });
}

/**
 * For `beforeLoad` of a screen whose address names rows: an id is a whole number above zero, and an
 * address without one is as unknown as any other.
 *
 * @throws what the router shows the not-found page for.
 */
export function requireIds({ params }: { params: Readonly<Record<string, string>> }): void {
  for (const id of Object.values(params)) {
    if (!/^[1-9]\d{0,14}$/.test(id)) notFound({ throw: true });
  }
}

/**
 * For `beforeLoad` of the screens of entries, whose address names the kind.
 *
 * @throws what the router shows the not-found page for.
 */
export function requireEntryKind(kind: string): void {
  if (!/^(?:receipt|payment|contra|journal)$/.test(kind)) notFound({ throw: true });
}

/** Goes to the login page when a session ends. Open dialogs close with the screens that hold them. */
export function leaveWhenSessionEnds(router: AnyRouter): void {
  onSessionEnd(() => {
    // The router may be loaded and not show anything yet.
    const { pathname } = window.location;
    if (outsideGuard.has(pathname) || isOfPortal(pathname)) return;
    void router.navigate({ to: paths.login });
  });
  onPortalSessionEnd(() => {
    if (isOfPortal(router.state.location.pathname)) {
      void router.navigate({ to: paths.portalSignIn });
    }
  });
}
