import { Page } from "../ui/page/page.tsx";
import { AuditLog } from "../users/audit/audit-log.tsx";

/** The complete audit log. */
export function AuditLogPage() {
  return (
    <Page title="Audit Log">
      <AuditLog owner="platform" />
    </Page>
  );
}
