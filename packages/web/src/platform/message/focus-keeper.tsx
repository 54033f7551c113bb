import { useRouter } from "@tanstack/react-router";
import { useEffect } from "react";

import {
  focusIfAwaited,
  focusContainerInScreen,
  focusContainerWhenLost,
  focusScreenWhenLost,
  focusWhenEnabled,
  takeRemovedButton,
} from "./return-focus.ts";
import { topmostDialog } from "./topmost-dialog.ts";

/** How long the menu around a clicked link takes to close, in milliseconds. */
const menuCloseDelay = 100;

/**
 * Gives the focus back to a button that lost it by being disabled, once it is enabled. When the
 * element that has the focus is removed, it goes to the panel, dialog or screen around it.
 */
function watchFocus(): () => void {
  // When the observer is called, the browser has already removed the focus from the element.
  let last: Element | null = document.activeElement;
  const rememberFocus = ({ target }: FocusEvent) => {
    last = target instanceof Element ? target : null;
  };
  // A click outside the focused element gives up its focus.
  const releaseFocus = ({ target }: Event) => {
    if (target instanceof Node && !last?.contains(target)) last = null;
  };
  const observer = new MutationObserver((changes) => {
    for (const { type, target } of changes) {
      if (type !== "attributes" || !(target instanceof HTMLButtonElement)) continue;
      if (!target.disabled) focusIfAwaited(target);
      else if (target === last) focusWhenEnabled(target);
    }
    // While it was disabled, the screen may have got the focus.
    const removed = takeRemovedButton();
    const place = removed && containerOf(changes, removed);
    if (place) setTimeout(() => focusContainerInScreen(place));
    if (last === null || last.isConnected) return;
    const around = containerOf(changes, last);
    last = null;
    // The code that removed it may focus something else.
    if (around) setTimeout(() => focusContainerWhenLost(around));
  });
  document.addEventListener("focusin", rememberFocus);
  document.addEventListener("pointerdown", releaseFocus, { capture: true });
  observer.observe(document.body, {
    attributeFilter: ["disabled"],
    childList: true,
    subtree: true,
  });
  return () => {
    document.removeEventListener("focusin", rememberFocus);
    document.removeEventListener("pointerdown", releaseFocus, { capture: true });
    observer.disconnect();
  };
}

/**
 * The panel, dialog or screen that an element was removed from. A message is in none of them: after
 * it, the user goes on in the open dialog or on the screen.
 */
function containerOf(changes: readonly MutationRecord[], removed: Element): HTMLElement | null {
  const change = changes.findLast(
    ({ target, removedNodes }) =>
      target.isConnected && [...removedNodes].some((node) => node.contains(removed)),
  );
  const from = change?.target;
  if (!(from instanceof Element)) return null;
  if (from.closest(".mantine-Notifications-root")) {
    return topmostDialog() ?? document.querySelector("main");
  }
  return from.closest("section, [role=dialog], main");
}

/**
 * Keeps the focus where the user works when the browser would move it to the top of the page: on a
 * button that is disabled until its response arrives, on the panel from which a pressed button was
 * removed, and on a new screen whose link was removed with the previous one.
 */
export function FocusKeeper() {
  const router = useRouter();
  useEffect(watchFocus, []);
  useEffect(
    () =>
      router.subscribe("onRendered", ({ pathChanged }) => {
        if (pathChanged) setTimeout(focusScreenWhenLost, menuCloseDelay);
      }),
    [router],
  );
  return null;
}
