import { AdvanceRulesForm } from "../../salary-advances/rules/advance-rules-form.tsx";
import { useHasPermission } from "../../session/data.ts";
import type { OrganizationTabProps } from "../data.ts";

/** The rules for salary advances of an organization. */
export function SalaryAdvanceConfigTab({ tenantId, companyId }: OrganizationTabProps) {
  const mayWrite = useHasPermission("configuration.write");
  return (
    <AdvanceRulesForm owner={{ tenant_id: tenantId, company_id: companyId }} mayWrite={mayWrite} />
  );
}
