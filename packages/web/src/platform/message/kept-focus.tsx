import { useRouter } from "@tanstack/react-router";
import { useEffect } from "react";

import { focusEnabled, focusScreenWhenLost, focusWhenEnabled } from "./use-focus-back.ts";

/** Until the menu of a pressed link has closed, in milliseconds. */
const closing = 100;

/** Gives the focus back to a button that lost it by being disabled, once it is enabled. */
function watchButtons(): () => void {
  // When a change is seen, the browser has already taken the focus from the button.
  let last: EventTarget | null = document.activeElement;
  const note = ({ target }: FocusEvent) => {
    last = target;
  };
  const observer = new MutationObserver((changes) => {
    for (const { target } of changes) {
      if (!(target instanceof HTMLButtonElement)) continue;
      if (!target.disabled) focusEnabled(target);
      else if (target === last) focusWhenEnabled(target);
    }
  });
  document.addEventListener("focusin", note);
  observer.observe(document.body, { attributeFilter: ["disabled"], subtree: true });
  return () => {
    document.removeEventListener("focusin", note);
    observer.disconnect();
  };
}

/**
 * Keeps the focus where the user works when the browser would move it to the top of the page: on a
 * button that is disabled until its response arrives, and on a screen whose link went with the
 * screen before.
 */
export function KeptFocus() {
  const router = useRouter();
  useEffect(watchButtons, []);
  useEffect(
    () =>
      router.subscribe("onRendered", ({ pathChanged }) => {
        if (pathChanged) setTimeout(focusScreenWhenLost, closing);
      }),
    [router],
  );
  return null;
}
