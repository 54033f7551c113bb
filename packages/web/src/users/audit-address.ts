import type { ConfigurationOwner } from "@kontor/contract/configuration";
import { linkOptions } from "@tanstack/react-router";

/**
 * A link to the audit log of one record, in the log of the platform or of the record's
 * organization.
 */
export function auditLogLink(owner: ConfigurationOwner, subject: string) {
  if (owner === "platform") {
    return linkOptions({ to: "/app/settings/audit-log", search: { subject } });
  }
  const { tenant_id, company_id } = owner;
  return linkOptions({
    to: "/app/organizations/$tenant_id/$company_id",
    params: { tenant_id: String(tenant_id), company_id: String(company_id) },
    search: { tab: "audit-log", subject },
  });
}
