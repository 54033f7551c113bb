/** The longest wait for the browser to become idle, in milliseconds. */
const idleTimeout = 3_000;

/** The wait in browsers that cannot report that they are idle, in milliseconds. */
const fallbackDelay = 500;

/**
 * Runs low-priority work once the browser has rendered the page and is idle, so that it takes
 * neither network nor processor from the first screen.
 *
 * @returns a function that cancels it.
 */
export function whenIdle(run: () => void): () => void {
  if (typeof requestIdleCallback === "function") {
    const waiting = requestIdleCallback(run, { timeout: idleTimeout });
    return () => cancelIdleCallback(waiting);
  }
  const waiting = setTimeout(run, fallbackDelay);
  return () => clearTimeout(waiting);
}
