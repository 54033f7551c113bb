import { sheetLimits } from "@kontor/contract/reference/sheet-limits";

import type { Files } from "../http/request.ts";
import { Refusal } from "../refusal.ts";
import { inThread, ThreadOverLimit } from "../thread.ts";
import type { SheetKind } from "./kinds.ts";
import type { SheetFile, work } from "./sheet-worker.ts";
import type { Sheet } from "./table.ts";

/** Limits of reading a file: memory in MB, time in milliseconds. */
const memory = { maxOldGenerationSizeMb: 400, maxYoungGenerationSizeMb: 64 };
const timeLimit = 30_000;

const read = inThread<SheetFile, Awaited<ReturnType<typeof work>>>(
  import.meta.resolve("@kontor/api/platform/sheets/sheet-worker"),
  { memory, timeLimit, reused: false },
);

export type UploadedSheet = Sheet & { filename: string };

/**
 * The table in an uploaded file, read in a thread, because a workbook of some thousand rows takes
 * seconds.
 *
 * @throws Refusal at `file`: `sheet_missing`, `file_too_large`, `sheet_too_large`, and those of the
 *   readers.
 */
export const prepareSheet =
  (kind: SheetKind) =>
  async ({ file }: Files): Promise<UploadedSheet> => {
    if (file === undefined) throw Refusal.at("file", "sheet_missing");
    const { bytes, filename } = file;
    if (bytes.length > sheetLimits.bytes)
      throw Refusal.at("file", "file_too_large", { limit: "10 MB" });
    return { ...(await readInThread({ bytes, kind })), filename: filename.slice(-150) || "file" };
  };

async function readInThread(file: SheetFile): Promise<Sheet> {
  const reading = await read(file).catch((error: unknown) => {
    throw error instanceof ThreadOverLimit ? Refusal.at("file", "sheet_too_large") : error;
  });
  if ("sheet" in reading) return reading.sheet;
  throw Refusal.at("file", reading.problem.code, reading.problem.details);
}
