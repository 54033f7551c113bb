import type { StatementField } from "@kontor/contract/reference/statement-columns";

import { readPlainDraft, writePlainDraft } from "../../platform/form/plain-draft.ts";
import type { Decisions } from "./matching.ts";

type LedgerIds = { tenantId: number; ledgerId: number };

/**
 * What the device stores of a comparison until the user logs out: the decisions, by row numbers and
 * entries, and a hash of the file. The file itself is not stored, because it has names of people.
 */
export type StoredDecisions = {
  hash: string;
  columns?: readonly (StatementField | null)[] | undefined;
  until?: string | undefined;
  decisions: Decisions;
};

/**
 * The decisions as they are written on the device. A decision that was stored by an earlier version
 * must stay readable, so these names do not change.
 */
type StoredShape = Omit<StoredDecisions, "hash" | "decisions"> & {
  mark: string;
  decisions: { confirmed: Decisions["confirmed"]; apart: Decisions["unmatchedPairs"] };
};

const draftScreenOf = ({ tenantId, ledgerId }: LedgerIds) =>
  `bank-statement:${tenantId}:${ledgerId}`;

/** The stored decisions on the last statement of a ledger; null if there are none. */
export function readStoredDecisions(ledger: LedgerIds): StoredDecisions | null {
  const stored = readPlainDraft(draftScreenOf(ledger)) as StoredShape | null;
  if (stored === null) return null;
  const { mark, decisions, ...choices } = stored;
  const { confirmed, apart } = decisions;
  return { ...choices, hash: mark, decisions: { confirmed, unmatchedPairs: apart } };
}

/**
 * Stores the decisions in place of those on an earlier statement of the ledger; null removes them.
 */
export function writeStoredDecisions(ledger: LedgerIds, stored: StoredDecisions | null): void {
  if (stored === null) {
    writePlainDraft(draftScreenOf(ledger), null);
    return;
  }
  const { hash, decisions, ...choices } = stored;
  const { confirmed, unmatchedPairs } = decisions;
  const shape: StoredShape = {
    mark: hash,
    ...choices,
    decisions: { confirmed, apart: unmatchedPairs },
  };
  writePlainDraft(draftScreenOf(ledger), shape);
}

/** The number of decisions. */
export function countDecisions({ confirmed, unmatchedPairs }: Decisions): number {
  return confirmed.length + unmatchedPairs.length;
}

/** Whether these decisions are stored, so that a reload does not lose them. */
export function areDecisionsStored(
  ledger: LedgerIds,
  hash: string | null,
  decisions: Decisions,
): boolean {
  const stored = readStoredDecisions(ledger);
  return (
    hash !== null &&
    stored?.hash === hash &&
    JSON.stringify(stored.decisions) === JSON.stringify(decisions)
  );
}

/**
 * The SHA-256 of a file's content, which identifies it without revealing it; null if the browser
 * cannot compute it, as in pages without HTTPS.
 */
export async function contentHash(file: File): Promise<string | null> {
  // Without a secure context the property is missing, whatever its type says.
  const subtle = crypto.subtle as SubtleCrypto | undefined;
  if (subtle === undefined) return null;
  const digest = await subtle.digest("SHA-256", await file.arrayBuffer());
  return Array.from(new Uint8Array(digest), (byte) => byte.toString(16).padStart(2, "0")).join("");
}
