import type { OrganizationRole, PlatformRole } from "./roles.ts";

/** What each role of the platform may do, shown to those who grant it. */
export const platformRoleDescriptions: Readonly<Record<PlatformRole, string>> = {
  ADMINISTRATOR: "May do everything, for every organization.",
  ACCOUNTANT: "Keeps the books of every organization, locks periods and closes years.",
  REVIEWER:
    "Decides on salary advances and payroll. Reads reports and everything else except settings.",
  VIEWER: "Reads every organization’s pages and books, but not pay.",
};

/** What each role of an organization may do. */
export const organizationRoleDescriptions: Readonly<Record<OrganizationRole, string>> = {
  OWNER:
    "May do everything in the organization and approves its payroll. Deposits and withdrawals are recorded by the platform.",
  HR: "Manages employees, their pay and their salary advances.",
  PAYROLL_PREPARER: "Prepares payroll and its inputs.",
  DISBURSER: "Disburses approved payrolls.",
  BOOKKEEPER: "Keeps the books and reads the funding account.",
  VIEWER: "Reads the organization’s page and books, but not pay.",
};
