import { useRouter } from "@tanstack/react-router";
import { useEffect } from "react";

import {
  focusEnabled,
  focusPlaceInScreen,
  focusPlaceWhenLost,
  focusScreenWhenLost,
  focusWhenEnabled,
  takeRemoved,
} from "./use-focus-back.ts";

/** Until the menu of a pressed link has closed, in milliseconds. */
const closing = 100;

/**
 * Gives the focus back to a button that lost it by being disabled, once it is enabled. When the
 * element that has the focus is removed, it goes to the panel, dialog or screen around it.
 */
function watchFocus(): () => void {
  // When a change is seen, the browser has already taken the focus from the element.
  let last: Element | null = document.activeElement;
  const note = ({ target }: FocusEvent) => {
    last = target instanceof Element ? target : null;
  };
  // A press beside everything gives up the focus.
  const giveUp = ({ target }: Event) => {
    if (target instanceof Node && !last?.contains(target)) last = null;
  };
  const observer = new MutationObserver((changes) => {
    for (const { type, target } of changes) {
      if (type !== "attributes" || !(target instanceof HTMLButtonElement)) continue;
      if (!target.disabled) focusEnabled(target);
      else if (target === last) focusWhenEnabled(target);
    }
    // While it was disabled, the screen may have got the focus.
    const removed = takeRemoved();
    const place = removed && surroundings(changes, removed);
    if (place) setTimeout(() => focusPlaceInScreen(place));
    if (last === null || last.isConnected) return;
    const around = surroundings(changes, last);
    last = null;
    // Whoever removed it may focus something else.
    if (around) setTimeout(() => focusPlaceWhenLost(around));
  });
  document.addEventListener("focusin", note);
  document.addEventListener("pointerdown", giveUp, { capture: true });
  observer.observe(document.body, {
    attributeFilter: ["disabled"],
    childList: true,
    subtree: true,
  });
  return () => {
    document.removeEventListener("focusin", note);
    document.removeEventListener("pointerdown", giveUp, { capture: true });
    observer.disconnect();
  };
}

/** The panel, dialog or screen that an element was removed from. */
function surroundings(changes: readonly MutationRecord[], removed: Element): HTMLElement | null {
  const change = changes.findLast(
    ({ target, removedNodes }) =>
      target.isConnected && [...removedNodes].some((node) => node.contains(removed)),
  );
  const from = change?.target;
  return from instanceof Element ? from.closest("section, [role=dialog], main") : null;
}

/**
 * Keeps the focus where the user works when the browser would move it to the top of the page: on a
 * button that is disabled until its response arrives, on the panel from which a pressed button was
 * removed, and on a screen whose link went with the screen before.
 */
export function KeptFocus() {
  const router = useRouter();
  useEffect(watchFocus, []);
  useEffect(
    () =>
      router.subscribe("onRendered", ({ pathChanged }) => {
        if (pathChanged) setTimeout(focusScreenWhenLost, closing);
      }),
    [router],
  );
  return null;
}
