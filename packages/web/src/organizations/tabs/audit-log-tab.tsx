import { AuditLog } from "../../users/audit/audit-log.tsx";
import type { OrganizationTabProps } from "../data.ts";

/** The audit log of an organization. */
export function AuditLogTab({ tenantId, companyId }: OrganizationTabProps) {
  return <AuditLog owner={{ tenant_id: tenantId, company_id: companyId }} />;
}
