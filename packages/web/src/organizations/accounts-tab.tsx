import { getRouteApi } from "@tanstack/react-router";

import { CompanyAccounts } from "../funding/company-accounts.tsx";
import { useMay } from "../session/data.ts";
import type { OrganizationTabProps } from "./data.ts";

const route = getRouteApi("/app/organizations/$tenant_id/$company_id");

/** The funds of an organization. */
export function AccountsTab({ tenantId, companyId, companyName }: OrganizationTabProps) {
  const mayWrite = useMay("funding.write");
  const { tab, action, status, start_date, end_date, page } = route.useSearch();
  const navigate = route.useNavigate();
  return (
    <CompanyAccounts
      organization={{ tenant_id: tenantId, company_id: companyId }}
      companyName={companyName}
      mayWrite={mayWrite}
      view={{ action, status, start_date, end_date, page }}
      onView={(view) => void navigate({ search: { tab, ...view } })}
    />
  );
}
