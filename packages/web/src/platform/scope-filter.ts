import { onSessionEnd } from "./session.ts";
import { createStore, useStore } from "./store.ts";

/** The value of the organization filter that stands for all organizations. */
export const allOrganizations = 0;

const key = "organization_filter";

/** Reads a kept filter: a whole number from 0; anything else is no filter. */
export function parseFilter(text: string | null): number {
  return text !== null && /^\d{1,15}$/.test(text) ? Number(text) : allOrganizations;
}

const store = createStore<number | null>(null);

/**
 * The organization chosen on any accounting page, as `tenant_id`, or {@link allOrganizations}. It is
 * remembered across these pages until the session ends.
 */
export function useOrganizationFilter(): [number, (tenantId: number) => void] {
  const chosen = useStore(store);
  return [chosen ?? parseFilter(sessionStorage.getItem(key)), chooseOrganization];
}

/** Sets the filter for all accounting pages. */
export function chooseOrganization(tenantId: number): void {
  sessionStorage.setItem(key, String(tenantId));
  store.set(tenantId);
}

onSessionEnd(() => {
  sessionStorage.removeItem(key);
  store.set(null);
});
