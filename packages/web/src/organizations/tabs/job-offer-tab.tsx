import { useHasPermission } from "../../session/data.ts";
import { JobOfferTemplate } from "../../templates/job-offer.tsx";
import type { OrganizationTabProps } from "../data.ts";

/** The job offer letter of an organization. */
export function JobOfferTab({ tenantId, companyId }: OrganizationTabProps) {
  const mayWrite = useHasPermission("configuration.write");
  return (
    <JobOfferTemplate owner={{ tenant_id: tenantId, company_id: companyId }} mayWrite={mayWrite} />
  );
}
