/** What must still be stopped when a measurement is interrupted, the latest last. */
const endings: (() => Promise<void>)[] = [];

let isListening = false;

/**
 * Registers something to stop when this process is asked to stop: otherwise a server would outlive
 * it, and keep its disk and memory.
 *
 * @returns a function that unregisters it.
 */
export function endOnInterrupt(end: () => Promise<void>): () => void {
  if (!isListening) process.once("SIGINT", onSignal).once("SIGTERM", onSignal);
  isListening = true;
  endings.push(end);
  return () => {
    endings.splice(endings.indexOf(end), 1);
  };
}

function onSignal(): void {
  void endAll().finally(() => process.exit(130));
}

/** Later ones may depend on earlier ones, so they are stopped first. */
async function endAll(): Promise<void> {
  for (const end of endings.splice(0).toReversed()) await end().catch(() => undefined);
}
