import type { ConfigurationOwner } from "@kontor/contract/configuration";
import { IconHistory } from "@tabler/icons-react";

import { useMay } from "../session/data.ts";
import { ButtonLink } from "../ui/button-link.tsx";
import { auditOf } from "./audit-address.ts";

type AuditLinkProps = {
  /** Whose log it is. */
  owner: ConfigurationOwner;
  /** The record, `noun:id`. */
  subject: string;
  /** What the link is called where "Audit Log" names something else beside it. */
  label?: string;
  size?: "xs" | "sm";
};

/** Leads to what the audit log has of one record, for those who may read it. */
export function AuditLink({ owner, subject, label = "Audit Log", size = "xs" }: AuditLinkProps) {
  const mayRead = useMay(owner === "platform" ? "platform-audit.read" : "audit.read");
  if (!mayRead) return null;
  return (
    <ButtonLink
      {...auditOf(owner, subject)}
      size={size}
      variant="default"
      leftSection={<IconHistory size={15} aria-hidden />}
    >
      {label}
    </ButtonLink>
  );
}
