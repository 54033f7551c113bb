import { createStore, useStore } from "../store.ts";

/** The error messages on the screen and those waiting for room on it. */
export const shownErrors = createStore<ReadonlySet<string>>(new Set());

/** Whether an error message with this text is on the screen. */
export function useIsErrorShown(message: string): boolean {
  return useStore(shownErrors).has(message);
}
