const schemeAttribute = "data-mantine-color-scheme";

/**
 * Prints in the light scheme, since paper is white. @returns a function that removes the listeners.
 */
export function printInLight(): () => void {
  const page = document.documentElement;
  let shown: string | null = null;
  const before = () => {
    shown ??= page.getAttribute(schemeAttribute);
    page.setAttribute(schemeAttribute, "light");
  };
  const after = () => {
    if (shown !== null) page.setAttribute(schemeAttribute, shown);
    shown = null;
  };
  // A browser that shows how a page would print changes the medium without these events.
  const paper = window.matchMedia("print");
  const follow = () => (paper.matches ? before() : after());
  window.addEventListener("beforeprint", before);
  window.addEventListener("afterprint", after);
  paper.addEventListener("change", follow);
  return () => {
    window.removeEventListener("beforeprint", before);
    window.removeEventListener("afterprint", after);
    paper.removeEventListener("change", follow);
  };
}
