import { useQuery } from "@tanstack/react-query";

import { useHasPermission } from "../session/data.ts";
import { TextLink } from "../ui/text-link.tsx";
import type { EmployeePath } from "./data.ts";
import { payrollSettingsQuery } from "./payroll-settings.ts";

import classes from "./facts.module.css";

/** Says that an employee's consent to NHF has no effect while the organization does not deduct it. */
export function NhfOff({ tenant_id, company_id }: EmployeePath) {
  const mayRead = useHasPermission("configuration.read");
  const mayChange = useHasPermission("configuration.write");
  const settings = useQuery({
    ...payrollSettingsQuery({ tenant_id, company_id }),
    enabled: mayRead,
  });
  if (settings.data?.nhf_active !== false) return null;
  return (
    <span className={classes.remark}>
      Nothing is deducted: NHF is switched off in the{" "}
      {mayChange ? (
        <TextLink
          to="/app/organizations/$tenant_id/$company_id"
          params={{ tenant_id: String(tenant_id), company_id: String(company_id) }}
          search={{ tab: "payroll-settings" }}
          underline="always"
        >
          payroll settings
        </TextLink>
      ) : (
        "payroll settings"
      )}
      .
    </span>
  );
}
