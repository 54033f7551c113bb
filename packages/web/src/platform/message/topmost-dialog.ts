/** The topmost open dialog, which takes all keyboard input; undefined when none is open. */
export function topmostDialog(): HTMLElement | undefined {
  return [...document.querySelectorAll<HTMLElement>("[role='dialog'][aria-modal='true']")].at(-1);
}
