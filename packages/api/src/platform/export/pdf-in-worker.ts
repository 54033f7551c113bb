import { once } from "node:events";
import { Worker } from "node:worker_threads";

import type { PrintedTable } from "./pdf-table.ts";

/**
 * Memory limit of the layout, in MB. {@link exportLimits} keeps lists well below it; a list of
 * unusually long texts that needs more ends only its own thread.
 */
const memory = { maxOldGenerationSizeMb: 110, maxYoungGenerationSizeMb: 16 };

/** Thrown when a list is too large to be laid out within the memory limit. */
export class PdfTooLarge extends Error {}

let last: Promise<unknown> = Promise.resolve();

/**
 * Renders a list as a PDF in a worker thread, because laying out several thousand lines takes
 * seconds and would block all requests. Only one is rendered at a time, to bound the memory.
 *
 * @param signal aborts the work when its result is no longer needed.
 * @throws PdfTooLarge, or the signal's reason.
 */
export async function renderTable(printed: PrintedTable, signal: AbortSignal): Promise<Buffer> {
  const rendered = last.then(() => renderInThread(printed, signal));
  last = rendered.catch(() => undefined);
  return rendered;
}

async function renderInThread(printed: PrintedTable, signal: AbortSignal): Promise<Buffer> {
  signal.throwIfAborted();
  const worker = new Worker(
    new URL(import.meta.resolve("@kontor/api/platform/export/pdf-worker")),
    {
      workerData: printed,
      resourceLimits: memory,
    },
  );
  try {
    const [bytes] = (await Promise.race([
      once(worker, "message", { signal }),
      once(worker, "exit", { signal }),
    ])) as [Uint8Array | number];
    if (typeof bytes === "number") throw new Error(`the thread ended with ${bytes}`);
    return Buffer.from(bytes.buffer, bytes.byteOffset, bytes.byteLength);
  } catch (error) {
    const large = (error as NodeJS.ErrnoException).code === "ERR_WORKER_OUT_OF_MEMORY";
    throw large ? new PdfTooLarge("the list needs too much memory", { cause: error }) : error;
  } finally {
    await worker.terminate();
  }
}
