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
};

/** Leads to what the audit log has of one record, for those who may read it. */
export function AuditLink({ owner, subject }: AuditLinkProps) {
  const mayRead = useMay(owner === "platform" ? "platform-audit.read" : "audit.read");
  if (!mayRead) return null;
  return (
    <ButtonLink
      {...auditOf(owner, subject)}
      size="xs"
      variant="default"
      leftSection={<IconHistory size={15} aria-hidden />}
    >
      Audit Log
    </ButtonLink>
  );
}
