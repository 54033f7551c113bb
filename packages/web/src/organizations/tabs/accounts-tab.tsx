import { CompanyAccounts } from "../../funding/company-accounts.tsx";
import { useHasPermission } from "../../session/data.ts";
import type { OrganizationTabProps } from "../data.ts";

/** The funds of an organization. */
export function AccountsTab({ tenantId, companyId, companyName }: OrganizationTabProps) {
  const mayWrite = useHasPermission("funding.write");
  return (
    <CompanyAccounts
      organization={{ tenant_id: tenantId, company_id: companyId }}
      companyName={companyName}
      mayWrite={mayWrite}
    />
  );
}
