/**
 * The roles of the platform and of an organization. Rights depend on these alone:
 * api/src/platform/permissions.ts has the table.
 */
const platformEntries = [
  ["ADMINISTRATOR", "Administrator", "May do everything, for every organization."],
  ["ACCOUNTANT", "Accountant", "Keeps the books of every organization."],
  [
    "REVIEWER",
    "Reviewer",
    "Decides on salary advances and payroll, reads reports and everything else but settings.",
  ],
  ["VIEWER", "Viewer", "Reads every organization's pages and books, without what people earn."],
] as const;

const organizationEntries = [
  [
    "OWNER",
    "Owner",
    "May do everything in the organization and approves its payroll. Deposits and withdrawals are recorded by the platform.",
  ],
  ["HR", "HR", "Looks after employees, what they earn and their salary advances."],
  ["PAYROLL_PREPARER", "Payroll preparer", "Prepares payroll and what it is made of."],
  ["DISBURSER", "Disburser", "Sends the money of payrolls that are approved."],
  ["BOOKKEEPER", "Bookkeeper", "Keeps the books and reads the funding account."],
  ["VIEWER", "Viewer", "Reads the organization's page and books, without what people earn."],
] as const;

export type PlatformRole = (typeof platformEntries)[number][0];
export type OrganizationRole = (typeof organizationEntries)[number][0];
/** `VIEWER` exists on both sides; whether the user has a tenant decides which one it is. */
export type Role = PlatformRole | OrganizationRole;

type RoleKind<Name extends Role> = { role: Name; title: string; about: string };

/** The roles of the platform in the order in which screens list them. */
export const platformRoles: readonly RoleKind<PlatformRole>[] = platformEntries.map(
  ([role, title, about]) => ({ role, title, about }),
);

/** The roles of an organization in the order in which screens list them. */
export const organizationRoles: readonly RoleKind<OrganizationRole>[] = organizationEntries.map(
  ([role, title, about]) => ({ role, title, about }),
);

export const platformRoleNames = platformEntries.map(([role]) => role);
export const organizationRoleNames = organizationEntries.map(([role]) => role);
/** All role names, each once. */
export const roleNames: readonly Role[] = [
  ...new Set<Role>([...platformRoleNames, ...organizationRoleNames]),
];

const titles = new Map<string, string>(
  [...platformRoles, ...organizationRoles].map(({ role, title }) => [role, title]),
);

/** The display name of a role. */
export function roleTitle(role: Role): string {
  return titles.get(role) ?? role;
}

/**
 * `platform` administers everything, `staff` has other roles of the platform, `organization`
 * belongs to one tenant and sees only that.
 */
export const userTypes = ["platform", "staff", "organization"] as const;
export type UserType = (typeof userTypes)[number];

/** The kind of user with these roles. */
export function userTypeOf(roles: readonly Role[], tenantId: number | null): UserType {
  if (tenantId !== null) return "organization";
  return roles.includes("ADMINISTRATOR") ? "platform" : "staff";
}
