import type { StatementField } from "@kontor/contract/reference/statement-columns";

import { readPlainDraft, writePlainDraft } from "../../platform/form/plain-draft.ts";
import type { Decisions } from "./arrangement.ts";

type OfLedger = { tenantId: number; ledgerId: number };

/**
 * What the device keeps of a comparison, until the user logs out: decisions by row numbers and
 * entries, and a hash of the file instead of the file, which names people.
 */
export type DecisionsOnDevice = {
  mark: string;
  columns?: readonly (StatementField | null)[] | undefined;
  until?: string | undefined;
  decisions: Decisions;
};

const screenOf = ({ tenantId, ledgerId }: OfLedger) => `bank-statement:${tenantId}:${ledgerId}`;

/** The decisions on the last statement of a ledger; null when the device has none. */
export function decisionsOnDevice(ledger: OfLedger): DecisionsOnDevice | null {
  return readPlainDraft(screenOf(ledger)) as DecisionsOnDevice | null;
}

/** Keeps the decisions in place of those on an earlier statement of the ledger; null removes them. */
export function keepDecisions(ledger: OfLedger, kept: DecisionsOnDevice | null): void {
  writePlainDraft(screenOf(ledger), kept);
}

/** The number of decisions. */
export function countDecisions({ confirmed, apart }: Decisions): number {
  return confirmed.length + apart.length;
}

/** Whether the device has these decisions, so that a reload does not lose them. */
export function isOnDevice(ledger: OfLedger, mark: string | null, decisions: Decisions): boolean {
  const stored = decisionsOnDevice(ledger);
  return (
    mark !== null &&
    stored?.mark === mark &&
    JSON.stringify(stored.decisions) === JSON.stringify(decisions)
  );
}

/**
 * Recognizes a file by a hash of its contents, from which nothing can be read; null where the
 * browser has none, which is so without HTTPS.
 */
export async function contentMark(file: File): Promise<string | null> {
  // Without a secure context the property is missing, whatever its type says.
  const subtle = crypto.subtle as SubtleCrypto | undefined;
  if (subtle === undefined) return null;
  const digest = await subtle.digest("SHA-256", await file.arrayBuffer());
  return Array.from(new Uint8Array(digest), (byte) => byte.toString(16).padStart(2, "0")).join("");
}
