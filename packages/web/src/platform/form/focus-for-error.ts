let goingToError = false;

/** Takes the user to a field that is not right, where it is on the screen. */
export function focusForError(field: HTMLElement | undefined): void {
  goingToError = true;
  field?.focus();
  goingToError = false;
}

/**
 * For the focus handler of a field: whether a form takes the user there for an error, which is not on the
 * screen yet. What the field opens when it is focused would lie over it.
 */
export function isFocusedForError(): boolean {
  return goingToError;
}
