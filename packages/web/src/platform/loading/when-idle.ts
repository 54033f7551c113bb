/** The longest wait for the browser to become idle, in milliseconds. */
const maxWait = 3_000;

/** The wait in browsers that cannot report that they are idle, in milliseconds. */
const fallbackWait = 500;

/**
 * Runs low-priority work once the browser has rendered the page and is idle, so that it takes
 * neither network nor processor from the first screen.
 *
 * @returns a function that cancels it.
 */
export function whenIdle(run: () => void): () => void {
  if (typeof requestIdleCallback === "function") {
    const waiting = requestIdleCallback(run, { timeout: maxWait });
    return () => cancelIdleCallback(waiting);
  }
  const waiting = setTimeout(run, fallbackWait);
  return () => clearTimeout(waiting);
}
