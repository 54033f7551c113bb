import type { DataOf } from "@kontor/contract/endpoint";
import type { listSavedViews } from "@kontor/contract/users/saved-views";
import { queryOptions } from "@tanstack/react-query";

import type { RawSearch } from "../address.ts";
import { call } from "../api.ts";
import { contextParams, type ViewedList } from "../list-search.ts";

export type SavedView = DataOf<typeof listSavedViews>[number];

export const savedViewsKey = ["saved-views"] as const;

/**
 * The user's own views of all lists. They are few, and nobody else changes them, so they are loaded
 * once. The schemas of their calls are loaded on demand.
 */
export const savedViewsQuery = () =>
  queryOptions({
    queryKey: savedViewsKey,
    queryFn: async ({ signal }) => {
      const { listSavedViews: endpoint } = await import("@kontor/contract/users/saved-views");
      return call(endpoint, {}, { signal, quiet: true });
    },
    staleTime: Infinity,
  });

/**
 * A view applied to the organization of an address. If the view was saved in another organization,
 * filters by records of that organization, such as a ledger, are dropped.
 */
export function viewInOrganization(search: RawSearch, current: RawSearch): RawSearch {
  const isElsewhere =
    current["tenant_id"] !== undefined && search["tenant_id"] !== current["tenant_id"];
  const kept = Object.entries(search).filter(
    ([field]) => !(isElsewhere && field.endsWith("_id") && !organizationFreeParams.has(field)),
  );
  return { ...Object.fromEntries(kept), ...current };
}

/** Search parameters that name no record of an organization. */
const organizationFreeParams: ReadonlySet<string> = new Set(["tenant_id", "entry_type_id"]);

/**
 * Whether the address equals a view, in any order of fields. Its organization and page size count
 * only if the view names one.
 */
export function isViewShown({ current }: Pick<ViewedList, "current">, search: RawSearch): boolean {
  const chosen = Object.keys(current).filter((field) => !contextParams.has(field));
  const fields = new Set([...chosen, ...Object.keys(search)]);
  return [...fields].every((field) => current[field] === search[field]);
}
