import { redirect, type AnyRouter, type ParsedLocation } from "@tanstack/react-router";

import { onSessionEnd, readToken, rememberRoute } from "../platform/session.ts";
import { paths } from "./paths.ts";

/**
 * Lets only signed-in users through; others go to the login page, which brings them back here.
 *
 * @throws a redirect, as the router wants it from `beforeLoad`.
 */
export function requireSession(context: { location: ParsedLocation; preload: boolean }): void {
  if (readToken() !== null) return;
  if (!context.preload) rememberRoute(context.location.href);
  redirect({ to: paths.login, replace: true, throw: true });
}

/** Pages that nobody is sent away from when a session ends. */
const outsideGuard: ReadonlySet<string> = new Set([
  paths.forgotPassword,
  paths.newPassword,
  paths.invitation,
]);

/** Goes to the login page when a session ends. Open dialogs close with the screens that hold them. */
export function leaveWhenSessionEnds(router: AnyRouter): void {
  onSessionEnd(() => {
    if (outsideGuard.has(router.state.location.pathname)) return;
    void router.navigate({ to: paths.login });
  });
}
