import { AuditLog } from "../../users/audit/audit-log.tsx";
import type { OrganizationTabProps } from "../data.ts";

/** What was done in an organization. */
export function AuditLogTab({ tenantId, companyId }: OrganizationTabProps) {
  return <AuditLog owner={{ tenant_id: tenantId, company_id: companyId }} />;
}
