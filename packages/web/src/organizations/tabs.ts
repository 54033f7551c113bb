import type { Verb } from "@kontor/contract/endpoint";
import { lazy, type ComponentType, type LazyExoticComponent } from "react";

/** What every tab is told of the organization that is open. */
export type OrganizationTabProps = { tenantId: number; companyId: number; companyName: string };

/** One tab of an organization. */
export type OrganizationTab = {
  /** Stands in the address: `?tab=branches`. */
  key: string;
  label: string;
  /** Only users who hold this verb see the tab. */
  verb: Verb;
  /** Loaded when the tab is opened. */
  component: LazyExoticComponent<ComponentType<OrganizationTabProps>>;
};

/** The tabs from left to right; the first one is open unless the address names another. */
export const organizationTabs: readonly OrganizationTab[] = [
  {
    key: "branches",
    label: "Branches",
    verb: "organizations.read",
    component: lazy(async () => ({ default: (await import("./branches-tab.tsx")).BranchesTab })),
  },
];
