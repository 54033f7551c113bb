import { inThread, ThreadOverLimit } from "../thread.ts";
import type { PrintedTable } from "./pdf-table.ts";
import type { work } from "./pdf-worker.ts";

/**
 * Memory limit of the layout. {@link exportLimits} keeps lists well below it; a list of unusually
 * long texts that needs more ends only its own thread.
 */
const memory = { maxOldGenerationSizeMb: 110, maxYoungGenerationSizeMb: 16 };

/**
 * Time limit of the layout, in milliseconds. The longest list that {@link exportLimits} allows takes
 * a few seconds, and up to a minute on an overloaded machine. Without a limit, one that never ends
 * would keep all later ones waiting.
 */
const timeLimit = 120_000;

const layOut = inThread<PrintedTable, Awaited<ReturnType<typeof work>>>(
  import.meta.resolve("@kontor/api/platform/export/pdf-worker"),
  { memory, timeLimit, reused: true },
);

/** Thrown when a list is too large to be laid out within the limits of memory and time. */
export class PdfTooLarge extends Error {}

/**
 * Renders a list as a PDF in a thread, because laying out several thousand lines takes seconds.
 *
 * @param signal aborts the work when its result is no longer needed.
 * @throws PdfTooLarge, or the signal's reason.
 */
export async function renderTable(printed: PrintedTable, signal: AbortSignal): Promise<Buffer> {
  try {
    const bytes = await layOut(printed, signal);
    return Buffer.from(bytes.buffer, bytes.byteOffset, bytes.byteLength);
  } catch (error) {
    if (!(error instanceof ThreadOverLimit)) throw error;
    throw new PdfTooLarge("the list needs too much memory or time", { cause: error });
  }
}
