/** Whether the user is typing there, so that the focus must stay. */
function isField(element: Element | null): boolean {
  return element !== null && element.matches("input, textarea, select, [contenteditable='true']");
}

/**
 * Puts the focus into a field of a page that has just opened, unless another field already has it.
 * On screens that are touched it does nothing: there a focus brings up the keyboard, which covers
 * the form.
 */
export function focusFirst(field: HTMLElement | null | undefined): void {
  if (!field || isField(document.activeElement)) return;
  if (window.matchMedia("(hover: none)").matches) return;
  field.focus({ preventScroll: true });
}

const fields = [
  "input:not([type=hidden], [type=file], [type=radio], [type=checkbox], :disabled, [readonly])",
  "textarea:not(:disabled, [readonly])",
  "select:not(:disabled)",
  "[contenteditable=true]",
].join(", ");

/** The first field of a form that can be typed into or chosen from, unless another one says that it comes first. */
export function firstFieldIn(form: Element | null): HTMLElement | null {
  return (
    form?.querySelector<HTMLElement>("[data-autofocus]") ??
    form?.querySelector<HTMLElement>(fields) ??
    null
  );
}

/** The first such field after something on its page or in its dialog. */
export function firstFieldAfter(element: Element | null): HTMLElement | null {
  const whole = element?.closest("[role=dialog], main, body") ?? null;
  const after = [...(whole?.querySelectorAll<HTMLElement>(fields) ?? [])].find(
    (field) =>
      element !== null &&
      (element.compareDocumentPosition(field) & Node.DOCUMENT_POSITION_FOLLOWING) !== 0,
  );
  return after ?? null;
}

/** For `ref` of a form on a page: its first field has the focus when it opens; see {@link focusFirst}. */
export function focusFirstFieldOf(form: HTMLFormElement | null): void {
  focusFirst(firstFieldIn(form));
}

/**
 * For `ref` of a dialog's content: its first field has the focus when it opens, not the close
 * button.
 */
export function markFirstField(content: HTMLElement | null): void {
  firstFieldIn(content)?.setAttribute("data-autofocus", "");
}

/** For `ref` of what takes the place of the button that was just pressed. */
export function focusWhenShown(node: HTMLElement | null): void {
  node?.focus();
}
