import { move } from "piscina";

import { tableDocument, type PrintedTable } from "./pdf-table.ts";
import { renderPdf } from "./pdf.ts";

/**
 * Lays out one list, in the thread of pdf-in-worker.ts. The input was copied, which turns a Buffer
 * into plain bytes; the result is moved.
 */
export async function work(printed: PrintedTable): Promise<Uint8Array> {
  const { logo } = printed.letterhead;
  const letterhead = { ...printed.letterhead, logo: logo && Buffer.from(logo) };
  const pdf = new Uint8Array(await renderPdf(tableDocument({ ...printed, letterhead })));
  return move(pdf) as typeof pdf;
}
