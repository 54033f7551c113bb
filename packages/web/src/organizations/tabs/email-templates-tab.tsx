import { useHasPermission } from "../../session/data.ts";
import { EmailTemplates } from "../../templates/email-templates.tsx";
import type { OrganizationTabProps } from "../data.ts";

/** The email templates of an organization. */
export function EmailTemplatesTab({ tenantId, companyId }: OrganizationTabProps) {
  const mayWrite = useHasPermission("configuration.write");
  return (
    <EmailTemplates owner={{ tenant_id: tenantId, company_id: companyId }} mayWrite={mayWrite} />
  );
}
