import { SignInRulesPanel } from "../../users/sign-in-rules.tsx";
import { UsersTable } from "../../users/users-table.tsx";
import type { OrganizationTabProps } from "../data.ts";

/** The users of an organization, and what is asked of them when they sign in. */
export function UsersTab({ tenantId, companyId }: OrganizationTabProps) {
  const owner = { tenant_id: tenantId, company_id: companyId };
  return (
    <>
      <UsersTable owner={owner} />
      <SignInRulesPanel owner={owner} />
    </>
  );
}
