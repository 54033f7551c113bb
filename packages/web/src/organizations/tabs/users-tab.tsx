import { SignInRulesPanel } from "../../users/sign-in-rules.tsx";
import { UsersTable } from "../../users/users-table.tsx";
import type { OrganizationTabProps } from "../data.ts";

/** The users of an organization, and its sign-in rules. */
export function UsersTab({ tenantId, companyId }: OrganizationTabProps) {
  const owner = { tenant_id: tenantId, company_id: companyId };
  return (
    <>
      <UsersTable owner={owner} />
      <SignInRulesPanel owner={owner} />
    </>
  );
}
