import { useEffect, useState } from "react";

/**
 * Puts the focus back on what had it before this dialog was drawn, once the dialog is gone and the
 * focus with it. Mantine does so only for dialogs that stay mounted, and most are drawn only while
 * they are open. Where the dialog did away with its own button, as a decision does, the focus goes
 * to the `main` of the screen, so that the next Tab begins there and not above the sidebar.
 */
export function useFocusBack(): void {
  const [opener] = useState(() => document.activeElement);
  useEffect(
    () => () => {
      focusWhenLost(opener);
      // What was saved is drawn in a task of its own, and the button may go with it.
      setTimeout(() => focusWhenLost(document.querySelector("main")));
    },
    [opener],
  );
}

/**
 * For `ref` of a button that its own press takes off the screen: the focus that would be lost goes
 * to the `main` of the screen. A button that was disabled meanwhile has lost it already.
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
