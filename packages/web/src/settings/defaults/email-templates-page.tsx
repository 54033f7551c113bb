import { useHasPermission } from "../../session/data.ts";
import { EmailTemplates } from "../../templates/email-templates.tsx";
import { Page } from "../../ui/page/page.tsx";

/** The platform's default text of each mail. */
export function EmailTemplatesPage() {
  const mayWrite = useHasPermission("settings.write");
  return (
    <Page title="Email Templates">
      <EmailTemplates owner="platform" mayWrite={mayWrite} />
    </Page>
  );
}
