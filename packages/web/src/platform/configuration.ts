import type { QueryKey } from "@tanstack/react-query";

/**
 * Whose values a configuration screen shows: an organization's on its tab, or the platform's defaults
 * in Settings. The same screens serve both.
 */
export type ConfigurationOwner = { tenant_id: number; company_id: number } | "platform";

/** Tells the values of one owner from those of another in query keys. */
export function ownerKey(owner: ConfigurationOwner): QueryKey {
  return owner === "platform" ? [owner] : [owner.tenant_id, owner.company_id];
}
