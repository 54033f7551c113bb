import { useEffect, useState } from "react";

import { topmostDialog } from "./topmost-dialog.ts";

/**
 * Returns the focus to the element that had it before this dialog opened, if closing the dialog
 * lost the focus. Mantine does so only for dialogs that stay mounted, and most are mounted only
 * while they are open. If the dialog removed its own button, as a decision does, the focus goes to
 * the `main` of the screen, so that the next Tab starts there and not above the sidebar; but never
 * behind another dialog, such as that whose Submit asked the question.
 */
export function useReturnFocus(): void {
  const [opener] = useState(() => document.activeElement);
  useEffect(
    () => () => {
      // Since the dialog was removed, the screen may have got the focus, as it does after a change
      // of the address.
      if (document.activeElement?.matches("body, main")) focusElement(opener);
      if (opener?.matches(":disabled")) focusWhenEnabled(opener);
      // The saved state renders in a separate task, which may remove the button.
      setTimeout(focusScreenWhenLost);
    },
    [opener],
  );
}

/**
 * For `ref` of a button that disappears when it is pressed: the lost focus goes to the `main` of
 * the screen. A button that was disabled meanwhile has already lost the focus.
 */
export function focusMainOnUnmount(button: HTMLElement | null): () => void {
  return () => {
    const { activeElement, body } = document;
    if (activeElement !== button && activeElement !== body) return;
    setTimeout(focusScreenWhenLost);
  };
}

/** The button that gets the focus back when it is enabled. */
let buttonAwaitingFocus: Element | null = null;

/** The button gets the focus once it is enabled, unless the user has moved the focus by then. */
export function focusWhenEnabled(button: Element): void {
  buttonAwaitingFocus = button;
}

/** Gives the focus back to a button that is enabled again. */
export function focusIfAwaited(button: Element): void {
  if (button !== buttonAwaitingFocus) return;
  buttonAwaitingFocus = null;
  // Meanwhile the focus may have been given to what is around the button.
  if (document.activeElement?.matches("body, main, [role=dialog]")) focusElement(button);
}

/** The button that should have got the focus back, if it was removed instead. It is returned once. */
export function takeRemovedButton(): Element | null {
  if (buttonAwaitingFocus === null || buttonAwaitingFocus.isConnected) return null;
  const removed = buttonAwaitingFocus;
  buttonAwaitingFocus = null;
  return removed;
}

/** Gives a lost focus to the open dialog, or else to the `main` of the screen. */
export function focusScreenWhenLost(): void {
  focusWhenLost(topmostDialog() ?? document.querySelector("main"));
}

/** Focuses a panel, dialog or screen if the focus was lost or is on the screen as a whole. */
export function focusContainerInScreen(place: HTMLElement): void {
  if (document.activeElement?.matches("body, main")) focusContainer(place);
}

/** Gives a lost focus to a panel, dialog or screen. */
export function focusContainerWhenLost(place: HTMLElement): void {
  if (document.activeElement === document.body) focusContainer(place);
}

function focusContainer(place: HTMLElement): void {
  if (!place.hasAttribute("tabindex")) {
    place.tabIndex = -1;
    // Afterwards a click in the panel must not focus it.
    place.addEventListener("blur", () => place.removeAttribute("tabindex"), { once: true });
  }
  focusElement(place);
}

/**
 * Focuses an element, and scrolls to it, if the focus was lost or was moved to the screen because
 * there was no better target.
 */
export function focusInScreen(target: HTMLElement | null): void {
  if (document.activeElement?.matches("body, main")) target?.focus();
}

/**
 * Focuses what appeared after a submit that was refused, if the button that was pressed can have
 * the focus no longer because it is disabled.
 */
export function focusInsteadOfDisabled(target: HTMLElement | null): void {
  if (document.activeElement?.matches("body, main, :disabled")) target?.focus();
}

/** Focuses an element if the focus was lost. */
function focusWhenLost(target: Element | null): void {
  if (document.activeElement === document.body) focusElement(target);
}

function focusElement(target: Element | null): void {
  if (target instanceof HTMLElement) target.focus({ preventScroll: true });
}
