import type { StatementField } from "@kontor/contract/reference/statement-columns";

import { onSessionEnd } from "../../platform/session.ts";
import { createStore } from "../../platform/store.ts";
import { undecided, type Decisions } from "./arrangement.ts";
import { contentMark, decisionsOnDevice, keepDecisions } from "./decisions-on-device.ts";

/** A statement that is being compared, and what the user decided about it. */
type KeptStatement = {
  tenantId: number;
  ledgerId: number;
  file: File;
  /** Distinguishes files of the same name. */
  number: number;
  /** By which the device recognizes the file's contents; null where it cannot. */
  mark: string | null;
  /** What the columns hold, when the user chose it. */
  columns: readonly (StatementField | null)[] | undefined;
  /** The last day of the statement, when the user chose it. */
  until: string | undefined;
  decisions: Decisions;
};

/**
 * The statement of this tab, until another file is chosen, the page is reloaded or the session ends.
 * It is kept outside the screen, because an entry for a line is added on another screen. The device
 * does not store it, because narrations name people; it stores the decisions, which are numbers.
 */
export const keptStatement = createStore<KeptStatement | null>(null);

onSessionEnd(() => keptStatement.set(null));

let files = 0;

/** Keeps a chosen file, with the decisions that the device has on one of the same contents. */
export async function keepFile(
  ledger: { tenantId: number; ledgerId: number },
  file: File,
): Promise<void> {
  files += 1;
  const number = files;
  const mark = await contentMark(file);
  // Another file was chosen meanwhile.
  if (number !== files) return;
  const stored = decisionsOnDevice(ledger);
  const own = mark !== null && stored?.mark === mark ? stored : null;
  keptStatement.set({
    ...ledger,
    file,
    number,
    mark,
    columns: own?.columns,
    until: own?.until,
    decisions: own?.decisions ?? undecided,
  });
}

/** Keeps what the user chose or decided about the file, also on the device. */
export function keepMore(
  change: Partial<Pick<KeptStatement, "columns" | "until" | "decisions">>,
): void {
  const kept = keptStatement.get();
  if (kept === null) return;
  const { mark, columns, until, decisions, ...more } = { ...kept, ...change };
  keptStatement.set({ ...more, mark, columns, until, decisions });
  if (mark !== null) keepDecisions(kept, { mark, columns, until, decisions });
}
