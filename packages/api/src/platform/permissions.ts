import type { Permission } from "@kontor/contract/endpoint";
import type { UserType } from "@kontor/contract/session";

const bookkeeping: readonly Permission[] = ["accounting.read", "accounting.write"];
const staffRecords: readonly Permission[] = [
  "employees.read",
  "employees.write",
  "employees.pay.read",
  "employees.pay.write",
  "bank-accounts.confirm",
];

/** The permissions of each kind of user; the only place that decides rights. */
const permissions: Readonly<Record<UserType, readonly Permission[]>> = {
  platform: [
    "organizations.read",
    "organizations.write",
    ...bookkeeping,
    "funding.read",
    "funding.write",
    "configuration.read",
    "configuration.write",
    "settings.read",
    "settings.write",
    "books.check",
    ...staffRecords,
  ],
  staff: [
    "organizations.read",
    ...bookkeeping,
    "funding.read",
    "configuration.read",
    "books.check",
    "employees.read",
  ],
  organization: [...bookkeeping, ...staffRecords],
};

export function permissionsOf(userType: UserType): readonly Permission[] {
  return permissions[userType];
}

export function may(userType: UserType, permission: Permission): boolean {
  return permissions[userType].includes(permission);
}
