import { ModuleGrid } from "../../modules/module-grid.tsx";
import { useHasPermission } from "../../session/data.ts";
import type { OrganizationTabProps } from "../data.ts";

/** The modules of an organization. */
export function ModulesTab({ tenantId, companyId }: OrganizationTabProps) {
  const mayWrite = useHasPermission("configuration.write");
  return <ModuleGrid owner={{ tenant_id: tenantId, company_id: companyId }} mayWrite={mayWrite} />;
}
