import type { Permission } from "@kontor/contract/endpoint";
import {
  IconBook2,
  IconBuilding,
  IconCash,
  IconLayoutDashboard,
  IconReceipt2,
  IconReportAnalytics,
  IconSettings,
  IconUsers,
  type Icon,
} from "@tabler/icons-react";
import type { LinkProps } from "@tanstack/react-router";

import { paths } from "../paths.ts";
import type { WaitingCounts } from "./waiting-counts.ts";

/** One page of the sidebar. */
export type NavigationPage = {
  label: string;
  /** One line about the page, for its link on the dashboard. */
  about: string;
  link: LinkProps;
  /** Only users with this permission see the entry; without it, every signed-in user does. */
  permission?: Permission;
  /** The letter that opens the page after `g`. */
  key?: string;
  /** The count of waiting items, shown as a badge. */
  count?: keyof WaitingCounts;
};

/** One entry of the sidebar: a page, or a group of pages. */
export type NavigationEntry =
  | (NavigationPage & { icon: Icon })
  | { label: string; icon: Icon; pages: readonly NavigationPage[] };

const organizations = "/app/organizations";

/** The sidebar from top to bottom. A new screen adds its entry here and its route to router.tsx. */
export const navigation: readonly NavigationEntry[] = [
  {
    label: "Dashboard",
    about: "Balances, decisions and tasks that need attention",
    key: "d",
    icon: IconLayoutDashboard,
    link: { to: paths.dashboard },
  },
  {
    label: "Organizations",
    about: "Companies, their funds, modules and templates",
    key: "o",
    icon: IconBuilding,
    link: { to: organizations },
    permission: "organizations.read",
  },
  {
    label: "Salary Advance",
    about: "Requests, payments and outstanding balances",
    key: "a",
    icon: IconCash,
    link: { to: "/app/salary-advances" },
    permission: "salary-advances.read",
    count: "salaryAdvances",
  },
  {
    label: "Employees",
    about: "Staff records, pay and details missing for payroll",
    key: "e",
    icon: IconUsers,
    link: { to: "/app/employees" },
    permission: "employees.read",
  },
  {
    label: "Payroll",
    about: "Payroll runs, payslips and next steps",
    key: "p",
    icon: IconReceipt2,
    link: { to: "/app/payroll" },
    permission: "payroll.read",
    count: "payroll",
  },
  {
    label: "Accounting",
    icon: IconBook2,
    pages: [
      {
        label: "Chart of Accounts",
        about: "Groups, ledgers and their balances",
        key: "c",
        link: { to: "/app/chart-accounts" },
        permission: "accounting.read",
      },
      {
        label: "Entries",
        about: "Receipts, payments, contra and journal entries",
        key: "n",
        link: { to: "/app/entries" },
        permission: "accounting.read",
      },
      {
        label: "Month-end",
        about: "Lock reported periods and close financial years",
        key: "m",
        link: { to: "/app/month-end" },
        permission: "accounting.read",
      },
    ],
  },
  {
    label: "Settings",
    about: "Settings that apply to every organization",
    key: "s",
    icon: IconSettings,
    link: { to: "/app/settings" },
    permission: "settings.read",
  },
  {
    label: "Reports",
    about: "Financial, payroll and transaction reports",
    key: "r",
    icon: IconReportAnalytics,
    link: { to: "/app/reports" },
    permission: "reports.read",
  },
];

/**
 * The signed-in user. For a user of an organization, the sidebar links to that organization's page.
 */
type Viewer = {
  permissions: readonly Permission[];
  tenant_id: number | null;
  company_id: number | null;
};

/**
 * The entries that a user sees. A group without pages is left out, and an unknown user sees none.
 */
export function navigationFor(viewer: Viewer | undefined): readonly NavigationEntry[] {
  const permissions = viewer?.permissions ?? [];
  const allowed = (page: NavigationPage) =>
    page.permission === undefined || permissions.includes(page.permission);
  return navigation.flatMap<NavigationEntry>((entry) => {
    if (!("pages" in entry)) return allowed(entry) ? [ownOrganization(entry, viewer)] : [];
    const pages = entry.pages.filter(allowed);
    return pages.length > 0 ? [{ ...entry, pages }] : [];
  });
}

/**
 * For a user of one organization, replaces the list of organizations by that organization's page.
 */
function ownOrganization(
  entry: NavigationPage & { icon: Icon },
  viewer: Viewer | undefined,
): NavigationPage & { icon: Icon } {
  const { tenant_id = null, company_id = null } = viewer ?? {};
  if (entry.link.to !== organizations || tenant_id === null || company_id === null) return entry;
  return {
    ...entry,
    label: "Organization",
    about: "Your company, its users and its settings",
    link: {
      to: "/app/organizations/$tenant_id/$company_id",
      params: { tenant_id: String(tenant_id), company_id: String(company_id) },
    },
  };
}

/** All pages that a user may open, including those in groups. */
export function pagesOf(entries: readonly NavigationEntry[]): readonly NavigationPage[] {
  return entries.flatMap<NavigationPage>((entry) => ("pages" in entry ? entry.pages : [entry]));
}
