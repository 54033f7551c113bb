/** Whether somebody is writing there, so that the focus must stay. */
function isField(element: Element | null): boolean {
  return element !== null && element.matches("input, textarea, select, [contenteditable='true']");
}

/**
 * Puts the focus into a field of a page that has just opened, unless somebody is in another one already. On
 * screens that are touched it does nothing: there a focus brings up the keyboard, which covers the form.
 */
export function focusFirst(field: HTMLElement | null | undefined): void {
  if (!field || isField(document.activeElement)) return;
  if (window.matchMedia("(hover: none)").matches) return;
  field.focus({ preventScroll: true });
}

/** For `ref` of what takes the place of the button that was just pressed. */
export function focusWhenShown(node: HTMLElement | null): void {
  node?.focus();
}
