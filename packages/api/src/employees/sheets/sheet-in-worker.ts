import { once } from "node:events";
import { Worker } from "node:worker_threads";

import { importLimits } from "@kontor/contract/employees/imports";
import type { ErrorCode } from "@kontor/contract/error-codes";

import type { Files } from "../../platform/http/request.ts";
import { Refusal } from "../../platform/refusal.ts";
import type { Sheet } from "./table.ts";

/** Limits of reading a file: memory in MB, time in milliseconds. */
const memory = { maxOldGenerationSizeMb: 400, maxYoungGenerationSizeMb: 64 };
const timeout = 30_000;

export type UploadedSheet = Sheet & { filename: string };

type Message = { sheet: Sheet } | { problem: { code: ErrorCode; details: Record<string, string> } };

let last: Promise<unknown> = Promise.resolve();

/**
 * The table in an uploaded file. A worker thread reads it, because a workbook of some thousand rows
 * takes seconds during which the process would serve no other request. Files are read one at a
 * time, to need the memory once.
 *
 * @throws Refusal at `file`: `sheet_missing`, `file_too_large`, `sheet_too_large`, and those of the
 *   readers.
 */
export async function prepareSheet({ file }: Files): Promise<UploadedSheet> {
  if (file === undefined) throw Refusal.at("file", "sheet_missing");
  const { bytes, filename } = file;
  if (bytes.length > importLimits.bytes)
    throw Refusal.at("file", "file_too_large", { limit: "10 MB" });
  const read = last.then(() => readInThread(bytes));
  last = read.catch(() => undefined);
  return { ...(await read), filename: filename.slice(-150) || "file" };
}

async function readInThread(bytes: Buffer): Promise<Sheet> {
  const worker = new Worker(
    new URL(import.meta.resolve("@kontor/api/employees/sheets/sheet-worker")),
    {
      workerData: bytes,
      resourceLimits: memory,
    },
  );
  try {
    const signal = AbortSignal.timeout(timeout);
    const [message] = (await once(worker, "message", { signal })) as [Message];
    if ("sheet" in message) return message.sheet;
    throw Refusal.at("file", message.problem.code, message.problem.details);
  } catch (error) {
    const { code, name } = error as NodeJS.ErrnoException;
    const large = code === "ERR_WORKER_OUT_OF_MEMORY" || name === "AbortError";
    throw large ? Refusal.at("file", "sheet_too_large") : error;
  } finally {
    await worker.terminate();
  }
}
