import { addBranch, listBranches } from "@kontor/contract/organizations/branches";
import {
  createOrganization,
  getOrganization,
  listOrganizations,
  updateOrganization,
  type organizationDetail,
  type organizationListItem,
} from "@kontor/contract/organizations/organizations";
import { setOrganizationStatus } from "@kontor/contract/organizations/status";
import { keepPreviousData, queryOptions } from "@tanstack/react-query";
import type { z } from "zod";

import { call, callPaged, prefetchedPage, type CallInput } from "../platform/api.ts";
import { useEndpointMutation } from "../platform/mutation.ts";
import { organizationsKey } from "../platform/organization/choices.ts";

export type Organization = z.output<typeof organizationDetail>;
export type ListedOrganization = z.output<typeof organizationListItem>;
export type OrganizationIds = { tenantId: number; companyId: number };

/** The props of every tab of an organization's page. */
export type OrganizationTabProps = OrganizationIds & { companyName: string };

const keys = {
  list: [...organizationsKey, "list"],
  detail: [...organizationsKey, "detail"],
} as const;

/** One page of the organizations. */
export const organizationsQuery = (input: CallInput<typeof listOrganizations>) =>
  queryOptions({
    queryKey: [...keys.list, input],
    queryFn: ({ signal }) => callPaged(listOrganizations, input, { signal }),
    initialData: () => prefetchedPage(listOrganizations, input),
    placeholderData: keepPreviousData,
  });

/** One organization. The screen shows a failed load itself. */
export const organizationQuery = ({ tenantId, companyId }: OrganizationIds) =>
  queryOptions({
    queryKey: [...keys.detail, tenantId, companyId],
    queryFn: ({ signal }) =>
      call(
        getOrganization,
        { tenant_id: tenantId, company_id: companyId },
        { signal, quiet: true },
      ),
  });

/**
 * One page of an organization's branches. While it loads, the rows of another organization are not
 * shown.
 */
export const branchesQuery = (input: CallInput<typeof listBranches>) =>
  queryOptions({
    queryKey: ["branches", input] as const,
    queryFn: ({ signal }) => callPaged(listBranches, input, { signal }),
    placeholderData: (previous, query) => {
      const before = query?.queryKey[1];
      return before?.tenant_id === input.tenant_id && before.company_id === input.company_id
        ? previous
        : undefined;
    },
  });

/** Adds an organization. The API then creates its chart and pay account, and invites its owner. */
export const useCreateOrganization = () =>
  useEndpointMutation(createOrganization, [organizationsKey]);

/** Changes an organization and its logo. */
export const useUpdateOrganization = () =>
  useEndpointMutation(updateOrganization, [organizationsKey]);

/** Suspends an organization or resumes it, which also holds or releases its approved advances. */
export const useSetOrganizationStatus = () =>
  useEndpointMutation(setOrganizationStatus, [organizationsKey, ["salary-advances"]]);

/** Adds a branch to an organization. */
export const useAddBranch = () => useEndpointMutation(addBranch, [["branches"]]);
