import type { Permission } from "@kontor/contract/endpoint";
import {
  IconBook2,
  IconBuilding,
  IconLayoutDashboard,
  IconSettings,
  type Icon,
} from "@tabler/icons-react";
import type { LinkProps } from "@tanstack/react-router";

import { paths } from "../paths.ts";

/** One page of the sidebar. */
export type NavigationPage = {
  label: string;
  /** One line about the page, for its link on the dashboard. */
  about: string;
  to: LinkProps["to"];
  /** Only users who hold this permission see the entry; every signed-in user when left out. */
  permission?: Permission;
  /** The name in `counts` of `GET wire/me` whose number is shown as a badge. */
  count?: string;
};

/** One entry of the sidebar: a page, or a group of pages. */
export type NavigationEntry =
  | (NavigationPage & { icon: Icon })
  | { label: string; icon: Icon; pages: readonly NavigationPage[] };

/** The sidebar from top to bottom. A new screen adds its entry here and its route to router.tsx. */
export const navigation: readonly NavigationEntry[] = [
  {
    label: "Dashboard",
    about: "Where the day begins",
    icon: IconLayoutDashboard,
    to: paths.dashboard,
  },
  {
    label: "Organizations",
    about: "Companies, their funds, modules and templates",
    icon: IconBuilding,
    to: "/app/organizations",
    permission: "organizations.read",
  },
  {
    label: "Accounting",
    icon: IconBook2,
    pages: [
      {
        label: "Chart of Accounts",
        about: "Groups, ledgers and their balances",
        to: "/app/chart-accounts",
        permission: "accounting.read",
      },
      {
        label: "Entries",
        about: "Receipts and all other postings",
        to: "/app/entries",
        permission: "accounting.read",
      },
    ],
  },
  {
    label: "Settings",
    about: "What holds for every organization",
    icon: IconSettings,
    to: "/app/settings",
    permission: "settings.read",
  },
];

/** The entries that a user with these permissions sees; a group without pages is left out. */
export function navigationFor(permissions: readonly Permission[]): readonly NavigationEntry[] {
  const allowed = (page: NavigationPage) =>
    page.permission === undefined || permissions.includes(page.permission);
  return navigation.flatMap<NavigationEntry>((entry) => {
    if (!("pages" in entry)) return allowed(entry) ? [entry] : [];
    const pages = entry.pages.filter(allowed);
    return pages.length > 0 ? [{ ...entry, pages }] : [];
  });
}
