import type { getFinancials } from "@kontor/contract/funding/funding";
import type { listBranches } from "@kontor/contract/organizations/branches";
import type { listOrganizationAudit } from "@kontor/contract/users/audit";

import type { ListSearch } from "../platform/address.ts";

/**
 * The search parameters of one organization: its open tab, and the state of the list in that tab.
 */
export type OrganizationSearch = ListSearch<typeof listBranches> &
  ListSearch<typeof getFinancials> &
  Pick<ListSearch<typeof listOrganizationAudit>, "subject"> & { tab?: string | undefined };

/** The ids in the address of an organization; null when they are not ids. */
export function readOrganizationIds(params: {
  tenant_id: string;
  company_id: string;
}): { tenantId: number; companyId: number } | null {
  const tenantId = readId(params.tenant_id);
  const companyId = readId(params.company_id);
  return tenantId === null || companyId === null ? null : { tenantId, companyId };
}

function readId(text: string): number | null {
  return /^[1-9]\d{0,14}$/.test(text) ? Number(text) : null;
}
