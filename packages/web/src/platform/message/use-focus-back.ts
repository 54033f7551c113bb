import { useEffect, useState } from "react";

/**
 * Returns the focus to the element that had it before this dialog opened, if closing the dialog
 * lost the focus. Mantine does so only for dialogs that stay mounted, and most are mounted only
 * while they are open. If the dialog removed its own button, as a decision does, the focus goes to
 * the `main` of the screen, so that the next Tab starts there and not above the sidebar.
 */
export function useFocusBack(): void {
  const [opener] = useState(() => document.activeElement);
  useEffect(
    () => () => {
      focusWhenLost(opener);
      // The saved state renders in a separate task, which may remove the button.
      setTimeout(() => focusWhenLost(document.querySelector("main")));
    },
    [opener],
  );
}

/**
 * For `ref` of a button that disappears when it is pressed: the lost focus goes to the `main` of
 * the screen. A button that was disabled meanwhile has already lost the focus.
 */
export function focusMainAfter(button: HTMLElement | null): () => void {
  return () => {
    const { activeElement, body } = document;
    if (activeElement !== button && activeElement !== body) return;
    setTimeout(() => focusWhenLost(document.querySelector("main")));
  };
}

function focusWhenLost(target: Element | null): void {
  const lost = document.activeElement === document.body;
  if (lost && target instanceof HTMLElement) target.focus({ preventScroll: true });
}
