import type { StatementField } from "@kontor/contract/reference/statement-columns";

import { onSessionEnd } from "../../platform/session.ts";
import { createStore } from "../../platform/store.ts";
import { undecided, type Decisions } from "./arrangement.ts";

/** A statement that is being compared, and what the user decided about it. */
type KeptStatement = {
  tenantId: number;
  ledgerId: number;
  file: File;
  /** Distinguishes files of the same name. */
  number: number;
  /** What the columns hold, when the user chose it. */
  columns: readonly (StatementField | null)[] | undefined;
  decisions: Decisions;
};

/**
 * The statement of this tab, until another file is chosen, the page is reloaded or the session ends.
 * It is kept outside the screen, because an entry for a line is added on another screen. The device
 * does not store it: narrations name people.
 */
export const keptStatement = createStore<KeptStatement | null>(null);

onSessionEnd(() => keptStatement.set(null));

let files = 0;

/** Keeps a chosen file, without decisions. */
export function keepFile(ledger: { tenantId: number; ledgerId: number }, file: File): void {
  files += 1;
  keptStatement.set({ ...ledger, file, number: files, columns: undefined, decisions: undecided });
}

/** Keeps what the user chose or decided about the file. */
export function keepMore(change: Partial<Pick<KeptStatement, "columns" | "decisions">>): void {
  const kept = keptStatement.get();
  if (kept !== null) keptStatement.set({ ...kept, ...change });
}
