import { Page } from "../ui/page/page.tsx";
import { AuditLog } from "../users/audit/audit-log.tsx";

/** What was done anywhere. */
export function AuditLogPage() {
  return (
    <Page title="Audit Log">
      <AuditLog owner="platform" />
    </Page>
  );
}
