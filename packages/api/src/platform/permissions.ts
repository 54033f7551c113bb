import { permissions, type Permission } from "@kontor/contract/endpoint";
import {
  organizationRoleNames,
  platformRoleNames,
  type OrganizationRole,
  type PlatformRole,
  type Role,
} from "@kontor/contract/reference/roles";

/** The permissions of everyone who works with an organization, without pay. */
const reading = [
  "organizations.read",
  "accounting.read",
  "funding.read",
  "configuration.read",
  "employees.read",
  "salary-advances.read",
  "reports.read",
] as const satisfies readonly Permission[];

/** The permissions of each role of the platform, which apply to every organization. */
const ofPlatform: Readonly<Record<PlatformRole, readonly Permission[]>> = {
  ADMINISTRATOR: permissions,
  ACCOUNTANT: [
    "organizations.read",
    "accounting.read",
    "accounting.write",
    "books.check",
    "books.close",
    "funding.read",
    "configuration.read",
    "reports.read",
  ],
  REVIEWER: [
    ...reading,
    "books.check",
    "employees.pay.read",
    "salary-advances.decide",
    "payroll.read",
    "payroll.approve",
  ],
  VIEWER: reading,
};

/**
 * The permissions of each role of an organization, which apply only there. No user of an
 * organization may record incoming money: only the platform records funds, because it sees the
 * bank.
 */
const ofOrganization: Readonly<Record<OrganizationRole, readonly Permission[]>> = {
  OWNER: [
    ...reading,
    "organizations.write",
    "accounting.write",
    "books.check",
    "books.close",
    "configuration.write",
    "users.read",
    "users.write",
    "audit.read",
    "employees.write",
    "employees.import",
    "employees.pay.read",
    "employees.pay.write",
    "personal-data.manage",
    "bank-accounts.confirm",
    "salary-advances.request",
    "salary-advances.decide",
    "salary-advances.write-off",
    "payroll.read",
    "payroll.prepare",
    "payroll.approve",
    "payroll.disburse",
    "remittances.record",
  ],
  HR: [
    "organizations.read",
    "configuration.read",
    "employees.read",
    "employees.write",
    "employees.import",
    "employees.pay.read",
    "employees.pay.write",
    "bank-accounts.confirm",
    "salary-advances.read",
    "salary-advances.request",
    "salary-advances.decide",
  ],
  PAYROLL_PREPARER: [
    "organizations.read",
    "configuration.read",
    "employees.read",
    "employees.import",
    "employees.pay.read",
    "employees.pay.write",
    "salary-advances.read",
    "payroll.read",
    "payroll.prepare",
    "reports.read",
  ],
  DISBURSER: [
    "organizations.read",
    "funding.read",
    "employees.read",
    "bank-accounts.confirm",
    "salary-advances.read",
    "payroll.read",
    "payroll.disburse",
    "remittances.record",
    "reports.read",
  ],
  BOOKKEEPER: [
    "organizations.read",
    "accounting.read",
    "accounting.write",
    "books.check",
    "funding.read",
    "reports.read",
  ],
  VIEWER: reading,
};

/** The roles of the platform and those of an organization that have a permission. */
export function rolesWith(permission: Permission): {
  platform: readonly Role[];
  organization: readonly Role[];
} {
  return {
    platform: platformRoleNames.filter((role) => ofPlatform[role].includes(permission)),
    organization: organizationRoleNames.filter((role) => ofOrganization[role].includes(permission)),
  };
}

/**
 * The permissions of a user with these roles. Only this file decides permissions.
 *
 * @param tenantId the organization of the roles; null for roles of the platform.
 */
export function permissionsOf(roles: readonly Role[], tenantId: number | null): Permission[] {
  const table: Partial<Record<Role, readonly Permission[]>> =
    tenantId === null ? ofPlatform : ofOrganization;
  const granted = new Set(roles.flatMap((role) => table[role] ?? []));
  return permissions.filter((permission) => granted.has(permission));
}
