import { useQuery } from "@tanstack/react-query";
import { useNavigate, useSearch } from "@tanstack/react-router";

import { OrganizationScope, useOrganizationScope } from "../accounting/organization-scope.tsx";
import { readIdParam } from "../platform/address.ts";
import { allOrganizations } from "../platform/organization/scope-filter.ts";
import { useHasManyOrganizations, useHasPermission } from "../session/data.ts";
import { Loaded } from "../ui/page/loaded.tsx";
import { dashboardQuery, type Dashboard } from "./data.ts";
import { CostsPanel, FlowsPanel, WalletsPanel } from "./money-panels.tsx";
import { ProofPanel } from "./proof-panel.tsx";
import { openDuesLink } from "./report-links.ts";
import { ActivityPanel, DecisionsPanel, DuePanel, PayrollPanel } from "./work-panels.tsx";

import classes from "./dashboard.module.css";

/** The overview of one organization or all, with each part by permission. */
export function DashboardPanels() {
  const { tenant_id: typed } = useSearch({ from: "/app/dashboard" });
  const navigate = useNavigate();
  const show = (tenant_id: number | undefined) =>
    void navigate({ to: "/app/dashboard", search: { tenant_id }, replace: true });
  const tenantId = useOrganizationScope(readIdParam(typed), show);
  const keepsMany = useHasManyOrganizations();
  const several = keepsMany && tenantId === allOrganizations;
  const query = useQuery(dashboardQuery(tenantId));
  const mayProve = useHasPermission("accounting.read");
  return (
    <>
      {keepsMany && (
        <div className={classes.filter}>
          <OrganizationScope onChoose={show} />
        </div>
      )}
      <Loaded query={query} what="The dashboard">
        {(dashboard) => (
          <div className={classes.grid}>
            <DashboardParts dashboard={dashboard} tenantId={tenantId} several={several} />
            {mayProve && <ProofPanel tenantId={tenantId} several={several} />}
          </div>
        )}
      </Loaded>
    </>
  );
}

type DashboardPartsProps = { dashboard: Dashboard; tenantId: number; several: boolean };

function DashboardParts({ dashboard, tenantId, several }: DashboardPartsProps) {
  const { wallets, flows, costs, decisions, payroll, due, activity } = dashboard;
  const linked = useHasPermission("reports.read");
  const mayOpenFunds = useHasPermission("funding.read");
  const mayOpenPay = useHasPermission("payroll.read");
  return (
    <>
      {decisions.length > 0 && <DecisionsPanel decisions={decisions} />}
      {payroll && <PayrollPanel payroll={payroll} several={several} />}
      {wallets && (
        <WalletsPanel {...{ wallets, tenantId, several }} linked={linked && mayOpenFunds} />
      )}
      {flows && <FlowsPanel flows={flows} tenantId={tenantId} linked={linked && mayOpenFunds} />}
      {costs && <CostsPanel {...{ costs, tenantId, several, linked }} />}
      {due && (
        <DuePanel
          due={due}
          behind={linked && mayOpenPay ? (each) => openDuesLink(tenantId, each) : undefined}
        />
      )}
      {activity && <ActivityPanel activity={activity} several={several} />}
    </>
  );
}
