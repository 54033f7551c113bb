import { useOrganizationScope } from "../../accounting/organization-scope.tsx";
import { allOrganizations } from "../../platform/organization/scope-filter.ts";
import { useHasManyOrganizations } from "../../session/data.ts";

/**
 * The organization of a report, remembered together with that of the accounting pages.
 *
 * @param inAddress `tenant_id` in the address; undefined for none.
 * @param setInAddress puts another one into the address; undefined for all organizations.
 * @returns the `tenant_id` to request, 0 for all that the user may read, and whether these are
 *   several.
 */
export function useReportOrganization(
  inAddress: number | undefined,
  setInAddress: (tenantId: number | undefined) => void,
): { tenantId: number; several: boolean } {
  const tenantId = useOrganizationScope(inAddress, setInAddress);
  const keepsMany = useHasManyOrganizations();
  return { tenantId, several: keepsMany && tenantId === allOrganizations };
}
