import { keepPreviousData, queryOptions } from "@tanstack/react-query";

import { callPaged } from "../api.ts";
import type { OrganizationChoice } from "./scope-filter.ts";

/** The frame of every page names an organization, so the calls' schemas are loaded on demand. */
const loadContract = () => import("@kontor/contract/organizations/organizations");

/** The prefix of every query key that holds organizations; saving one marks all of them out of date. */
export const organizationsKey = ["organizations"] as const;

/** How many are offered at once; typing narrows them. */
const most = 50;

/** The first organizations by name that match the search, as choices. */
export const organizationChoicesQuery = (search: string) =>
  queryOptions({
    queryKey: [...organizationsKey, "choices", search],
    queryFn: async ({ signal }): Promise<OrganizationChoice[]> => {
      const { listOrganizations } = await loadContract();
      const input = { search: search || undefined, sort: "name" as const, per_page: most };
      const { data } = await callPaged(listOrganizations, input, { signal });
      return data.map(({ tenant_id, name }) => ({ tenantId: tenant_id, name }));
    },
    placeholderData: keepPreviousData,
    staleTime: 60_000,
  });

/** An organization with the company that its calls name. */
export type OrganizationIdentity = { tenantId: number; companyId: number; name: string };

/** One organization; null when there is none of that id. A failure is shown by the screen itself. */
export const organizationOfQuery = (tenantId: number) =>
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
