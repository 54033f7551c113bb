import type { organizationStatuses } from "@kontor/contract/reference/statuses";
import { keepPreviousData, queryOptions } from "@tanstack/react-query";

import { callPaged } from "../api.ts";
import type { OrganizationChoice } from "./scope-filter.ts";

/**
 * The app shell of every page names an organization, so the schemas of these calls are loaded on
 * demand.
 */
const loadContract = () => import("@kontor/contract/organizations/organizations");

/**
 * The prefix of every query key with organizations. Saving an organization invalidates all of them.
 */
export const organizationsKey = ["organizations"] as const;

/** How many choices a search field offers at once. Typing narrows them. */
export const maxChoices = 50;

/** An organization to choose. A suspended one may be chosen: staff work in its records. */
export type ListedOrganization = OrganizationChoice & {
  status: (typeof organizationStatuses)[number];
};

/** The first organizations by name that match the search, as choices. */
export const organizationChoicesQuery = (search: string) =>
  queryOptions({
    queryKey: [...organizationsKey, "choices", search],
    queryFn: async ({ signal }): Promise<ListedOrganization[]> => {
      const { listOrganizations } = await loadContract();
      const input = { search: search || undefined, sort: "name" as const, per_page: maxChoices };
      const { data } = await callPaged(listOrganizations, input, { signal });
      return data.map(({ tenant_id: tenantId, name, status }) => ({ tenantId, name, status }));
    },
    placeholderData: keepPreviousData,
    staleTime: 60_000,
  });

/** An organization with the company that its calls name. */
export type OrganizationIdentity = { tenantId: number; companyId: number; name: string };

/** One organization; null when none has that id. The screen shows a failed load itself. */
export const organizationIdentityQuery = (tenantId: number) =>
  queryOptions({
    queryKey: [...organizationsKey, "of", tenantId],
    queryFn: async ({ signal }): Promise<OrganizationIdentity | null> => {
      const { listOrganizations } = await loadContract();
      const input = { tenant_id: tenantId, per_page: 1 };
      const { data } = await callPaged(listOrganizations, input, { signal, quiet: true });
      const [found] = data;
      return found ? { tenantId, companyId: found.company_id, name: found.name } : null;
    },
    staleTime: 60_000,
  });
