/** The longest that something waits for the browser to have nothing else to do, in milliseconds. */
const atMost = 3_000;

/** What browsers wait that cannot tell when they are idle, in milliseconds. */
const usual = 500;

/**
 * Runs what can wait until the browser has drawn the page and is idle, so that it takes neither network nor
 * processor from the first screen.
 *
 * @returns what calls it off.
 */
export function whenIdle(run: () => void): () => void {
  if (typeof requestIdleCallback === "function") {
    const waiting = requestIdleCallback(run, { timeout: atMost });
    return () => cancelIdleCallback(waiting);
  }
  const waiting = setTimeout(run, usual);
  return () => clearTimeout(waiting);
}
