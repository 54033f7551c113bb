import type { Permission } from "@kontor/contract/endpoint";

import { lazyComponent, type LazyComponent } from "../platform/loading/lazy-component.ts";
import type { OrganizationTabProps } from "./data.ts";

/** One tab of an organization. */
export type OrganizationTab = {
  /** Its name in the address: `?tab=branches`. */
  key: string;
  label: string;
  /** Only users with this permission see the tab. */
  permission: Permission;
  /** Loaded when the tab is opened. */
  component: LazyComponent<OrganizationTabProps>;
};

/** The tabs from left to right. The first one is open unless the address names another. */
export const organizationTabs: readonly OrganizationTab[] = [
  {
    key: "accounts",
    label: "Company Accounts",
    permission: "funding.read",
    component: lazyComponent(() => import("./tabs/accounts-tab.tsx"), "AccountsTab"),
  },
  {
    key: "modules",
    label: "Modules",
    permission: "configuration.read",
    component: lazyComponent(() => import("./tabs/modules-tab.tsx"), "ModulesTab"),
  },
  {
    key: "email-templates",
    label: "Email Templates",
    permission: "configuration.read",
    component: lazyComponent(() => import("./tabs/email-templates-tab.tsx"), "EmailTemplatesTab"),
  },
  {
    key: "job-offer",
    label: "Job Offer Template",
    permission: "configuration.read",
    component: lazyComponent(() => import("./tabs/job-offer-tab.tsx"), "JobOfferTab"),
  },
  {
    key: "salary-advance-config",
    label: "Salary Advance Config",
    permission: "configuration.read",
    component: lazyComponent(
      () => import("./tabs/salary-advance-config-tab.tsx"),
      "SalaryAdvanceConfigTab",
    ),
  },
  {
    key: "funding-limits",
    label: "Funding Limits",
    permission: "configuration.read",
    component: lazyComponent(() => import("./tabs/funding-limits-tab.tsx"), "FundingLimitsTab"),
  },
  {
    key: "payroll-settings",
    label: "Payroll Settings",
    permission: "configuration.read",
    component: lazyComponent(() => import("./tabs/payroll-settings-tab.tsx"), "PayrollSettingsTab"),
  },
  {
    key: "branches",
    label: "Branches",
    permission: "organizations.read",
    component: lazyComponent(() => import("./tabs/branches-tab.tsx"), "BranchesTab"),
  },
  {
    key: "users",
    label: "Users",
    permission: "users.read",
    component: lazyComponent(() => import("./tabs/users-tab.tsx"), "UsersTab"),
  },
  {
    key: "audit-log",
    label: "Audit Log",
    permission: "audit.read",
    component: lazyComponent(() => import("./tabs/audit-log-tab.tsx"), "AuditLogTab"),
  },
];
