/** What must still be ended when a measurement is interrupted, the latest last. */
const endings: (() => Promise<void>)[] = [];

let isListening = false;

/**
 * Has something ended when this process is asked to stop: a server outlives a process that is killed, and
 * would keep its disk and memory.
 *
 * @returns how to take that back, once it has ended otherwise.
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

/** Later things may depend on earlier ones, so they end first. */
async function endAll(): Promise<void> {
  for (const end of endings.splice(0).toReversed()) await end().catch(() => undefined);
}
