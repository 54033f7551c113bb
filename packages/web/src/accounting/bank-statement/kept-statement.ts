import type { StatementField } from "@kontor/contract/reference/statement-columns";

import { onSessionEnd } from "../../platform/session.ts";
import { createStore } from "../../platform/store.ts";
import { undecided, type Decisions } from "./arrangement.ts";
import { contentMark, decisionsOnDevice, keepDecisions } from "./decisions-on-device.ts";

/** The statement file that the user chose to compare, with the choices and decisions about it. */
type KeptStatement = {
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
export const keptStatement = createStore<KeptStatement | null>(null);

onSessionEnd(() => keptStatement.set(null));

/** Counts the chosen files. */
let files = 0;

/** Begins the comparison of a file, with the stored decisions on a file of the same content. */
export async function keepFile(
  ledger: { tenantId: number; ledgerId: number },
  file: File,
): Promise<void> {
  files += 1;
  const number = files;
  const hash = await contentMark(file);
  // The user chose another file while the hash was computed.
  if (number !== files) return;
  const stored = decisionsOnDevice(ledger);
  const earlier = hash !== null && stored?.hash === hash ? stored : null;
  keptStatement.set({
    ...ledger,
    file,
    number,
    hash,
    columns: earlier?.columns,
    until: earlier?.until,
    decisions: earlier?.decisions ?? undecided,
  });
}

/** Changes the choices or decisions about the file, in this tab and on the device. */
export function keepMore(
  change: Partial<Pick<KeptStatement, "columns" | "until" | "decisions">>,
): void {
  const chosen = keptStatement.get();
  if (chosen === null) return;
  const { hash, columns, until, decisions, ...more } = { ...chosen, ...change };
  keptStatement.set({ ...more, hash, columns, until, decisions });
  if (hash !== null) keepDecisions(chosen, { hash, columns, until, decisions });
}
