/** The requests that are running or have succeeded, by URL. */
const requests = new Map<string, Promise<void>>();

/**
 * Loads a file of the build: a script into the browser's cache, a stylesheet into the page. A failed
 * request is forgotten, so that the file can be requested again.
 *
 * @param file its path below the app's root, such as `assets/form-1.js`.
 * @throws Error when it cannot be loaded.
 */
export function requestFile(file: string): Promise<void> {
  const url = `/${file}`;
  const known = requests.get(url);
  if (known !== undefined) return known;
  const request = isInPage(url) ? Promise.resolve() : load(url);
  requests.set(url, request);
  request.catch(() => requests.delete(url));
  return request;
}

/**
 * Imports code once all of its files are in the browser's cache. Browsers remember that the import
 * of a script failed, or that of a script which it imports, until the page is reloaded, and take a
 * failed preload for a failed import. A fetch can be repeated. In a build, every dynamic import is
 * made by this function (vite/import-files.ts).
 *
 * @param load the dynamic import.
 * @param files the scripts and stylesheets that it needs, also indirectly.
 * @throws Error when a file cannot be loaded.
 */
export async function importWithFiles<Module>(
  load: () => Promise<Module>,
  files: readonly string[] = [],
): Promise<Module> {
  await Promise.all(files.map(requestFile));
  return load();
}

const isStylesheet = (url: string) => url.endsWith(".css");

/**
 * Whether the server listed the file in the page. A listed stylesheet that is still loading is
 * requested twice.
 */
function isInPage(url: string): boolean {
  const links = [...document.querySelectorAll<HTMLLinkElement>(`link[href="${url}"]`)];
  return links.some((link) => !isStylesheet(url) || hasRules(link.sheet));
}

/**
 * For a failed stylesheet, browsers return no sheet, an empty one, or, without a network, one whose
 * rules they refuse to give.
 */
function hasRules(sheet: CSSStyleSheet | null): boolean {
  try {
    return sheet !== null && sheet.cssRules.length > 0;
  } catch {
    return false;
  }
}

const load = (url: string) => (isStylesheet(url) ? addStylesheet(url) : fetchScript(url));

async function fetchScript(url: string): Promise<void> {
  const response = await fetch(url);
  if (!response.ok) throw new Error(`${url} cannot be loaded.`);
  // The browser caches only what has arrived completely.
  await response.arrayBuffer();
}

function addStylesheet(url: string): Promise<void> {
  const link = document.createElement("link");
  link.rel = "stylesheet";
  link.crossOrigin = "";
  link.href = url;
  return new Promise((resolve, reject) => {
    link.addEventListener("load", () => resolve());
    link.addEventListener("error", () => {
      link.remove();
      reject(new Error(`${url} cannot be loaded.`));
    });
    document.head.append(link);
  });
}
