import { PayrollSettingsForm } from "../../payroll/settings/payroll-settings-form.tsx";
import { useHasPermission } from "../../session/data.ts";
import type { OrganizationTabProps } from "../data.ts";

/** The payroll settings of an organization. */
export function PayrollSettingsTab({ tenantId, companyId }: OrganizationTabProps) {
  const mayWrite = useHasPermission("configuration.write");
  return (
    <PayrollSettingsForm
      owner={{ tenant_id: tenantId, company_id: companyId }}
      mayWrite={mayWrite}
    />
  );
}
