import { FundingRulesForm } from "../../funding/funding-rules-form.tsx";
import { useHasPermission } from "../../session/data.ts";
import type { OrganizationTabProps } from "../data.ts";

/** The rules for moving funds of an organization. */
export function FundingLimitsTab({ tenantId, companyId }: OrganizationTabProps) {
  const mayWrite = useHasPermission("configuration.write");
  return (
    <FundingRulesForm owner={{ tenant_id: tenantId, company_id: companyId }} mayWrite={mayWrite} />
  );
}
