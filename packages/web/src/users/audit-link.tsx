import type { ConfigurationOwner } from "@kontor/contract/configuration";
import { IconHistory } from "@tabler/icons-react";
import { useQuery } from "@tanstack/react-query";

import { organizationIdentityQuery } from "../platform/organization/choices.ts";
import { useHasPermission } from "../session/data.ts";
import { ButtonLink } from "../ui/button-link.tsx";
import { auditLogLink } from "./audit-address.ts";

type AuditLinkProps = {
  /** The owner of the log. */
  owner: ConfigurationOwner;
  /** The record, `noun:id`. */
  subject: string;
  /** The label of the link, if "Audit Log" already means something else beside it. */
  label?: string;
  size?: "xs" | "sm";
};

/** A link to the audit log of one record, for users who may read it. */
export function AuditLink({ owner, subject, label = "Audit Log", size = "xs" }: AuditLinkProps) {
  const mayRead = useHasPermission(owner === "platform" ? "platform-audit.read" : "audit.read");
  if (!mayRead) return null;
  return (
    <ButtonLink
      {...auditLogLink(owner, subject)}
      size={size}
      variant="default"
      leftSection={<IconHistory size={15} aria-hidden />}
    >
      {label}
    </ButtonLink>
  );
}

type RecordAuditLinkProps = Pick<AuditLinkProps, "subject"> & { tenantId: number };

/**
 * Like {@link AuditLink}, for a record that names only its organization. It is shown once the
 * company is loaded.
 */
export function RecordAuditLink({ tenantId, subject }: RecordAuditLinkProps) {
  const mayRead = useHasPermission("audit.read");
  const organization = useQuery({ ...organizationIdentityQuery(tenantId), enabled: mayRead }).data;
  if (!organization) return null;
  const owner = { tenant_id: tenantId, company_id: organization.companyId };
  return <AuditLink owner={owner} subject={subject} />;
}
