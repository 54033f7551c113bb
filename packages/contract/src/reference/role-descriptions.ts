import type { OrganizationRole, PlatformRole } from "./roles.ts";

/** What each role of the platform may do, shown to those who grant it. */
export const platformRoleDescriptions: Readonly<Record<PlatformRole, string>> = {
  ADMINISTRATOR: "May do everything, for every organization.",
  ACCOUNTANT: "Keeps the books of every organization.",
  REVIEWER:
    "Decides on salary advances and payroll, reads reports and everything else but settings.",
  VIEWER: "Reads every organization's pages and books, without what people earn.",
};

/** What each role of an organization may do. */
export const organizationRoleDescriptions: Readonly<Record<OrganizationRole, string>> = {
  OWNER:
    "May do everything in the organization and approves its payroll. Deposits and withdrawals are recorded by the platform.",
  HR: "Looks after employees, what they earn and their salary advances.",
  PAYROLL_PREPARER: "Prepares payroll and what it is made of.",
  DISBURSER: "Sends the money of payrolls that are approved.",
  BOOKKEEPER: "Keeps the books and reads the funding account.",
  VIEWER: "Reads the organization's page and books, without what people earn.",
};
