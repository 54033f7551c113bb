import { storeOnDevice, userSettingKey } from "../platform/session.ts";

/** How often and how recently a user chose a ledger on this device. */
export type LedgerUse = { id: number; times: number; last: number };

/** The maximum number of ledgers remembered for an organization. */
const maxUses = 40;
/** The maximum number of recent ledgers that are suggested, and of frequent ones. */
const maxSuggested = 5;

function storageKeyOf(tenantId: number): string | null {
  return userSettingKey(`ledgers:${tenantId}`);
}

function ledgerUsesOf(tenantId: number): LedgerUse[] {
  const key = storageKeyOf(tenantId);
  try {
    const uses = JSON.parse((key && localStorage.getItem(key)) ?? "[]") as unknown;
    return Array.isArray(uses) ? (uses as LedgerUse[]) : [];
  } catch {
    return [];
  }
}

/** The uses with one more use of a ledger, which becomes the latest. */
export function addLedgerUse(uses: readonly LedgerUse[], id: number): LedgerUse[] {
  const last = 1 + Math.max(0, ...uses.map((use) => use.last));
  const times = 1 + (uses.find((use) => use.id === id)?.times ?? 0);
  return [{ id, times, last }, ...uses.filter((use) => use.id !== id)].slice(0, maxUses);
}

/** The ids of the ledgers used last, then of those used most often. */
export function rankLedgers(uses: readonly LedgerUse[]): number[] {
  const recent = uses.toSorted((a, b) => b.last - a.last).slice(0, maxSuggested);
  const often = uses
    .filter(({ times }) => times > 1)
    .toSorted((a, b) => b.times - a.times || b.last - a.last)
    .slice(0, maxSuggested);
  return [...new Set([...recent, ...often].map(({ id }) => id))];
}

/**
 * Remembers on this device that the user chose a ledger for an entry. Without it, ledgers are listed
 * by code.
 */
export function recordLedgerUse(ledger: { tenant_id: number; id: number }): void {
  const uses = addLedgerUse(ledgerUsesOf(ledger.tenant_id), ledger.id);
  storeOnDevice(storageKeyOf(ledger.tenant_id), JSON.stringify(uses));
}

/** The ledgers that are listed first for entries of an organization, by {@link rankLedgers}. */
export function suggestedLedgers(tenantId: number): number[] {
  return rankLedgers(ledgerUsesOf(tenantId));
}
