/**
 * The roles of the platform and of an organization. Permissions depend only on these; the table is
 * in api/src/platform/permissions.ts.
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
/** `VIEWER` exists for both; which one it is depends on whether the user has a tenant. */
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
/** All distinct role names. */
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
 * belongs to one tenant and sees only that one.
 */
export const userTypes = ["platform", "staff", "organization"] as const;
export type UserType = (typeof userTypes)[number];

/** The type of a user with these roles. */
export function userTypeOf(roles: readonly Role[], tenantId: number | null): UserType {
  if (tenantId !== null) return "organization";
  return roles.includes("ADMINISTRATOR") ? "platform" : "staff";
}
