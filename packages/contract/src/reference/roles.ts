/**
 * The roles of the platform and of an organization. Rights depend on these alone:
 * api/src/platform/permissions.ts has the table.
 */
const platformEntries = [
  ["ADMINISTRATOR", "Administrator"],
  ["ACCOUNTANT", "Accountant"],
  ["REVIEWER", "Reviewer"],
  ["VIEWER", "Viewer"],
] as const;

const organizationEntries = [
  ["OWNER", "Owner"],
  ["HR", "HR"],
  ["PAYROLL_PREPARER", "Payroll preparer"],
  ["DISBURSER", "Disburser"],
  ["BOOKKEEPER", "Bookkeeper"],
  ["VIEWER", "Viewer"],
] as const;

export type PlatformRole = (typeof platformEntries)[number][0];
export type OrganizationRole = (typeof organizationEntries)[number][0];
/** `VIEWER` exists on both sides; whether the user has a tenant decides which one it is. */
export type Role = PlatformRole | OrganizationRole;

type RoleKind<Name extends Role> = { role: Name; title: string };

/** The roles of the platform in the order in which screens list them. */
export const platformRoles: readonly RoleKind<PlatformRole>[] = platformEntries.map(
  ([role, title]) => ({ role, title }),
);

/** The roles of an organization in the order in which screens list them. */
export const organizationRoles: readonly RoleKind<OrganizationRole>[] = organizationEntries.map(
  ([role, title]) => ({ role, title }),
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
