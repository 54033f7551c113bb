import { useBlocker } from "@tanstack/react-router";
import { useRef } from "react";

import { confirm } from "../message/confirm.tsx";
import { isPortalPath, readPortalToken } from "../portal-session.ts";
import { readToken } from "../session.ts";

/** Asks whether unsaved input may be lost, for example when a dialog is closed. */
export function confirmLeaving(): Promise<boolean> {
  return confirm("Leave without saving?", "You have unsaved changes.", "Cancel");
}

/** Whether the session of a screen still exists. Users and employees have separate sessions. */
function isSignedIn(pathname: string): boolean {
  return (isPortalPath(pathname) ? readPortalToken() : readToken()) !== null;
}

/**
 * Asks for confirmation before unsaved changes are lost: with the app's own dialog on navigation
 * inside the app, with the browser's on closing or reloading the tab. The end of a session is never
 * delayed.
 *
 * @returns a function that lets the user leave without confirmation, for a form that has been
 *   saved.
 */
export function useDirtyGuard(isDirty: () => boolean): () => void {
  const released = useRef(false);
  const blocks = () => !released.current && isDirty();
  useBlocker({
    enableBeforeUnload: blocks,
    shouldBlockFn: async ({ current }) => {
      if (!blocks() || !isSignedIn(current.pathname)) return false;
      return !(await confirmLeaving());
    },
  });
  return () => {
    released.current = true;
  };
}
