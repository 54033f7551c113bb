import { UsersTable } from "../../users/users-table.tsx";
import type { OrganizationTabProps } from "../data.ts";

/** The users of an organization. */
export function UsersTab({ tenantId, companyId }: OrganizationTabProps) {
  return <UsersTable owner={{ tenant_id: tenantId, company_id: companyId }} />;
}
