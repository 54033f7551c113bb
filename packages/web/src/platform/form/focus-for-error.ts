let isFocusingError = false;

/** Focuses a field that has an error and scrolls it into view. */
export function focusForError(field: HTMLElement | undefined): void {
  isFocusingError = true;
  field?.focus();
  isFocusingError = false;
}

/**
 * For the focus handler of a field: whether the form is focusing the field because of an error that
 * is not shown yet. Anything that the field opens on focus would cover the error.
 */
export function isFocusedForError(): boolean {
  return isFocusingError;
}
