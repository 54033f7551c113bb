import { parentPort, workerData } from "node:worker_threads";

import { readAny } from "./read-any.ts";
import { SheetProblem } from "./table.ts";

/** A worker thread that reads one file and ends; sheet-in-worker.ts starts it. */
const bytes = Buffer.from(workerData as Uint8Array);
try {
  parentPort?.postMessage({ sheet: await readAny(bytes) }, []);
} catch (error) {
  if (!(error instanceof SheetProblem)) throw error;
  parentPort?.postMessage({ problem: { code: error.code, details: error.details } }, []);
}
