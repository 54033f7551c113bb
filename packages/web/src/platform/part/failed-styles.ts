let requesting: Promise<unknown> | undefined;

/**
 * Requests the stylesheets of the page that are not there once more, each in its place. The import
 * of a part waits for its stylesheets, but asks for each once in the life of the page: without this,
 * a part that is imported again would be shown without them.
 *
 * @throws Error when one fails again.
 */
export async function loadFailedStyles(): Promise<void> {
  requesting ??= Promise.all(missingStyles().map(requestAgain)).finally(() => {
    requesting = undefined;
  });
  await requesting;
}

/** Those that are still under way are among them, and requested twice at worst. */
function missingStyles(): HTMLLinkElement[] {
  const links = document.querySelectorAll<HTMLLinkElement>("link[rel=stylesheet]");
  return [...links].filter(({ sheet }) => countRules(sheet) === 0);
}

/**
 * Browsers give a stylesheet that failed as none, as an empty one, or, where there was no network,
 * as one of which they refuse the rules.
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
      // The next attempt begins with the link before it.
      link.remove();
      reject(new Error(`The stylesheet ${link.href} cannot be loaded.`));
    });
    failed.after(link);
  });
}
