import { getRouteApi } from "@tanstack/react-router";

import { useMay } from "../session/data.ts";
import { EmailTemplates } from "../templates/email-templates.tsx";
import { Page } from "../ui/page/page.tsx";

const route = getRouteApi("/app/settings/email-templates");

/** The platform's default text of each mail. */
export function EmailTemplatesPage() {
  const mayWrite = useMay("settings.write");
  const { search } = route.useSearch();
  const navigate = route.useNavigate();
  return (
    <Page title="Email Templates">
      <EmailTemplates
        owner="platform"
        mayWrite={mayWrite}
        search={search ?? ""}
        onSearch={(text) =>
          void navigate({ search: { search: text || undefined }, replace: search !== undefined })
        }
      />
    </Page>
  );
}
