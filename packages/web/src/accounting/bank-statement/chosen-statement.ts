import type { StatementField } from "@kontor/contract/reference/statement-columns";

import { onStoredByOtherTab } from "../../platform/form/plain-draft.ts";
import { onSessionEnd } from "../../platform/session.ts";
import { createStore } from "../../platform/store.ts";
import { emptyDecisions, type Decisions } from "./matching.ts";
import { contentHash, readStoredDecisions, writeStoredDecisions } from "./stored-decisions.ts";

/** The statement file that the user chose to compare, with the choices and decisions about it. */
type ChosenStatement = {
  tenantId: number;
  ledgerId: number;
  file: File;
  /** Distinguishes files of the same name. */
  number: number;
  /** The hash of the file's content; null if the browser cannot compute it. */
  hash: string | null;
  /** The fields of the columns, if the user chose them. */
  columns: readonly (StatementField | null)[] | undefined;
  /** The last day of the statement, if the user chose it. */
  until: string | undefined;
  decisions: Decisions;
};

/**
 * The statement of this tab, until another file is chosen, the page is reloaded or the session ends.
 * It is kept outside the screen, because adding an entry for a line leaves the screen. It is not
 * stored on the device, because narrations have names of people; only the decisions are.
 */
export const chosenStatement = createStore<ChosenStatement | null>(null);

onSessionEnd(() => chosenStatement.set(null));

// If two tabs compare one file, each continues with the decisions made in either.
onStoredByOtherTab(() => {
  const chosen = chosenStatement.get();
  if (chosen === null) return;
  const stored = readStoredDecisions(chosen);
  if (stored === null || stored.hash !== chosen.hash) return;
  const { columns, until, decisions } = stored;
  chosenStatement.set({ ...chosen, columns, until, decisions });
});

/** Counts the chosen files. */
let files = 0;

/** Begins the comparison of a file, with the stored decisions on a file of the same content. */
export async function chooseStatementFile(
  ledger: { tenantId: number; ledgerId: number },
  file: File,
): Promise<void> {
  files += 1;
  const number = files;
  const hash = await contentHash(file);
  // The user chose another file while the hash was computed.
  if (number !== files) return;
  const stored = readStoredDecisions(ledger);
  const earlier = hash !== null && stored?.hash === hash ? stored : null;
  chosenStatement.set({
    ...ledger,
    file,
    number,
    hash,
    columns: earlier?.columns,
    until: earlier?.until,
    decisions: earlier?.decisions ?? emptyDecisions,
  });
}

/** Changes the choices or decisions about the file, in this tab and on the device. */
export function updateChosenStatement(
  change: Partial<Pick<ChosenStatement, "columns" | "until" | "decisions">>,
): void {
  const chosen = chosenStatement.get();
  if (chosen === null) return;
  const { hash, columns, until, decisions, ...more } = { ...chosen, ...change };
  chosenStatement.set({ ...more, hash, columns, until, decisions });
  if (hash !== null) writeStoredDecisions(chosen, { hash, columns, until, decisions });
}
