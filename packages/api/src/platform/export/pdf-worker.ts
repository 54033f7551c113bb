import { parentPort, workerData } from "node:worker_threads";

import { tableDocument, type PrintedTable } from "./pdf-table.ts";
import { renderPdf } from "./pdf.ts";

/**
 * A worker thread that lays out one list and ends, started by pdf-in-worker.ts. Its input was
 * copied, which turns a Buffer into plain bytes.
 */
const printed = workerData as PrintedTable;
const { logo } = printed.letterhead;
const letterhead = { ...printed.letterhead, logo: logo && Buffer.from(logo) };
const pdf = new Uint8Array(await renderPdf(tableDocument({ ...printed, letterhead })));
parentPort?.postMessage(pdf, [pdf.buffer]);
