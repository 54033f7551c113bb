import { useRef } from "react";

/** Whether the element takes typed input, so that the focus must stay on it. */
function isField(element: Element | null): boolean {
  return element !== null && element.matches("input, textarea, select, [contenteditable='true']");
}

/**
 * Focuses a field of a page that has just opened, unless another field already has the focus, or a
 * tab, from which the arrow keys go on to the next one. Does nothing on touch screens, where
 * focusing a field opens the keyboard, which covers the form.
 */
export function focusOnPageOpen(field: HTMLElement | null | undefined): void {
  const { activeElement } = document;
  if (!field || isField(activeElement) || activeElement?.matches("[role=tab]")) return;
  if (window.matchMedia("(hover: none)").matches) return;
  field.focus({ preventScroll: true });
}

const fieldSelector = [
  "input:not([type=hidden], [type=file], [type=radio], [type=checkbox], :disabled, [readonly])",
  "textarea:not(:disabled, [readonly])",
  "select:not(:disabled)",
  "[contenteditable=true]",
].join(", ");

/**
 * The first field of a form that takes typed input or a choice, unless another field is marked as
 * the first.
 */
export function firstFieldIn(form: Element | null): HTMLElement | null {
  return (
    form?.querySelector<HTMLElement>("[data-autofocus]") ??
    form?.querySelector<HTMLElement>(fieldSelector) ??
    null
  );
}

/** The first such field after an element, on its page or in its dialog. */
export function firstFieldAfter(element: Element | null): HTMLElement | null {
  const whole = element?.closest("[role=dialog], main, body") ?? null;
  const after = [...(whole?.querySelectorAll<HTMLElement>(fieldSelector) ?? [])].find(
    (field) =>
      element !== null &&
      (element.compareDocumentPosition(field) & Node.DOCUMENT_POSITION_FOLLOWING) !== 0,
  );
  return after ?? null;
}

/**
 * A `ref` for a form on a page: focuses its first field when the page opens; see {@link
 * focusOnPageOpen}.
 */
export function focusFirstFieldOf(form: HTMLFormElement | null): void {
  focusOnPageOpen(firstFieldIn(form));
}

/**
 * A `ref` for a dialog's content: its first field gets the focus when the dialog opens, instead of
 * the close button. A password confirms what is chosen above it, so the first of those choices
 * comes before it.
 */
export function markFirstField(content: HTMLElement | null): void {
  const field = firstFieldIn(content);
  const choice = field?.matches("[type=password]:not([data-autofocus])")
    ? content?.querySelector("[type=checkbox]:not(:disabled), [type=radio]:not(:disabled)")
    : null;
  (choice ?? field)?.setAttribute("data-autofocus", "");
}

/** A `ref` for an element that replaces the button that was just pressed. */
export function focusOnMount(node: HTMLElement | null): void {
  node?.focus();
}

/**
 * For a field that opens a list when it gets the focus: a dialog that has just opened would be
 * covered by it.
 *
 * @returns whether a dialog that has just opened, and not the user, is focusing the field.
 */
export function useFocusedByDialog(): (field: HTMLElement | null) => boolean {
  const opensDialog = useRef(true);
  return (field) => {
    const byDialog = opensDialog.current && field?.hasAttribute("data-autofocus") === true;
    opensDialog.current = false;
    return byDialog;
  };
}
