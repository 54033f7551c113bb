import { getRouteApi } from "@tanstack/react-router";

import { useMay } from "../session/data.ts";
import { EmailTemplates } from "../templates/email-templates.tsx";
import type { OrganizationTabProps } from "./data.ts";

const route = getRouteApi("/app/organizations/$tenant_id/$company_id");

/** The mails of an organization. */
export function EmailTemplatesTab({ tenantId, companyId }: OrganizationTabProps) {
  const mayWrite = useMay("configuration.write");
  const { tab, search } = route.useSearch();
  const navigate = route.useNavigate();
  return (
    <EmailTemplates
      owner={{ tenant_id: tenantId, company_id: companyId }}
      mayWrite={mayWrite}
      search={search ?? ""}
      onSearch={(text) =>
        void navigate({ search: { tab, search: text || undefined }, replace: search !== undefined })
      }
    />
  );
}
