/** The dialog that is open on top of the page, which has the keyboard to itself; undefined for none. */
export function openDialog(): HTMLElement | undefined {
  return [...document.querySelectorAll<HTMLElement>("[role='dialog'][aria-modal='true']")].at(-1);
}
