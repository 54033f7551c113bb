let requesting: Promise<unknown> | undefined;

/**
 * Requests the page's failed stylesheets again, each in its place. The import of a lazy component
 * waits for its stylesheets, but requests each only once in the life of the page. Without this
 * function, a component that is imported again would be shown unstyled.
 *
 * @throws Error when a stylesheet fails again.
 */
export async function loadFailedStyles(): Promise<void> {
  requesting ??= Promise.all(missingStyles().map(requestAgain)).finally(() => {
    requesting = undefined;
  });
  await requesting;
}

/** Includes stylesheets that are still loading, which are requested twice at worst. */
function missingStyles(): HTMLLinkElement[] {
  const links = document.querySelectorAll<HTMLLinkElement>("link[rel=stylesheet]");
  return [...links].filter(({ sheet }) => countRules(sheet) === 0);
}

/**
 * For a failed stylesheet, browsers return no sheet, an empty one, or, without a network, one whose
 * rules they refuse to give.
 */
function countRules(sheet: CSSStyleSheet | null): number {
  try {
    return sheet?.cssRules.length ?? 0;
  } catch {
    return 0;
  }
}

function requestAgain(failed: HTMLLinkElement): Promise<void> {
  const link = failed.cloneNode() as HTMLLinkElement;
  return new Promise((resolve, reject) => {
    link.addEventListener("load", () => {
      failed.remove();
      resolve();
    });
    link.addEventListener("error", () => {
      // The next attempt starts from the original link.
      link.remove();
      reject(new Error(`The stylesheet ${link.href} cannot be loaded.`));
    });
    failed.after(link);
  });
}
