import { readCsv } from "./csv.ts";
import type { SheetKind } from "./kinds.ts";
import { SheetProblem, type Sheet } from "./table.ts";
import { readXlsx } from "./xlsx.ts";

/**
 * The table in a file, whose type is recognized by its first bytes and not its name.
 *
 * @throws SheetProblem `sheet_is_pdf`, `sheet_is_old_excel`, and those of the readers.
 */
export async function readAnySheet(bytes: Buffer, kind: SheetKind): Promise<Sheet> {
  const beginning = bytes.subarray(0, 8).toString("hex");
  if (beginning.startsWith("255044462d")) throw new SheetProblem("sheet_is_pdf");
  if (beginning === "d0cf11e0a1b11ae1") throw new SheetProblem("sheet_is_old_excel");
  return beginning.startsWith("504b0304") ? readXlsx(bytes, kind) : readCsv(bytes, kind);
}
