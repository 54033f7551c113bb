import { useBlocker } from "@tanstack/react-router";
import { useRef } from "react";

import { confirm } from "../message/confirm.tsx";
import { readToken } from "../session.ts";

/** Asks whether what was typed may be lost, such as when a dialog is closed. */
export function confirmLeaving(): Promise<boolean> {
  return confirm("Leave without saving?", "What you changed here is not saved yet.");
}

/**
 * Asks before unsaved changes are lost: on every navigation inside the app by our own question, on
 * closing or reloading the tab by the browser's. The end of a session is never delayed.
 *
 * @returns lets the user leave without a question: for a form that has been saved.
 */
export function useDirtyGuard(isDirty: () => boolean): () => void {
  const released = useRef(false);
  const blocks = () => !released.current && isDirty();
  useBlocker({
    enableBeforeUnload: blocks,
    shouldBlockFn: async () => {
      if (!blocks() || readToken() === null) return false;
      return !(await confirmLeaving());
    },
  });
  return () => {
    released.current = true;
  };
}
