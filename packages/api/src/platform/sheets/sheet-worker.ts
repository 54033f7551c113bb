import type { ErrorCode } from "@kontor/contract/error-codes";

import type { SheetKind } from "./kinds.ts";
import { readAnySheet } from "./read-any.ts";
import { SheetProblem, type Sheet } from "./table.ts";

/** What the thread returns: the table in the file, or why there is none. */
type SheetReading =
  | { sheet: Sheet }
  | { problem: { code: ErrorCode; details: Record<string, string> } };

/** A file and the kind of its list. */
export type SheetFile = { bytes: Uint8Array; kind: SheetKind };

/** Reads one file, in the thread of sheet-in-worker.ts. */
export async function work({ bytes, kind }: SheetFile): Promise<SheetReading> {
  try {
    return { sheet: await readAnySheet(Buffer.from(bytes), kind) };
  } catch (error) {
    if (!(error instanceof SheetProblem)) throw error;
    return { problem: { code: error.code, details: error.details } };
  }
}
