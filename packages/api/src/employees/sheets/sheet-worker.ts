import { parentPort, workerData } from "node:worker_threads";

import { readAny } from "./read-any.ts";
import { SheetProblem } from "./table.ts";

/** A thread that reads one file and ends, started by sheet-in-worker.ts. */
const bytes = Buffer.from(workerData as Uint8Array);
try {
  parentPort?.postMessage({ sheet: await readAny(bytes) }, []);
} catch (error) {
  if (!(error instanceof SheetProblem)) throw error;
  parentPort?.postMessage({ problem: { code: error.code, details: error.details } }, []);
}
